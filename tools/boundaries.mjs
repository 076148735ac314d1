/**
 * Who may import whom: the one table behind the lint rule `heddle/boundaries`.
 *
 * `projects`  the @heddle projects a project may import
 * `npm`       packages it may import; DECLARED means those of its own package.json
 * `node`      whether it may import Node's own modules
 */

/** A project that may import whatever its own package.json declares. */
export const DECLARED = 'declared';

/** The projects of the repository by folder. */
export const PROJECTS = {
  'libs/model': { projects: [], npm: ['zod'], node: false },
  'libs/contracts': { projects: ['model'], npm: ['zod'], node: false },
  'libs/engine': { projects: ['model'], npm: [], node: false },
  'libs/nodes': { projects: ['model', 'engine', 'ui'], npm: ['zod', 'vue', 'jsonrepair'], node: false },
  'libs/memory': { projects: ['model', 'engine'], npm: [], node: false },
  'libs/knowledge': { projects: ['model', 'engine'], npm: [], node: false },
  'libs/dify': { projects: ['model'], npm: ['yaml', 'zod'], node: false },
  'libs/sandbox': { projects: ['model'], npm: DECLARED, node: true },
  'libs/testing': {
    projects: ['model', 'contracts', 'engine', 'nodes', 'memory', 'knowledge', 'sandbox', 'dify'],
    npm: DECLARED,
    node: true,
  },
  'libs/ui': { projects: [], npm: DECLARED, node: false },
  'apps/server': {
    projects: ['model', 'contracts', 'engine', 'nodes', 'memory', 'knowledge', 'sandbox', 'dify'],
    npm: DECLARED,
    node: true,
  },
  'apps/web': { projects: ['model', 'contracts', 'nodes', 'ui', 'dify'], npm: DECLARED, node: false },
  'apps/web-e2e': { projects: ['contracts', 'model'], npm: DECLARED, node: true },
  'apps/cli': { projects: ['contracts', 'model'], npm: DECLARED, node: true },
};

/** What may follow `@heddle/`: each project's front door, and the side doors that its package.json exports. */
export const ENTRIES = new Set([
  'model',
  'contracts',
  'engine',
  'nodes',
  'nodes/server',
  'nodes/web',
  'memory',
  'knowledge',
  'sandbox',
  'testing',
  'dify',
  'ui',
  'ui/styles.css',
]);

const TEST_PACKAGES = [
  'vitest',
  '@vue/test-utils',
  '@jest/globals',
  '@nestjs/testing',
  'fast-check',
  'axe-core',
];

/** What specs may import on top of their project's row. */
export const SPEC_EXTRAS = { projects: ['testing'], npm: TEST_PACKAGES, node: true };

/** Files that only test: beside the source, in a `test` folder, or setting a test runner up. */
export const isSpec = (file) =>
  /\.spec\.ts$|^apps\/server\/test\/|^apps\/web-e2e\/|(^|\/)(vite|vitest)\.config\.ts$/.test(file);

/**
 * Narrower rules of single files. `files` says whose; an import is refused when `deny` matches it, or when `allow`
 * is given and does not. A relative import is matched by its path from the root of the repository.
 * `typesToo: false` lets imports of types alone pass.
 */
export const FILE_RULES = [
  {
    files: /^libs\/nodes\/src\/[^/]+\/schema\.ts$/,
    allow: /^(zod|@heddle\/model|libs\/nodes\/src\/(?!.*(executor|registry|\.vue)).*)$/,
    why: 'a schema is read by the server and the browser: zod and @heddle/model only',
  },
  {
    files: /^libs\/nodes\/src\/.*(?<!\.spec)\.ts$/,
    except: /registry\.web\.ts$/,
    deny: /^(vue|@heddle\/ui)$|\.vue$/,
    why: 'only panels (*.vue) know Vue',
  },
  {
    files: /^libs\/nodes\/src\/.*\.vue$/,
    deny: /executor|registry\.server|^@heddle\/engine/,
    why: 'a panel runs in the browser and never reaches an executor',
  },
  {
    files: /^libs\/nodes\/src\/registry(\.web)?\.ts$/,
    deny: /executor|registry\.server|^@heddle\/engine/,
    why: 'the browser loads this registry; executors belong to registry.server.ts',
  },
  {
    files: /^apps\/server\//,
    deny: /^@heddle\/(nodes\/web|ui)/,
    why: 'the server has no screen',
  },
  {
    files: /^apps\/web\//,
    deny: /^@heddle\/(nodes\/server|engine)/,
    why: 'executors and the engine stay on the server',
  },
  {
    files: /^apps\/web\//,
    except: /^apps\/web\/src\/features\/editor\/canvas\//,
    deny: /^@vue-flow\//,
    why: 'vue-flow stays behind apps/web/src/features/editor/canvas',
  },
  {
    files: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/adapters\/http\/|\.spec\.ts$/,
    deny: /^undici$/,
    typesToo: false,
    why: 'requests leave through the guarded agent of apps/server/src/adapters/http',
  },
  {
    files: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/(adapters|platform)\/|\.spec\.ts$/,
    deny: /^(node:)?(http|https|http2|net|tls|dgram)$/,
    typesToo: false,
    why: 'sockets are opened by adapters only',
  },
  {
    files: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/adapters\/|\.spec\.ts$/,
    deny: /^(openai|nodemailer)(\/|$)/,
    why: 'what talks to other servers lives in apps/server/src/adapters',
  },
  {
    files: /^(apps|libs)\//,
    except:
      /^libs\/sandbox\/|^apps\/server\/src\/adapters\/embedding-local\/|^apps\/(web-e2e|cli)\/|\.spec\.ts$|^apps\/server\/test\//,
    deny: /^(node:)?child_process$/,
    why: 'child processes belong to libs/sandbox, and to the local model',
  },
  {
    files: /./,
    deny: /^(node:)?vm$|^vm2$/,
    why: 'node:vm is no boundary; users’ code runs in libs/sandbox',
  },
];
