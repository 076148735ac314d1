/** `npm start`: builds what is missing or has changed, then becomes the server. */
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

// Same process, so that SIGTERM, the exit code and the memory are the server's own.
const main = join(root, 'apps', 'server', 'dist', 'main.js');
process.argv[1] = main;
Module.runMain(main);
