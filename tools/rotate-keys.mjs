/** `npm run rotate-keys`: builds what is missing or has changed, then seals the stored secrets with the new key. */
import Module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenChanged } from './process/build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const code = await buildWhenChanged(root);
if (code !== 0) {
  console.error('The build failed, see above.');
  process.exit(code);
}

const main = join(root, 'apps', 'server', 'dist', 'rotate-keys.js');
process.argv[1] = main;
Module.runMain(main);
