import type { NodeConverter } from '../node-converter';
import { reversed, type Renames } from '../references';

const ERROR_MODES: Renames = {
  terminated: 'stop',
  'continue-on-error': 'null',
  'remove-abnormal-output': 'drop',
};
const BACK = reversed(ERROR_MODES);

/** `iteration`: its inside once for each item. */
export const iteration: NodeConverter = {
  dify: ['iteration'],
  type: 'iteration',
  kept: ['output_type', 'iterator_input_type'],
  read(data, node) {
    data.ignore('start_node_id', 'startNodeType', 'children');
    const parallel = data.number('parallel_nums') ?? 10;
    const parallelism = data.flag('is_parallel') ? node.within('parallel_nums', parallel, [1, 50]) : 1;
    return {
      config: {
        input_array: node.reference(data.value('iterator_selector')),
        output_variable: node.reference(data.value('output_selector')),
        parallelism,
        error_mode: ERROR_MODES[data.text('error_handle_mode', 'terminated')] ?? 'stop',
        flatten: data.flag('flatten_output', true),
      },
    };
  },
  write(config, node) {
    const parallelism = config.number('parallelism') ?? 1;
    const limit = config.number('max_iterations');
    if (limit !== undefined) node.warn('FIELD_NOT_IN_DIFY', { field: 'max_iterations' }, 'max_iterations');
    return {
      iterator_selector: node.selector(config.value('input_array'), 'input_array'),
      output_selector: node.selector(config.value('output_variable'), 'output_variable'),
      output_type: node.origin.text('output_type', 'array[object]'),
      is_parallel: parallelism > 1,
      parallel_nums: parallelism > 1 ? parallelism : 10,
      error_handle_mode: BACK[config.text('error_mode', 'stop')] ?? 'terminated',
      flatten_output: config.flag('flatten'),
    };
  },
};
