import { describeNodeContract, fakeMcp, fakePorts, runNode, type ScriptedTool } from '@heddle/testing';
import executor from './executor';
import { mcp } from './schema';

const SEARCH: ScriptedTool = {
  parameters: { type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } } },
  answer: ({ query, limit }) => ({ text: `${String(query)} ${String(limit)}` }),
};
const server = () => fakeMcp({ docs: { search: SEARCH } });
const variables = { start: { question: 'looms' } };
const config = {
  server_id: 'docs',
  tool: 'search',
  arguments: { query: '{{ start.question }}', limit: '3' },
};

describeNodeContract(mcp, executor, {
  folder: __dirname,
  samples: [{ config, variables, ports: fakePorts({ mcp: server() }), isRun: true }],
});

describe('a call of an MCP tool', () => {
  it('has arguments that fit what was approved', async () => {
    const port = server();
    const run = await runNode(executor, config, { variables, ports: fakePorts({ mcp: port }) });
    expect(run.outputs).toEqual({ text: 'looms 3', json: null, files: [] });
    expect(port.calls).toEqual([
      {
        workspaceId: 'workspace-1',
        serverId: 'docs',
        tool: 'search',
        arguments: { query: 'looms', limit: 3 },
      },
    ]);
  });

  it.each([
    [{ ...config, tool: 'other' }, 'MCP_TOOL_NOT_FOUND'],
    [{ ...config, server_id: 'gone' }, 'MCP_SERVER_NOT_FOUND'],
    [{ ...config, arguments: { limit: 'many' } }, 'TOOL_ARGUMENTS_INVALID'],
  ])('is refused for %j', async (given, code) => {
    const ports = fakePorts({ mcp: server() });
    await expect(runNode(executor, given, { variables, ports })).rejects.toMatchObject({ code });
  });

  it('has to name a server and a tool', () => {
    const empty = { server_id: '', tool: '', arguments: {} };
    expect(mcp.check?.(empty)).toMatchObject([{ path: 'server_id' }, { path: 'tool' }]);
    expect(mcp.uses?.(empty)).toEqual([]);
  });
});
