import type { JsonObject } from '@heddle/model';
import { type Fields } from '../fields';
import { safeHandle } from '../handles';
import type { NodeConverter, NodeImport } from '../node-converter';
import { readConditions, writeConditions } from './conditions';

function readCase(found: Fields, index: number, node: NodeImport): JsonObject {
  const id = found.text('case_id') || found.text('id') || (index === 0 ? 'true' : `case_${index + 1}`);
  found.ignore('case_id', 'id');
  return { id: safeHandle(id), ...readConditions(found, 'conditions', node) };
}

/** `if-else`; before there were cases, its conditions stood in the node itself. */
export const ifElse: NodeConverter = {
  dify: ['if-else'],
  type: 'condition',
  handles: { false: 'else' },
  read(data, node) {
    const cases = data.objects('cases');
    // Newer files repeat the first case in the old place.
    data.ignore('targetBranches');
    if (cases.length > 0) {
      data.ignore('conditions', 'logical_operator');
      return { config: { cases: cases.map((found, index) => readCase(found, index, node)) } };
    }
    return { config: { cases: [{ id: 'true', ...readConditions(data, 'conditions', node) }] } };
  },
  write: (config, node) => ({
    cases: config.objects('cases').map((found) => {
      const id = found.text('id');
      return {
        id,
        case_id: id,
        logical_operator: found.text('logic', 'and'),
        conditions: writeConditions(found.objects('conditions'), node, id),
      };
    }),
  }),
};
