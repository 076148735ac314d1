import { TextDecoder as GuestDecoder, TextEncoder as GuestEncoder } from './text-codecs.cjs';

const TEXTS = ['', 'plain', 'ä織机🧵', 'a\u0000b', '\ud800 alone', 'x'.repeat(20_000)];

describe('the text codecs of the isolate', () => {
  it.each(TEXTS)('write %.20j as UTF-8 like the platform', (text) => {
    const bytes = new TextEncoder().encode(text);
    expect(Buffer.from(new GuestEncoder().encode(text)).equals(bytes)).toBe(true);
    const target = new Uint8Array(4);
    const { written } = new GuestEncoder().encodeInto(text, target);
    expect([...target.subarray(0, written)]).toEqual([...bytes.subarray(0, 4)]);
  });

  it.each(TEXTS)('read %.20j from UTF-8 like the platform', (text) => {
    const bytes = new TextEncoder().encode(text);
    expect(new GuestDecoder().decode(bytes)).toBe(new TextDecoder().decode(bytes));
  });

  it('read UTF-16 and Latin-1', () => {
    expect(new GuestDecoder('utf-16le').decode(Buffer.from('a織🧵', 'utf16le'))).toBe('a織🧵');
    expect(new GuestDecoder('latin1').decode(Buffer.from('aé', 'latin1'))).toBe('aé');
  });

  it('replace what is no UTF-8', () => {
    const text = new GuestDecoder().decode(Uint8Array.of(0x61, 0xff, 0xe4, 0xbd, 0x62));
    expect(text).toBe('a\ufffd\ufffdb');
  });
});
