import type { McpServer } from '@heddle/contracts';
import { describe, expect, it } from 'vitest';
import { createBodyOf, draftOfServer, EMPTY_MCP_DRAFT, problemsOf, updateBodyOf } from './mcp-form';

const server = {
  name: 'adder',
  transport: 'streamable_http',
  url: 'https://mcp.test/mcp',
  command: null,
  args: [],
  auth: { type: 'bearer', in: 'header', name: 'X-API-Key', username: '', has_credential: true },
} as unknown as McpServer;

describe('the form of an MCP server', () => {
  it('asks for an address or for a command, as the transport wants', () => {
    expect(problemsOf(EMPTY_MCP_DRAFT)).toEqual(['name', 'url']);
    expect(problemsOf({ ...EMPTY_MCP_DRAFT, name: 'x', transport: 'stdio', url: 'mcp.test' })).toEqual([
      'command',
    ]);
  });

  it('sends one argument a line, blanks within them kept', () => {
    const draft = { ...EMPTY_MCP_DRAFT, name: ' local ', transport: 'stdio', command: 'npx' } as const;
    expect(createBodyOf({ ...draft, args: '-y\r\n\n  --root=/a b\n' })).toEqual({
      transport: 'stdio',
      name: 'local',
      command: 'npx',
      args: ['-y', '  --root=/a b'],
    });
  });

  it('sends only what was changed', () => {
    const draft = draftOfServer(server);
    expect(updateBodyOf({ ...draft, name: 'sums' }, server)).toEqual({ name: 'sums' });
    expect(updateBodyOf({ ...draft, url: 'https://mcp.test/other' }, server)).toEqual({
      url: 'https://mcp.test/other',
    });
    expect(updateBodyOf({ ...draft, auth: { ...draft.auth, credential: 't-2' } }, server)).toMatchObject({
      auth: { type: 'bearer', credential: 't-2' },
    });
  });
});
