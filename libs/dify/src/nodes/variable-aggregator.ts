import type { Json, JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeExport, NodeImport } from '../node-converter';

const readVariables = (selectors: readonly Json[], node: NodeImport): JsonObject[] =>
  selectors.map((selector) => ({ name: '', value: node.reference(selector) }));

function writeVariables(config: Fields, node: NodeExport): string[][] {
  // A bare value is short for one without a name.
  return config.list('variables').map((item) => {
    const isNamed = typeof item === 'object' && item !== null && !Array.isArray(item) && 'value' in item;
    return node.selector(isNamed ? item['value'] : item, 'variables');
  });
}

/** `variable-aggregator`, called `variable-assigner` once: the first value that is there. */
export const variableAggregator: NodeConverter = {
  dify: ['variable-aggregator', 'variable-assigner'],
  type: 'merge',
  kept: ['output_type'],
  read(data, node) {
    const settings = data.object('advanced_settings');
    const groups = settings.objects('groups').map((group) => {
      group.ignore('groupId', 'output_type');
      return { name: group.text('group_name'), variables: readVariables(group.list('variables'), node) };
    });
    const variables = readVariables(data.list('variables'), node);
    return {
      config: settings.flag('group_enabled') ? { mode: 'group', groups } : { mode: 'first', variables },
    };
  },
  write(config, node) {
    const mode = config.text('mode', 'first');
    if (mode !== 'first' && mode !== 'group')
      node.warn('FIELD_NOT_IN_DIFY', { field: `mode ${mode}` }, 'mode');
    config.ignore('separator');
    const groups = config.objects('groups').map((group, index) => ({
      groupId: `group-${index + 1}`,
      group_name: group.text('name'),
      output_type: 'any',
      variables: writeVariables(group, node),
    }));
    return {
      output_type: node.origin.text('output_type', 'any'),
      variables: writeVariables(config, node),
      advanced_settings: { group_enabled: mode === 'group', groups },
    };
  },
};
