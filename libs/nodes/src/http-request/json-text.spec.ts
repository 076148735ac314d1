import type { JsonObject } from '@heddle/model';
import { fakeVariables } from '@heddle/testing';
import { fillJsonText } from './json-text';

const fill = (template: string, v: JsonObject, isDifyCompatible = false): string =>
  fillJsonText(template, { lookup: fakeVariables({ v }).lookup, isDifyCompatible });

describe('fillJsonText', () => {
  it('writes values as JSON outside quotes and escapes them inside', () => {
    const text =
      '{"name": {{ v.name }}, "greeting": "Hi {{ v.name }}!", "list": {{ v.list }}, "n": {{ v.n }}}';
    const values = { name: 'A"b\\\n', list: [1, 'x'], n: null };
    expect(JSON.parse(fill(text, values))).toEqual({
      name: 'A"b\\\n',
      greeting: 'Hi A"b\\\n!',
      list: [1, 'x'],
      n: null,
    });
  });

  it('keeps a value from adding keys', () => {
    const values = { name: '", "admin": true, "x": "' };
    expect(JSON.parse(fill('{"name": "{{ v.name }}"}', values))).toEqual(values);
    expect(JSON.parse(fill('{"name": {{ v.name }}}', values))).toEqual(values);
  });

  it('is not misled by escaped quotes', () => {
    expect(JSON.parse(fill('{"a": "\\"", "b": {{ v.b }}}', { b: 1 }))).toEqual({ a: '"', b: 1 });
  });

  it('sends what a lone reference names, JSON text unchanged', () => {
    expect(fill('{{ v.b }}', { b: '{"a":1}' })).toBe('{"a":1}');
    expect(fill(' {{ v.b }} ', { b: { a: 1 } })).toBe('{"a":1}');
    expect(fill('{{ v.b }}', { b: 'plain' })).toBe('"plain"');
  });

  it('reads text that is JSON as JSON in the Dify mode', () => {
    const values = { b: '{"c":1}', n: '5', t: 'x' };
    expect(fill('{"a": {{ v.b }}, "n": {{ v.n }}, "t": {{ v.t }}}', values, true)).toBe(
      '{"a": {"c":1}, "n": 5, "t": "x"}',
    );
  });

  it.each([
    ["{name: 'Ada', tags: ['x',],}", { name: 'Ada', tags: ['x'] }],
    ['{"n": {{ v.n }}, "t": {{ v.t }},}', { n: 5, t: 'x' }],
    ['{"a": "b" "c": 1', { a: 'b', c: 1 }],
    ['{{ v.broken }}', { a: 1 }],
    ['{{ v.t }}', 'x'],
  ])('repairs %s in the Dify mode', (template, expected) => {
    const values = { n: '5', t: 'x', broken: "{'a': 1" };
    expect(JSON.parse(fill(template, values, true))).toEqual(expected);
    if (template !== '{{ v.t }}' && template !== '{{ v.broken }}') {
      expect(() => fill(template, values)).toThrow('The body is not valid JSON');
    }
  });

  it('refuses what nobody could repair', () => {
    expect(() => fill('', {}, true)).toThrow(expect.objectContaining({ code: 'HTTP_BODY_INVALID' }) as Error);
  });

  it('refuses what is not JSON in the end', () => {
    expect(() => fill('{"a": }', {})).toThrow(
      expect.objectContaining({ code: 'HTTP_BODY_INVALID' }) as Error,
    );
  });
});
