import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceStamp } from './source-stamp.mjs';

describe('sourceStamp', () => {
  let root: string;
  const stamp = (): string => sourceStamp(root, ['libs', 'nx.json', 'absent']);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'heddle-stamp-'));
    mkdirSync(join(root, 'libs/a/src'), { recursive: true });
    writeFileSync(join(root, 'libs/a/src/one.ts'), 'one');
    writeFileSync(join(root, 'nx.json'), '{}');
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('stays the same while nothing changes', () => {
    expect(stamp()).toBe(stamp());
  });

  it.each([
    ['a new file', () => writeFileSync(join(root, 'libs/a/src/two.ts'), '')],
    ['a new size', () => writeFileSync(join(root, 'libs/a/src/one.ts'), 'longer')],
    ['a new time', () => utimesSync(join(root, 'libs/a/src/one.ts'), 1, 1)],
    ['a removed file', () => rmSync(join(root, 'libs/a/src/one.ts'))],
    ['a changed setting', () => writeFileSync(join(root, 'nx.json'), '{ }')],
  ])('changes with %s', (_what, change) => {
    const before = stamp();
    change();
    expect(stamp()).not.toBe(before);
  });

  it('does not care for specs, documents and what was built', () => {
    const before = stamp();
    mkdirSync(join(root, 'libs/a/dist'));
    writeFileSync(join(root, 'libs/a/dist/one.js'), '');
    writeFileSync(join(root, 'libs/a/src/one.spec.ts'), '');
    writeFileSync(join(root, 'libs/a/README.md'), '');
    expect(stamp()).toBe(before);
  });
});
