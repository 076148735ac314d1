import { defineExecutor } from '@heddle/engine';
import { fitArguments } from '../tool-calls/fit-arguments';
import { givenArguments, toolOutputs } from '../tool-calls/tool-outputs';
import { tool } from './schema';

export default defineExecutor(tool, {
  needs: ['tools'],
  async run({ tool_id: id, arguments: values }, context) {
    const { ports, run, signal, idempotencyKey } = context;
    const reference = { type: 'tool', id } as const;
    const { name, parameters } = await ports.tools.describe(run.workspaceId, reference);
    const given = fitArguments(name, parameters, givenArguments(values, context));
    signal.throwIfAborted();
    const call = { tool: reference, arguments: given, caller: run, idempotencyKey };
    const result = await ports.tools.call(call, signal);
    const calledRun = result.runId === undefined ? {} : { run_id: result.runId };
    return { outputs: toolOutputs(result), inputs: { tool: name, arguments: given, ...calledRun } };
  },
});
