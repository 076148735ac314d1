import type { JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeExport, NodeImport } from '../node-converter';

/** Variables that Dify takes from selectors, as named values. */
export const readNamed = (data: Fields, key: string, node: NodeImport): JsonObject[] =>
  data.objects(key).map((variable) => {
    variable.ignore('value_type');
    return { name: variable.text('variable'), value: node.reference(variable.value('value_selector')) };
  });

/** Named values as variables with selectors. */
export const writeNamed = (config: Fields, key: string, node: NodeExport): JsonObject[] =>
  config.objects(key).map((item) => {
    const name = item.text('name');
    return { variable: name, value_selector: node.selector(item.value('value'), `${key}.${name}`) };
  });
