import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');

jest.setTimeout(60_000);

/** Every folder that is looked at needs a file. */
const BYSTANDERS = {
  'libs/z/src/z.ts': 'export const z = 1;\n',
  'apps/web/src/z.ts': 'export const z = 1;\n',
};

/** Lays files out as a small repository and looks at its imports with the settings of the real one. */
function cruise(files: Readonly<Record<string, string>>): {
  readonly status: number | null;
  readonly output: string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-imports-'));
  try {
    for (const [name, text] of Object.entries({ ...BYSTANDERS, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    for (const name of ['.dependency-cruiser.cjs', 'tsconfig.base.json', 'tsconfig.imports.json']) {
      copyFileSync(join(root, name), join(folder, name));
    }
    const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [bin, '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'libs', 'apps'],
      { cwd: folder, encoding: 'utf8' },
    );
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the import check', () => {
  it('finds a cycle', () => {
    const { status, output } = cruise({
      'libs/a/src/one.ts': "import { two } from './two';\nexport const one = () => two();\n",
      'libs/a/src/two.ts': "import { one } from './one';\nexport const two = () => one();\n",
    });
    expect(output).toContain('no-cycles');
    expect(status).not.toBe(0);
  });

  it('follows the alias of the web app', () => {
    const { output } = cruise({
      'libs/a/src/one.ts': 'export const one = 1;\n',
      'apps/web/src/main.ts': "import { two } from '@/deep/two';\nexport const main = two;\n",
      'apps/web/src/deep/two.ts': "import { main } from '@/main';\nexport const two = main;\n",
    });
    expect(output).toContain('no-cycles');
    expect(output).not.toContain('no-unresolvable');
  });

  it('lets two files name each other’s types', () => {
    const { status } = cruise({
      'libs/a/src/one.ts': "import type { Two } from './two';\nexport interface One { two: Two }\n",
      'libs/a/src/two.ts': "import type { One } from './one';\nexport interface Two { one: One }\n",
    });
    expect(status).toBe(0);
  });

  it('finds an executor that the browser would load through another file', () => {
    const { status, output } = cruise({
      'libs/nodes/src/registry.ts': "import { a } from './llm/between';\nexport const all = [a];\n",
      'libs/nodes/src/llm/between.ts': "import run from './executor';\nexport const a = run;\n",
      'libs/nodes/src/llm/executor.ts': 'export default 1;\n',
    });
    expect(output).toContain('browser-reaches-no-executor');
    expect(status).not.toBe(0);
  });

  it('finds an import that leads nowhere', () => {
    const { output } = cruise({ 'libs/a/src/one.ts': "import { two } from './two';\ntwo();\n" });
    expect(output).toContain('no-unresolvable');
  });
});
