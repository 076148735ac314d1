import type { JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeExport, NodeImport } from '../node-converter';
import { readConditions, writeConditions } from './conditions';
import { readConstant, readType, writeConstant, writeType } from './value-types';

function readVariable(variable: Fields, node: NodeImport): JsonObject {
  variable.ignore('id');
  const type = readType(variable.text('var_type', 'string'));
  const value = variable.value('value');
  const isReference = variable.text('value_type', 'constant') === 'variable';
  return {
    name: variable.text('label'),
    type,
    initial: isReference ? node.reference(value) : readConstant(value, type),
  };
}

function writeVariable(variable: Fields, node: NodeExport, index: number): JsonObject {
  const label = variable.text('name');
  const initial = variable.value('initial') ?? null;
  const isReference = typeof initial === 'string' && /^\s*\{\{[^{}]+\}\}\s*$/.test(initial);
  return {
    id: `variable-${index + 1}`,
    label,
    var_type: writeType(variable.text('type', 'any')),
    value_type: isReference ? 'variable' : 'constant',
    value: isReference ? node.selector(initial, label) : writeConstant(initial),
  };
}

/** `loop`: its inside until a condition holds. */
export const loop: NodeConverter = {
  dify: ['loop'],
  type: 'loop',
  outputs: { loop_round: 'rounds' },
  read(data, node) {
    data.ignore('start_node_id', 'children');
    const mode = data.text('error_handle_mode', 'terminated');
    if (mode !== 'terminated') node.warn('FIELD_NOT_CARRIED', { field: 'error_handle_mode' });
    const { logic, conditions } = readConditions(data, 'break_conditions', node);
    return {
      config: {
        max_rounds: node.within('loop_count', data.number('loop_count') ?? 10, [1, 10_000]),
        variables: data.objects('loop_variables').map((variable) => readVariable(variable, node)),
        until_logic: logic,
        until: conditions,
      },
    };
  },
  write: (config, node) => ({
    loop_count: config.number('max_rounds') ?? 10,
    loop_variables: config
      .objects('variables')
      .map((variable, index) => writeVariable(variable, node, index)),
    logical_operator: config.text('until_logic', 'and'),
    break_conditions: writeConditions(config.objects('until'), node, 'break'),
    error_handle_mode: 'terminated',
  }),
};

/** `loop-end`: leaves the loop around it. */
export const loopEnd: NodeConverter = {
  dify: ['loop-end'],
  type: 'loop_exit',
  read: () => ({ config: {} }),
  write: () => ({}),
};
