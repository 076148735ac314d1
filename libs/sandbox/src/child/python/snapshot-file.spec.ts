import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { openSnapshot, saveSnapshot, snapshotInMemory } from './snapshot-file.cjs';

const KEY = 'a'.repeat(64);
const CONTENT = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251);

describe('a snapshot on disk', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'heddle-snapshot-'));
  const folder = path.join(root, 'cache');
  const fileOf = (key: string): string => path.join(folder, `python-${key.slice(0, 16)}.snapshot`);
  const contentUnder = (key: string): Uint8Array | null => {
    const snapshot = openSnapshot(folder, key);
    return snapshot === null ? null : new Uint8Array(snapshot.read());
  };
  beforeEach(() => saveSnapshot(folder, KEY, CONTENT));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is read as it was saved, each time into memory of its own', () => {
    const snapshot = openSnapshot(folder, KEY);
    const first = new Uint8Array(snapshot?.read() ?? new ArrayBuffer(0));
    first.fill(0);
    expect(new Uint8Array(snapshot?.read() ?? new ArrayBuffer(0))).toEqual(CONTENT);
  });

  it('is not there before it was saved', () => {
    expect(openSnapshot(path.join(root, 'elsewhere'), KEY)).toBeNull();
    expect(contentUnder('b'.repeat(64))).toBeNull();
  });

  it.each([
    ['was cut short', (bytes: Buffer) => bytes.subarray(0, 1_000)],
    ['was changed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([1])])],
    ['is empty', () => Buffer.alloc(0)],
    ['is something else', () => Buffer.from('{"key": 1}'.padEnd(400))],
  ])('is not trusted when it %s, and can be saved again', (_what, damage) => {
    writeFileSync(fileOf(KEY), damage(readFileSync(fileOf(KEY))));
    expect(contentUnder(KEY)).toBeNull();
    saveSnapshot(folder, KEY, CONTENT);
    expect(contentUnder(KEY)).toEqual(CONTENT);
  });

  it('is not trusted under the name of another key', () => {
    const twin = `${'a'.repeat(16)}${'c'.repeat(48)}`;
    expect(fileOf(twin)).toBe(fileOf(KEY));
    expect(contentUnder(twin)).toBeNull();
  });

  it('stays readable for who has opened it when another process saves its own', () => {
    const snapshot = openSnapshot(folder, KEY);
    saveSnapshot(folder, KEY, Uint8Array.of(1, 2, 3));
    expect(new Uint8Array(snapshot?.read() ?? new ArrayBuffer(0))).toEqual(CONTENT);
    expect(contentUnder(KEY)).toEqual(Uint8Array.of(1, 2, 3));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('removes those that nobody has made for long, and nothing else', () => {
    mkdirSync(folder, { recursive: true });
    const old = [
      `python-${'b'.repeat(16)}.snapshot`,
      `python-${'b'.repeat(16)}.${'d'.repeat(16)}.tmp`,
      'notes.txt',
    ];
    for (const name of old) {
      writeFileSync(path.join(folder, name), '');
      utimesSync(path.join(folder, name), 0, 0);
    }
    saveSnapshot(folder, KEY, CONTENT);
    expect(readdirSync(folder).sort()).toEqual(['notes.txt', path.basename(fileOf(KEY))].sort());
  });
});

describe('a snapshot in memory', () => {
  it('gives memory that belongs to the caller', () => {
    const snapshot = snapshotInMemory(CONTENT);
    new Uint8Array(snapshot.read()).fill(0);
    expect(new Uint8Array(snapshot.read())).toEqual(CONTENT);
  });
});
