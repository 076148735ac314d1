import { ToolCallAssembly, type ToolCallDelta } from './tool-call-assembly';

const assemble = (...deltas: ToolCallDelta[][]) => {
  const assembly = new ToolCallAssembly();
  for (const group of deltas) group.forEach((delta, position) => assembly.add(delta, position));
  return assembly.finish();
};

describe('ToolCallAssembly', () => {
  it('joins what belongs to one index', () => {
    expect(
      assemble(
        [{ index: 0, id: 'a', function: { name: 'one', arguments: '' } }],
        [{ index: 1, id: 'b', function: { name: 'two', arguments: '{"x"' } }],
        [{ index: 0, function: { arguments: '{}' } }],
        [{ index: 1, id: null, function: { name: null, arguments: ':1}' } }],
      ),
    ).toEqual([
      { id: 'a', name: 'one', arguments: '{}' },
      { id: 'b', name: 'two', arguments: '{"x":1}' },
    ]);
  });

  it('takes a new id for a new call although the index is the same', () => {
    const calls = assemble(
      [{ index: 0, id: 'a', function: { name: 'one', arguments: '{}' } }],
      [{ index: 0, id: 'b', function: { name: 'two', arguments: '{}' } }],
    );
    expect(calls.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('takes the position where no index is sent, and makes up ids', () => {
    expect(
      assemble([{ function: { name: 'one' } }, { function: { name: 'two', arguments: '{"a":1}' } }]),
    ).toEqual([
      { id: 'call_1', name: 'one', arguments: '{}' },
      { id: 'call_2', name: 'two', arguments: '{"a":1}' },
    ]);
  });

  it.each(['{"a":', '[1]', '"text"', 'null', '{"a":1}{"b":2}'])('refuses %s as arguments', (text) => {
    expect(() => assemble([{ index: 0, id: 'a', function: { name: 'one', arguments: text } }])).toThrow(
      expect.objectContaining({
        code: 'TOOL_ARGUMENTS_INVALID',
        details: expect.objectContaining({ tool: 'one' }),
      }),
    );
  });
});
