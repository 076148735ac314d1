import { parseDirectives, parseSettings, withoutDirectives } from './directives';

describe('parseDirectives', () => {
  it.each([
    ['[[echo]] hi', [{ name: 'echo', argument: '' }]],
    ['a [[reply:one [1] two]] b', [{ name: 'reply', argument: 'one [1] two' }]],
    ['[[json:{"a":[[1]],"b":"]]"}]]', [{ name: 'json', argument: '{"a":[[1]],"b":"]]"}' }]],
    [
      '[[tool:add {"a":1}]][[tool:sub {}]]',
      [
        { name: 'tool', argument: 'add {"a":1}' },
        { name: 'tool', argument: 'sub {}' },
      ],
    ],
    ['no [[ closing', []],
    ['[[reply:never closed', []],
  ])('reads %j', (text, expected) => {
    expect(parseDirectives(text)).toEqual(expected);
  });

  it('leaves the rest of the text', () => {
    expect(withoutDirectives('Say [[think:hm]] hello [[reply:[x] ]] now ')).toBe('Say  hello  now');
  });

  it('reads settings with quoted values', () => {
    const { words, settings } = parseSettings('503 times=2 message="try later"');
    expect(words).toEqual(['503']);
    expect([...settings]).toEqual([
      ['times', '2'],
      ['message', 'try later'],
    ]);
  });
});
