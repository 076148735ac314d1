import { defineErrors } from '@heddle/model';

/** Why a file cannot be read, or a flow not be written as one. */
export const exchangeErrors = defineErrors({
  IMPORT_EMPTY: {
    category: 'user',
    message: () => 'there is nothing to import: send the text of a file',
  },
  IMPORT_UNKNOWN: {
    category: 'user',
    message: () => 'this is neither a flow of this product nor a Dify app',
  },
  DRAFT_INCOMPLETE: {
    category: 'user',
    status: 422,
    message: ({ path, reason }: { path: string; reason: string }) =>
      `the draft has to be put in order first: ${path}: ${reason}`,
  },
});
