import { describe, expect, it } from 'vitest';
import { groupChoices, matchChoices } from './choice';

const choices = [
  { value: 'a', label: 'Blue whale', group: 'Sea' },
  { value: 'b', label: 'Whale shark', description: 'A fish', group: 'Sea' },
  { value: 'c', label: 'Sparrow', group: 'Air' },
];

describe('choices', () => {
  it('match when every word is found, those that begin with it first', () => {
    expect(matchChoices(choices, 'whale').map((choice) => choice.value)).toEqual(['b', 'a']);
    expect(matchChoices(choices, 'fish whale').map((choice) => choice.value)).toEqual(['b']);
    expect(matchChoices(choices, '  ')).toHaveLength(3);
  });

  it('stand under their headings in order of appearance', () => {
    expect(groupChoices(choices).map((group) => [group.heading, group.choices.length])).toEqual([
      ['Sea', 2],
      ['Air', 1],
    ]);
  });
});
