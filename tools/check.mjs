/** Looks at everything and changes nothing: format, lint, imports, types. Two tools at a time. */
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTasks } from './process/run-tasks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.cache');
mkdirSync(cache, { recursive: true });

const bin = (name) => join(root, 'node_modules', '.bin', name);

const projects = ['libs', 'apps'].flatMap((kind) =>
  readdirSync(join(root, kind)).map((name) => `${kind}/${name}`),
);

/** Projects with components, and the settings of those parts that run in a browser, need Vue's own checker. */
const needsVue = (config) => /^(apps\/web|libs\/ui)\/|web\.json$/.test(config);

/** A settings file that only names others is covered by those. */
const hasFiles = (config) => !/"files"\s*:\s*\[\s*\]/.test(readFileSync(join(root, config), 'utf8'));

const configs = projects.flatMap((project) =>
  existsSync(join(root, project, 'src')) || existsSync(join(root, project, 'tsconfig.json'))
    ? readdirSync(join(root, project))
        .filter((name) => /^tsconfig(\.[a-z]+)?\.json$/.test(name))
        .map((name) => `${project}/${name}`)
        .filter(hasFiles)
    : [],
);

const types = configs.map((config) => {
  const state = join(cache, 'types', `${config.replaceAll('/', '-')}.tsbuildinfo`);
  return {
    name: `types ${config}`,
    command: bin(needsVue(config) ? 'vue-tsc' : 'tsc'),
    args: ['-p', config, '--noEmit', '--incremental', '--tsBuildInfoFile', state],
  };
});

const sources = projects
  .filter((project) => existsSync(join(root, project, 'src')))
  .map((project) => `${project}/src`);

const tasks = [
  {
    name: 'lint',
    command: bin('eslint'),
    args: ['.', '--max-warnings=0', '--cache', '--cache-location', join(cache, 'eslint/')],
  },
  ...types.toSorted((a, b) => Number(b.name.includes('apps/')) - Number(a.name.includes('apps/'))),
  {
    name: 'imports',
    command: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...sources],
  },
  {
    name: 'format',
    command: bin('prettier'),
    args: ['--check', '--log-level', 'warn', '--cache', '--cache-location', join(cache, 'prettier'), '.'],
  },
];

const failed = await runTasks(tasks, { parallelism: 2, cwd: root });
if (failed.length > 0) {
  console.error(
    `\n${failed.length} of ${tasks.length} checks failed: ${failed.join(', ')}. \`npm run fix\` repairs format and some lint.`,
  );
  process.exitCode = 1;
} else {
  console.log(`\nAll ${tasks.length} checks passed.`);
}
