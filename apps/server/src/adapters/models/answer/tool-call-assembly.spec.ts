import type { ToolCallPart } from './answer-part';
import { ToolCallAssembly } from './tool-call-assembly';

const assemble = (...parts: ToolCallPart[]) => {
  const assembly = new ToolCallAssembly();
  for (const part of parts) assembly.add(part);
  return assembly.finish();
};

describe('ToolCallAssembly', () => {
  it('joins what belongs to one index', () => {
    expect(
      assemble(
        { index: 0, id: 'a', name: 'one', arguments: '', signature: 'kept' },
        { index: 1, id: 'b', name: 'two', arguments: '{"x"' },
        { index: 0, arguments: '{}' },
        { index: 1, arguments: ':1}' },
      ),
    ).toEqual([
      { id: 'a', name: 'one', arguments: '{}', signature: 'kept' },
      { id: 'b', name: 'two', arguments: '{"x":1}' },
    ]);
  });

  it('takes a new id for a new call although the index is the same', () => {
    const calls = assemble(
      { index: 0, id: 'a', name: 'one', arguments: '{}' },
      { index: 0, id: 'b', name: 'two', arguments: '{}' },
    );
    expect(calls.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('makes up ids and empty arguments', () => {
    expect(assemble({ index: 0, name: 'one' }, { index: 1, name: 'two', arguments: '{"a":1}' })).toEqual([
      { id: 'call_1', name: 'one', arguments: '{}' },
      { id: 'call_2', name: 'two', arguments: '{"a":1}' },
    ]);
  });

  it.each(['{"a":', '[1]', '"text"', 'null', '{"a":1}{"b":2}'])('refuses %s as arguments', (text) => {
    expect(() => assemble({ index: 0, id: 'a', name: 'one', arguments: text })).toThrow(
      expect.objectContaining({
        code: 'TOOL_ARGUMENTS_INVALID',
        details: expect.objectContaining({ tool: 'one' }),
      }),
    );
  });
});
