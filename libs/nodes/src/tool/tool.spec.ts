import type { JsonObject } from '@heddle/model';
import { describeNodeContract, fakePorts, fakeTools, runNode, type ScriptedTool } from '@heddle/testing';
import executor from './executor';
import { tool } from './schema';

const ADD: ScriptedTool = {
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  answer: ({ a, b }) => ({ json: { sum: Number(a) + Number(b) } }),
};
const variables = { start: { a: 1, text: '2' } };
const config = { tool_id: 'add', arguments: { a: '{{ start.a }}', b: '{{ start.text }}' } };

describeNodeContract(tool, executor, {
  folder: __dirname,
  samples: [{ config, variables, ports: fakePorts({ tools: fakeTools({ add: ADD }) }), isRun: true }],
});

const call = async (given: JsonObject, tools: Record<string, ScriptedTool> = { add: ADD }) => {
  const port = fakeTools(tools);
  const ports = fakePorts({ tools: port });
  return { run: await runNode(executor, given, { variables, ports }), calls: port.calls };
};

describe('a call of a tool', () => {
  it('has the arguments with their types, and says who calls', async () => {
    const { run, calls } = await call(config);
    expect(run.outputs).toEqual({ text: '{"sum":3}', json: { sum: 3 }, files: [] });
    expect(run.inputs).toEqual({ tool: 'add', arguments: { a: 1, b: 2 } });
    expect(calls).toMatchObject([
      {
        tool: { type: 'tool', id: 'add' },
        caller: { runId: 'run-1', workspaceId: 'workspace-1' },
        idempotencyKey: 'run-1:node-1',
      },
    ]);
  });

  it('names the run of a flow in the trace', async () => {
    const flow = { answer: () => ({ text: 'done', runId: 'r2' }) };
    const { run } = await call({ tool_id: 'flow' }, { flow });
    expect(run.inputs).toEqual({ tool: 'flow', arguments: {}, run_id: 'r2' });
  });

  it('is not made with arguments that do not fit', async () => {
    await expect(call({ tool_id: 'add', arguments: { a: 1 } })).rejects.toMatchObject({
      code: 'TOOL_ARGUMENTS_INVALID',
      message: '"add" cannot be called with these arguments: b is missing.',
    });
    await expect(call({ tool_id: 'gone' })).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
  });

  it('has to name a tool', () => {
    expect(tool.check?.({ tool_id: '', arguments: {} })).toMatchObject([{ path: 'tool_id' }]);
    expect(tool.uses?.({ tool_id: 'add', arguments: {} })).toEqual([
      { kind: 'tool', id: 'add', path: 'tool_id' },
    ]);
  });
});
