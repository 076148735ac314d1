import { isJsonObject, type JsonObject } from '@heddle/model';
import { Fields } from '../fields';
import { promptOfApp } from './app-prompt';
import type { DifyNode, DifyWorkflow } from './dify-dsl';

/** Features that mean the same in an app with a graph. */
const FEATURES = [
  'opening_statement',
  'suggested_questions',
  'suggested_questions_after_answer',
  'speech_to_text',
  'text_to_speech',
  'retriever_resource',
  'sensitive_word_avoidance',
  'annotation_reply',
  'more_like_this',
  'file_upload',
];
const STEP = 320;

interface App {
  readonly config: Fields;
  readonly isChat: boolean;
  readonly variables: readonly JsonObject[];
  readonly prompt: readonly JsonObject[];
}

/** Items are `{"text-input": {variable, …}}`. */
const formVariables = (config: Fields): JsonObject[] =>
  config.list('user_input_form').flatMap((item) => {
    const [entry] = isJsonObject(item) ? Object.entries(item) : [];
    return entry && isJsonObject(entry[1]) ? [{ ...entry[1], type: entry[0] }] : [];
  });

/** The knowledge bases of an app; older ones had them among the tools. */
function datasetIds(config: Fields): string[] {
  const lists = [
    config.object('dataset_configs').object('datasets').objects('datasets'),
    config.object('agent_mode').objects('tools'),
  ];
  return lists.flat().flatMap((item) => {
    const dataset = item.object('dataset');
    return dataset.flag('enabled', true) && dataset.has('id') ? [dataset.text('id')] : [];
  });
}

const modelOf = (config: Fields): JsonObject => {
  const model = config.object('model');
  return {
    provider: model.text('provider'),
    name: model.text('name'),
    mode: model.text('mode', 'chat'),
    completion_params: model.value('completion_params') ?? {},
  };
};

function retrieval({ config, isChat }: App): JsonObject | undefined {
  const ids = datasetIds(config);
  const configs = config.object('dataset_configs');
  const asked = config.text('dataset_query_variable');
  if (ids.length === 0) return undefined;
  return {
    type: 'knowledge-retrieval',
    title: 'Knowledge',
    dataset_ids: ids,
    query_variable_selector: isChat || asked === '' ? ['sys', 'query'] : ['start', asked],
    retrieval_mode: 'multiple',
    multiple_retrieval_config: {
      top_k: configs.number('top_k') ?? 4,
      score_threshold: configs.number('score_threshold') ?? null,
      reranking_enable: configs.flag('reranking_enable'),
    },
  };
}

const seesImages = (config: Fields): boolean => {
  const upload = config.object('file_upload');
  return upload.object('image').flag('enabled') || upload.flag('enabled');
};

function languageModel({ config, isChat, prompt }: App, hasKnowledge: boolean): JsonObject {
  const memory = { window: { enabled: false, size: 50 } };
  return {
    type: 'llm',
    title: 'LLM',
    model: modelOf(config),
    prompt_template: [...prompt],
    context: { enabled: hasKnowledge, variable_selector: hasKnowledge ? ['knowledge', 'result'] : [] },
    ...(isChat ? { memory } : {}),
    vision: { enabled: seesImages(config) },
  };
}

function agentNode({ config, prompt }: App): JsonObject {
  const mode = config.object('agent_mode');
  const model = modelOf(config);
  const instruction = prompt.map(({ text }) => String(text ?? '')).join('\n\n');
  const constant = (value: JsonObject[string]): JsonObject => ({ type: 'constant', value });
  return {
    type: 'agent',
    title: 'Agent',
    agent_strategy_name: /react/i.test(mode.text('strategy')) ? 'ReAct' : 'function_calling',
    agent_parameters: {
      model: constant({ ...model, model: model['name'] ?? '' }),
      instruction: constant(instruction),
      query: constant('{{#sys.query#}}'),
      tools: constant(mode.list('tools')),
      maximum_iterations: constant(mode.number('max_iteration') ?? 5),
    },
  };
}

const isAgent = (config: Fields, appMode: string): boolean =>
  appMode === 'agent-chat' || (config.object('agent_mode').flag('enabled') && appMode !== 'completion');

const ending = (isChat: boolean, speaker: string): JsonObject =>
  isChat
    ? { type: 'answer', title: 'Answer', answer: `{{#${speaker}.text#}}` }
    : { type: 'end', title: 'End', outputs: [{ variable: 'result', value_selector: [speaker, 'text'] }] };

function chain(steps: readonly (readonly [string, JsonObject])[]): DifyWorkflow['graph'] {
  const nodes = steps.map(([id, data], index): DifyNode => ({
    id,
    type: 'custom',
    data,
    position: { x: index * STEP, y: 0 },
  }));
  const edges = nodes.slice(1).map((node, index) => ({ source: nodes[index]?.id ?? '', target: node.id }));
  return { nodes, edges };
}

/** The graph that an app without one stands for: start, retrieval where it has knowledge, model or agent, answer. */
export function workflowOfConfig(model_config: JsonObject, appMode: string): DifyWorkflow {
  const config = new Fields(model_config);
  const isChat = appMode !== 'completion';
  const variables = formVariables(config);
  const names = new Set(variables.map(({ variable }) => String(variable)));
  const app: App = { config, isChat, variables, prompt: promptOfApp(config, names, isChat) };
  const isAgentApp = isAgent(config, appMode);
  const knowledge = retrieval(app);
  const speaker = isAgentApp ? 'agent' : 'llm';
  const features = FEATURES.flatMap((name) => {
    const value = config.value(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    graph: chain([
      ['start', { type: 'start', title: 'Start', variables }],
      ...(knowledge ? [['knowledge', knowledge] as const] : []),
      [speaker, isAgentApp ? agentNode(app) : languageModel(app, knowledge !== undefined)],
      [isChat ? 'answer' : 'end', ending(isChat, speaker)],
    ]),
    features: Object.fromEntries(features),
  };
}
