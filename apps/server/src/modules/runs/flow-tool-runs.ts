import { isFinalStatus } from '@heddle/model';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { toolErrors } from '../../adapters/tools/tool-errors';
import { flowErrors } from '../flows/flow-errors';
import { PublishedFlows } from '../flows/published-flows';
import { FlowRunner, type FlowToolCall, type FlowToolOutcome } from '../tools/flow-runner';
import { ActiveRuns } from './active-runs';
import { RunCalls, type RunOutcome } from './run-calls';
import type { RunTarget } from './run-request';
import { RunTargets } from './run-targets';

/** How many runs may wait for each other, each called by the one before as a tool. */
const MAX_CALL_DEPTH = 8;

const CALLER_STOPPED = 'The run that called this one was stopped.';

/** Runs flows that other runs call as tools: as runs of their own, which end with their caller. */
@Injectable()
export class FlowToolRuns implements OnModuleInit {
  constructor(
    private readonly runner: FlowRunner,
    private readonly published: PublishedFlows,
    private readonly targets: RunTargets,
    private readonly calls: RunCalls,
    private readonly active: ActiveRuns,
  ) {}

  onModuleInit(): void {
    this.runner.use((call, signal) => this.run(call, signal));
  }

  private async run(call: FlowToolCall, signal: AbortSignal): Promise<FlowToolOutcome> {
    const { caller, inputs, query, tool } = call;
    const depth = (caller.caller?.depth ?? 0) + 1;
    if (depth > MAX_CALL_DEPTH) throw toolErrors.TOOL_CALLS_TOO_DEEP({ limit: MAX_CALL_DEPTH });
    const target = await this.target(call);
    signal.throwIfAborted();
    const run = await this.calls.call({
      target,
      source: this.active.get(caller.runId)?.record.source ?? 'api',
      userId: caller.userId,
      inputs,
      ...(query === undefined ? {} : { query }),
      // What a tool is told is no conversation of its user's: nothing of it is kept as one.
      ...(target.mode === 'chatflow' ? { history: [] } : {}),
      caller: { runId: caller.runId, depth },
    });
    const stop = (): void => run.stop(CALLER_STOPPED);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      const outcome = await run.outcome();
      signal.throwIfAborted();
      return { runId: run.runId, ...resultOf(tool, run.runId, outcome) };
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private async target({ flowId, version, caller }: FlowToolCall): Promise<RunTarget> {
    const flow = await this.published.find(flowId);
    if (flow?.workspaceId !== caller.workspaceId) throw toolErrors.TOOL_NOT_FOUND({ tool: flowId });
    if (flow.version === null) throw flowErrors.FLOW_NOT_PUBLISHED({ flow_id: flowId });
    return this.targets.live(version === null ? flow : { ...flow, version });
  }
}

function resultOf(tool: string, runId: string, outcome: RunOutcome): Omit<FlowToolOutcome, 'runId'> {
  const { status, error, outputs, answer } = outcome;
  if (status === 'succeeded' || status === 'partial_succeeded') return { outputs, answer };
  const reason = isFinalStatus(status)
    ? (error?.message ?? `its run ended as ${status}`)
    : `its run waits for somebody and cannot be waited for (${status})`;
  // The run had its own retries; the same inputs would lead it the same way.
  const failure = toolErrors.TOOL_FAILED({ tool, reason, run_id: runId });
  throw Object.assign(failure, { isRetryable: false });
}
