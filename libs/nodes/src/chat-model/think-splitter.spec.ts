import { ThinkSplitter } from './think-splitter';

function split(pieces: readonly string[]): { text: string; reasoning: string } {
  const splitter = new ThinkSplitter();
  const whole = { text: '', reasoning: '' };
  const taken = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.flush()];
  for (const { kind, text } of taken) whole[kind] += text;
  return whole;
}

describe('ThinkSplitter', () => {
  const ANSWER = '<think>\nfirst a, then b\n</think>\n\nIt is b. <thin ice>';
  const EXPECTED = { text: 'It is b. <thin ice>', reasoning: 'first a, then b\n' };

  it('tells thoughts from text wherever the pieces are cut', () => {
    expect(split([ANSWER])).toEqual(EXPECTED);
    expect(split([...ANSWER])).toEqual(EXPECTED);
    for (let at = 1; at < ANSWER.length; at++) {
      expect(split([ANSWER.slice(0, at), ANSWER.slice(at)])).toEqual(EXPECTED);
    }
  });

  it('passes text on at once when no tag can have begun', () => {
    const splitter = new ThinkSplitter();
    expect(splitter.push('Hello ')).toEqual([{ kind: 'text', text: 'Hello ' }]);
    expect(splitter.push('a <')).toEqual([{ kind: 'text', text: 'a ' }]);
    expect(splitter.push(' b')).toEqual([{ kind: 'text', text: '< b' }]);
  });

  it('counts a thought that never ends as a thought', () => {
    expect(split(['<think>on and on </thi'])).toEqual({ text: '', reasoning: 'on and on </thi' });
  });
});
