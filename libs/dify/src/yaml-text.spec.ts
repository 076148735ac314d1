import { plainData } from './plain-data';
import { MAX_YAML_LENGTH, parseYaml, writeYaml } from './yaml-text';

const expectProblem = (text: string, problem: object): void => {
  let thrown: unknown;
  try {
    plainData(parseYaml(text));
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject(problem);
};

describe('YAML', () => {
  it('names the line of a mistake', () => {
    expectProblem('a: 1\nb: [1\nc: 2\n', { code: 'DSL_SYNTAX', details: { line: 3 } });
  });

  it('is refused when it unfolds without end, nests without end, or never ends', () => {
    const names = 'abcdefghij';
    const bomb = [...names]
      .map(
        (name, index) =>
          `${name}: &${name} [${index === 0 ? 'x' : `*${names[index - 1] ?? ''},`.repeat(10)}]`,
      )
      .join('\n');
    expectProblem(bomb, { code: 'DSL_LIMIT', details: { what: 'aliases' } });
    expectProblem('['.repeat(150) + ']'.repeat(150), { details: { what: 'nested levels' } });
    expectProblem('x'.repeat(MAX_YAML_LENGTH + 1), { details: { what: 'characters' } });
  });

  it('loses the key that would change a prototype, and what JSON cannot say', () => {
    const data = plainData(parseYaml('a: {__proto__: {b: 1}, c: .inf, constructor: d}'));
    expect(JSON.stringify(data)).toBe('{"a":{"c":null,"constructor":"d"}}');
  });

  it('is written so that it reads back the same', () => {
    const data = { text: 'a: b\n\n  c ', yes: 'yes', number: '1e3', list: [[], {}], long: 'x '.repeat(200) };
    expect(parseYaml(writeYaml(data))).toEqual(data);
  });
});
