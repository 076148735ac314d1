import { definitions } from '@heddle/nodes';
import { describe, expect, it } from 'vitest';
import { paletteGroups, type PaletteContext } from './palette-groups';

const open: PaletteContext = {
  mode: 'workflow',
  needsEntry: false,
  needsExit: false,
  isInside: false,
  canLeaveLoop: false,
};
const typesOf = (context: Partial<PaletteContext>, search = ''): string[] =>
  paletteGroups(definitions, { ...open, ...context }, search).flatMap((group) =>
    group.definitions.map(({ type }) => type),
  );

describe('the palette', () => {
  it('offers the types of the mode', () => {
    expect(typesOf({})).toEqual(expect.arrayContaining(['trigger', 'output']));
    expect(typesOf({})).not.toContain('answer');
    expect(typesOf({ mode: 'chatflow' })).toContain('answer');
  });

  it('offers nothing that the place could not take', () => {
    expect(typesOf({ needsEntry: true })).not.toContain('trigger');
    expect(typesOf({ needsExit: true })).not.toContain('output');
  });

  it('offers a way out of loops where there is one, and no start inside a container', () => {
    expect(typesOf({})).toEqual(expect.arrayContaining(['iteration', 'loop', 'subflow']));
    expect(typesOf({})).not.toContain('loop_exit');
    expect(typesOf({ isInside: true, canLeaveLoop: true })).toContain('loop_exit');
    expect(typesOf({ isInside: true, canLeaveLoop: true })).not.toContain('trigger');
  });

  it('finds types by words of either language', () => {
    expect(typesOf({}, 'web service')).toContain('http_request');
    expect(typesOf({}, 'web service')).not.toContain('condition');
    expect(typesOf({}, '条件分支')).toContain('condition');
    expect(typesOf({}, 'no such node')).toEqual([]);
  });
});
