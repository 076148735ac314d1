import { boundaries } from './boundaries.mjs';
import { comments } from './comments.mjs';
import { documentedExports } from './documented-exports.mjs';
import { fileName } from './file-name.mjs';

/** The repository's own lint rules. */
export const heddle = {
  meta: { name: 'heddle', version: '1' },
  rules: { boundaries, comments, 'documented-exports': documentedExports, 'file-name': fileName },
};
