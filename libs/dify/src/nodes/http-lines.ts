import type { JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeExport, NodeImport } from '../node-converter';

const splitLine = (line: string): readonly [string, string] => {
  const at = line.indexOf(':');
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
};

/** Lines of `name:value`, as headers and parameters are written there. */
export const readLines = (text: string, node: NodeImport): JsonObject[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name, value] = splitLine(line);
      return { name: node.text(name), value: node.text(value) };
    });

/** Named values as lines. */
export const writeLines = (items: readonly Fields[], node: NodeExport): string =>
  items.map((item) => `${item.text('name')}:${node.text(item.value('value'))}`).join('\n');
