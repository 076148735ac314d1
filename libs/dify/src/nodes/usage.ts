import type { Renames } from '../references';

/** What Dify calls the parts of a node's usage. */
export const USAGE: Renames = {
  'usage.prompt_tokens': 'usage.prompt',
  'usage.completion_tokens': 'usage.completion',
  'usage.total_tokens': 'usage.total',
  'usage.total_price': 'usage.cost',
};
