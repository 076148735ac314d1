import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import generateNode from './generator.cjs';

const root = join(__dirname, '../../..');
const REGISTRIES = ['libs/nodes/src/registry.ts', 'libs/nodes/src/registry.server.ts'];

/** As much of Nx's tree as a generator needs, over the real registries. */
function memoryTree() {
  const written = new Map(REGISTRIES.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  return {
    written,
    exists: (path: string): boolean => [...written.keys()].some((file) => file.startsWith(path)),
    read: (path: string): string | null => written.get(path) ?? null,
    write: (path: string, text: string): void => void written.set(path, text),
  };
}

describe('the node generator', () => {
  it('writes the folder and one line in each registry', () => {
    const tree = memoryTree();
    generateNode(tree, { type: 'echo_back', title: 'Echo', titleZh: '回声' });
    expect([...tree.written.keys()].filter((path) => path.includes('echo-back'))).toEqual([
      'libs/nodes/src/echo-back/schema.ts',
      'libs/nodes/src/echo-back/executor.ts',
      'libs/nodes/src/echo-back/echo-back.spec.ts',
      'libs/nodes/src/echo-back/README.md',
    ]);
    const [shared = '', server = ''] = REGISTRIES.map((path) => tree.written.get(path));
    expect(shared).toContain(
      "from './condition/schema';\nimport { echoBack } from './echo-back/schema';\nimport { httpRequest }",
    );
    expect(shared).toMatch(/\n {2}echoBack,\n\] as const/);
    expect(server).toContain("import echoBack from './echo-back/executor';");
    expect(server).toMatch(/\n {2}echo_back: echoBack,\n\} as const satisfies/);
  });

  it('writes what the formatter would write', () => {
    const tree = memoryTree();
    generateNode(tree, { type: 'echo_back', title: "Echo 'back'", titleZh: '回声' });
    const folder = mkdtempSync(join(tmpdir(), 'heddle-generator-'));
    try {
      for (const [path, text] of tree.written) {
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs');
      const config = join(root, '.prettierrc.json');
      const run = spawnSync(process.execPath, [prettier, '--config', config, '--list-different', folder], {
        encoding: 'utf8',
      });
      expect([run.stdout, run.stderr, run.status]).toEqual(['', '', 0]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names a constant that the language allows', () => {
    const tree = memoryTree();
    generateNode(tree, { type: 'switch' });
    expect(tree.written.get('libs/nodes/src/switch/schema.ts')).toContain(
      'export const switchNode = defineNode({',
    );
    expect(tree.written.get(REGISTRIES[1] ?? '')).toContain('  switch: switchNode,');
  });

  it('refuses a name in another style, and a type that is there', () => {
    const tree = memoryTree();
    expect(() => generateNode(tree, { type: 'EchoBack' })).toThrow('"EchoBack" is not a name in snake_case.');
    generateNode(tree, { type: 'echo' });
    expect(() => generateNode(tree, { type: 'echo' })).toThrow('There is a node type "echo" already.');
  });
});
