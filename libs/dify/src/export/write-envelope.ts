import type { FlowNode, Json, JsonObject } from '@heddle/model';
import type { NodeExport } from '../node-converter';
import { renameSteps, reversed, type Renames } from '../references';
import { writeConstant } from '../nodes/value-types';

const typeOf = (value: Json): string => {
  if (Array.isArray(value)) return typeof value[0] === 'object' ? 'array[object]' : 'array[string]';
  return value === null ? 'string' : typeof value;
};

function writeErrorPolicy(flowNode: FlowNode, outputs: Renames, node: NodeExport): JsonObject {
  const back = reversed(outputs);
  switch (flowNode.on_error) {
    case 'branch':
      return { error_strategy: 'fail-branch' };
    case 'default_value': {
      const defaults = Object.entries(flowNode.default_outputs ?? {}).map(([name, value]) => ({
        key: renameSteps([name], back).join('.'),
        type: typeOf(value),
        value: writeConstant(value),
      }));
      return { error_strategy: 'default-value', default_value: defaults };
    }
    case 'continue':
      node.warn('FIELD_NOT_IN_DIFY', { field: 'on_error: continue' }, 'on_error');
      return {};
    default:
      return {};
  }
}

/** What the envelope says, in the fields where Dify keeps it. */
export function writeEnvelope(flowNode: FlowNode, outputs: Renames, node: NodeExport): JsonObject {
  const { retry } = flowNode;
  const isLimited = flowNode.timeout_ms !== undefined && !node.origin.has('timeout');
  if (isLimited) node.warn('FIELD_NOT_IN_DIFY', { field: 'timeout_ms' }, 'timeout_ms');
  return {
    ...(retry && retry.max_attempts > 0
      ? {
          retry_config: {
            retry_enabled: true,
            max_retries: retry.max_attempts,
            retry_interval: retry.interval_ms,
          },
        }
      : {}),
    ...writeErrorPolicy(flowNode, outputs, node),
  };
}
