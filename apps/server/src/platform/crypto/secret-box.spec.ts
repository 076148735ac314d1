import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box';
import type { SealedPlace } from './sealed-columns';

const place: SealedPlace = { table: 'secrets', column: 'sealed', rowId: 'a' };
const box = new SecretBox(randomBytes(32));

describe('SecretBox', () => {
  it.each(['', 'sk-123', '密钥 🔑', 'x'.repeat(65_536)])('opens what it sealed', (text) => {
    expect(box.open(box.seal(text, place), place)).toBe(text);
  });

  it('seals the same text differently each time', () => {
    expect(box.seal('same', place)).not.toBe(box.seal('same', place));
  });

  it('writes version and key id in front', () => {
    expect(box.seal('text', place).split('.').slice(0, 2)).toEqual(['v1', box.keyId]);
  });

  it('does not open in another row, column or table', () => {
    const sealed = box.seal('text', place);
    const others: SealedPlace[] = [
      { ...place, rowId: 'b' },
      { ...place, table: 'mcp_servers' },
      { table: 'model_providers', column: 'api_key', rowId: 'a' },
    ];
    for (const other of others) expect(() => box.open(sealed, other)).toThrow(/another place/);
  });

  it('opens what an earlier key sealed, and seals with its own', () => {
    const [before, now] = [randomBytes(32), randomBytes(32)];
    const old = new SecretBox(before).seal('text', place);
    const both = new SecretBox(now, [before]);
    expect(both.open(old, place)).toBe('text');
    expect(new SecretBox(now).open(both.seal('text', place), place)).toBe('text');
    expect(() => new SecretBox(now).open(old, place)).toThrow(/another key/);
  });

  it('does not open with another key', () => {
    expect(() => new SecretBox(randomBytes(32)).open(box.seal('text', place), place)).toThrow(/another key/);
  });

  it('does not open when a part was changed or cut', () => {
    const parts = box.seal('text', place).split('.');
    for (const index of [2, 3, 4]) {
      const changed = parts.map((part, at) =>
        at === index ? part.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) : part,
      );
      expect(() => box.open(changed.join('.'), place)).toThrow(/changed/);
    }
    const shortTag = parts.map((part, at) => (at === 3 ? part.slice(0, 6) : part));
    expect(() => box.open(shortTag.join('.'), place)).toThrow();
    expect(() => box.open('v2.x', place)).toThrow(/unknown form/);
  });
});
