import type { NodeContext } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import type { ConditionScope } from './evaluation';

/** What conditions of a node read, with each comparison noted for the trace. */
export const conditionScope = (
  { variables, isDifyCompatible }: Pick<NodeContext, 'variables' | 'isDifyCompatible'>,
  compared: JsonObject[],
): ConditionScope => ({
  isDifyCompatible: isDifyCompatible === true,
  resolve: (value) => variables.resolve(value),
  has: (path) => variables.has(path),
  onCompared: ({ left, operator, right, holds }) => void compared.push({ left, operator, right, holds }),
});
