import type { ModelChoice } from '@heddle/engine';
import { isJsonObject, type DraftDocument, type FlowIssue, type LocalizedText } from '@heddle/model';
import { catalogue } from '@heddle/nodes';

/** Why a choice leads to no model. */
export interface MissingModel {
  readonly reason: 'missing' | 'off' | 'type' | 'nothing';
  /** The model that was asked for, as people know it. */
  readonly name?: string;
}

/** Tells what keeps a choice from leading to a language model; undefined when nothing does. */
export type FindMissing = (choice: ModelChoice) => Promise<MissingModel | undefined>;

/** What is said of the models of a flow. */
export interface ModelReport {
  /** Models that were picked and are not to be had: nothing else will do. */
  readonly errors: readonly FlowIssue[];
  /** Models that may yet be set up: the flow is in order, but those nodes will fail. */
  readonly warnings: readonly FlowIssue[];
}

const TEXTS: Readonly<Record<MissingModel['reason'], (name: string) => LocalizedText>> = {
  missing: (name) => ({ en: `the model '${name}' is not configured`, zh: `模型“${name}”未配置` }),
  off: (name) => ({ en: `the model '${name}' is switched off`, zh: `模型“${name}”已停用` }),
  type: (name) => ({ en: `'${name}' is no language model`, zh: `“${name}”不是语言模型` }),
  nothing: () => ({ en: 'no model is configured', zh: '未配置模型' }),
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function choiceIn(config: unknown): ModelChoice {
  if (!isJsonObject(config)) return {};
  const model = text(config['model']);
  const modelInstanceId = text(config['model_instance_id']);
  return {
    ...(model === undefined ? {} : { model }),
    ...(modelInstanceId === undefined ? {} : { modelInstanceId }),
  };
}

function issueOf(nodeId: string, path: string, { name, reason }: MissingModel): FlowIssue {
  const texts = TEXTS[reason](name ?? '');
  const params = name === undefined ? {} : { model: name };
  return { code: 'MODEL_NOT_CONFIGURED', message: texts.en, node_id: nodeId, path, params, texts };
}

/** Looks for the models that the nodes of a flow ask. */
export async function checkModels(document: DraftDocument, findMissing: FindMissing): Promise<ModelReport> {
  const errors: FlowIssue[] = [];
  const warnings: FlowIssue[] = [];
  for (const { id, type, config } of document.nodes) {
    const category = catalogue.get(type)?.category;
    if (category !== 'llm' && category !== 'agent') continue;
    const choice = choiceIn(config);
    const missing = await findMissing(choice);
    if (!missing) continue;
    if (choice.modelInstanceId === undefined) warnings.push(issueOf(id, 'model', missing));
    else errors.push(issueOf(id, 'model_instance_id', missing));
  }
  return { errors, warnings };
}
