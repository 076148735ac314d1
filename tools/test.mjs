/**
 * Runs suites: `unit` and `api` on jest, `web` on vitest, and `browser`, which needs a built product and Chromium.
 * Without arguments all that need neither a service nor a browser; `unit:libs/engine` runs what lies under a path.
 * The last line is `N passed, N failed`, over everything that ran.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readReport, sumReports } from './process/test-report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache', 'reports');
mkdirSync(reports, { recursive: true });

/** Settings of a developer's own server must not leak into the tests. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      name.startsWith('HEDDLE_TEST_') || !/^(HEDDLE|OPENAI)_|^(DATABASE|REDIS)_URL$|^(PORT|HOST)$/.test(name),
  ),
);

const jest = (project, workers = 2) => ({
  cwd: root,
  script: 'node_modules/jest/bin/jest.js',
  args: (file, paths) => [
    ...['--selectProjects', project, '--ci', `--maxWorkers=${workers}`, '--json', `--outputFile=${file}`],
    ...(paths.length > 0 ? ['--', ...paths] : []),
  ],
});

const SUITES = {
  unit: jest('unit'),
  api: jest('api'),
  browser: jest('browser', 1),
  web: {
    cwd: join(root, 'apps', 'web'),
    script: 'node_modules/vitest/vitest.mjs',
    args: (file, paths) => [
      'run',
      ...paths,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
  },
};

const WITHOUT_SERVICES = ['unit', 'api', 'web'];

function run(wanted) {
  const [name, ...paths] = wanted.split(':');
  const { cwd, script, args } = SUITES[name];
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  console.log(`\n— ${wanted} —`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args(file, paths)], {
      cwd,
      env: environment,
      stdio: 'inherit',
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const report = readReport(file);
      const isBroken = (code !== 0 && report.failed === 0) || report.passed + report.failed === 0;
      if (isBroken)
        console.error(`The suite ${wanted} ended with exit code ${code} and ${report.passed} tests.`);
      resolve(isBroken ? { ...report, failed: report.failed + 1 } : report);
    });
  });
}

const names = process.argv.length > 2 ? process.argv.slice(2) : WITHOUT_SERVICES;
const unknown = names.filter((name) => !(name.split(':')[0] in SUITES));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are: ${Object.keys(SUITES).join(', ')}.`);
  process.exit(2);
}

const results = [];
for (const name of names) results.push(await run(name));
const { passed, failed, skipped } = sumReports(results);
if (skipped > 0) console.log(`\n${skipped} skipped`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
