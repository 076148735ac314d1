import type { Json, JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeImport } from '../node-converter';
import { optional } from './model';
import { USAGE } from './usage';

/** A parameter of the strategy, which is a text more often than not. */
function parameterText(parameters: Fields, name: string, node: NodeImport): string {
  const parameter = parameters.object(name);
  const value = parameter.value('value');
  if (parameter.text('type') === 'variable') return node.reference(value);
  return typeof value === 'string' ? node.text(value) : '';
}

function modelName(parameters: Fields): string {
  const model = parameters.object('model').object('value');
  return model.text('model') || model.text('name');
}

const constant = (value: Json): JsonObject => ({ type: 'constant', value });

/** `agent`: strategies are plugins there, and part of the node here. */
export const agent: NodeConverter = {
  dify: ['agent'],
  type: 'agent',
  outputs: USAGE,
  kept: ['agent_strategy_provider_name', 'agent_strategy_name', 'agent_strategy_label', 'output_schema'],
  read(data, node) {
    const parameters = data.object('agent_parameters');
    const model = modelName(parameters);
    const instruction = parameterText(parameters, 'instruction', node);
    const query = parameterText(parameters, 'query', node);
    const rounds = Number(parameters.object('maximum_iterations').value('value') ?? 0);
    return {
      config: {
        strategy: 'react',
        ...(model === '' ? {} : { model }),
        instruction,
        query,
        tools: [],
        ...optional('max_iterations', rounds > 0 ? rounds : undefined),
      },
    };
  },
  write: (config, node) => ({
    agent_strategy_name: node.origin.text('agent_strategy_name', 'function_calling'),
    agent_strategy_provider_name: node.origin.text('agent_strategy_provider_name'),
    agent_strategy_label: node.origin.text('agent_strategy_label'),
    agent_parameters: {
      instruction: constant(node.text(config.value('instruction'))),
      query: constant(node.text(config.value('query'))),
      maximum_iterations: constant(config.number('max_iterations') ?? 5),
    },
  }),
};
