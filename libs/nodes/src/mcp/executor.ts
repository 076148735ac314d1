import { defineExecutor } from '@heddle/engine';
import { nodeErrors } from '../errors/node-errors';
import { fitArguments } from '../tool-calls/fit-arguments';
import { givenArguments, toolOutputs } from '../tool-calls/tool-outputs';
import { mcp } from './schema';

export default defineExecutor(mcp, {
  needs: ['mcp'],
  async run({ server_id: serverId, tool: name, arguments: values }, context) {
    const { ports, run, signal } = context;
    const { workspaceId } = run;
    const tools = await ports.mcp.tools(workspaceId, serverId);
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw nodeErrors.MCP_TOOL_NOT_FOUND({ server: serverId, tool: name });
    const given = fitArguments(name, tool.parameters, givenArguments(values, context));
    signal.throwIfAborted();
    const result = await ports.mcp.call({ workspaceId, serverId, tool: name, arguments: given }, signal);
    return { outputs: toolOutputs(result), inputs: { tool: name, arguments: given } };
  },
});
