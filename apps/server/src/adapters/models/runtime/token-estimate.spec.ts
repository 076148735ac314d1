import { asking } from '../../../../test/support/models/model-harness';
import { estimatePrompt, estimateTokens } from './token-estimate';

const ENGLISH =
  'The council met on Tuesday to decide whether the old bridge should be repaired or replaced. Several residents ' +
  'spoke in favour of repair, arguing that its arches had been part of the valley for more than a century, while ' +
  'the engineers warned that the cost of maintenance would rise every year.';
const CHINESE =
  '请根据下面的合同条款,判断乙方是否可以在交付之前单方面解除合同,并说明理由。若条款之间有冲突,以后签订的为准。';

describe('estimateTokens', () => {
  // What o200k_base, the vocabulary of today's GPT models, makes of them.
  it.each([
    ['English', ENGLISH, 55],
    ['a long text', ENGLISH.repeat(500), 27_500],
    ['Chinese', CHINESE, 41],
    ['code', 'export const sum = (a: number, b: number): number => a + b;', 19],
  ])('is near the truth for %s', (_kind, text, tokens) => {
    expect(estimateTokens(text) / tokens).toBeGreaterThan(0.85);
    expect(estimateTokens(text) / tokens).toBeLessThan(1.15);
  });

  it('counts nothing for nothing, and something for anything', () => {
    expect([estimateTokens(''), estimateTokens(' ')]).toEqual([0, 1]);
  });
});

describe('estimatePrompt', () => {
  it('counts everything that is sent', () => {
    const plain = estimatePrompt(asking('hi'));
    const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }];
    expect(estimatePrompt(asking('hi', { tools }))).toBeGreaterThan(plain);
    const image = [{ type: 'image', url: 'data:image/png;base64,AA==' }] as const;
    expect(estimatePrompt(asking('hi', { messages: [{ role: 'user', content: image }] }))).toBeGreaterThan(
      500,
    );
  });
});
