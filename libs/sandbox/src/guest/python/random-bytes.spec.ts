import { createRandomBytes } from './random-bytes.cjs';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('createRandomBytes', () => {
  it('is ChaCha20, as its published key stream of zeros shows', () => {
    const random = createRandomBytes();
    random.seed('0'.repeat(64));
    expect(hex(random.take(64))).toBe(
      '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7' +
        'da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586',
    );
    expect(hex(random.take(8))).toBe('9f07e7be5551387a');
  });

  it('begins anew with each seed, and differs between them', () => {
    const random = createRandomBytes();
    const after = (seed: string): string => {
      random.seed(seed);
      return hex(random.take(100));
    };
    expect(after('1'.repeat(64))).toBe(after('1'.repeat(64)));
    expect(after('1'.repeat(64))).not.toBe(after(`${'1'.repeat(63)}2`));
    expect(after('1'.repeat(64))).toHaveLength(200);
  });
});
