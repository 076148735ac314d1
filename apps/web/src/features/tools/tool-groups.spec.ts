import type { Tool } from '@heddle/contracts';
import { describe, expect, it } from 'vitest';
import { freeToolName, groupTools } from './tool-groups';

const tool = (kind: Tool['kind'], name: string, source?: string): Tool =>
  ({
    id: name,
    kind,
    name,
    title: { en: name, zh: name === 'time' ? '当前时间' : name },
    description: { en: `Does ${name}`, zh: '' },
    operation: kind === 'openapi' ? `GET /${name}` : null,
    source: source === undefined ? null : { id: source, name: source, server_url: `https://${source}.test` },
  }) as unknown as Tool;

const tools = [
  tool('openapi', 'getPet', 'pets'),
  tool('openapi', 'getCat', 'cats'),
  tool('openapi', 'addPet', 'pets'),
  tool('flow', 'greet'),
  tool('web_search', 'web_search', 'searxng'),
  tool('builtin', 'time'),
];
const namesOf = (list: readonly Tool[]) => list.map(({ name }) => name);

describe('groupTools', () => {
  it('puts operations of one service together, and a search in no service', () => {
    const { services, flows, searches, builtin } = groupTools(tools, { query: '', kind: 'all' });
    expect(services.map((group) => [group.source.name, namesOf(group.tools)])).toEqual([
      ['cats', ['getCat']],
      ['pets', ['getPet', 'addPet']],
    ]);
    expect([namesOf(flows), namesOf(searches), namesOf(builtin)]).toEqual([
      ['greet'],
      ['web_search'],
      ['time'],
    ]);
  });

  it('finds by every word, in either language, by path and by service', () => {
    const found = (query: string): string[] => {
      const { services, builtin } = groupTools(tools, { query, kind: 'all' });
      return [...services.flatMap((group) => namesOf(group.tools)), ...namesOf(builtin)];
    };
    expect(found('pets.TEST add')).toEqual(['addPet']);
    expect(found('/getcat')).toEqual(['getCat']);
    expect(found('当前')).toEqual(['time']);
  });

  it('shows one kind alone', () => {
    const groups = groupTools(tools, { query: '', kind: 'flow' });
    expect(Object.values(groups).map((list: readonly unknown[]) => list.length)).toEqual([0, 1, 0, 0]);
  });
});

describe('freeToolName', () => {
  it('makes a name that models can call and that is free', () => {
    expect(freeToolName('Weekly report!', [])).toBe('Weekly_report');
    expect(freeToolName('天气', ['flow', 'flow_2'])).toBe('flow_3');
    expect(freeToolName('x'.repeat(80), ['x'.repeat(60)])).toBe(`${'x'.repeat(60)}_2`);
  });
});
