import type { ToolCaller } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';

/** A published flow that is to be run as a tool. */
export interface FlowToolCall {
  /** The tool's name, for messages. */
  readonly tool: string;
  readonly flowId: string;
  /** The live version when null. */
  readonly version: number | null;
  readonly inputs: JsonObject;
  /** For chatflows: what is said to them. */
  readonly query: string | undefined;
  readonly caller: ToolCaller;
}

/** What a flow that was run as a tool left behind. */
export interface FlowToolOutcome {
  readonly runId: string;
  readonly outputs: JsonObject;
  readonly answer: string;
}

/** Runs a flow to its end. @throws TOOL_FAILED, TOOL_CALLS_TOO_DEEP, FLOW_NOT_PUBLISHED, or the signal's reason */
export type RunFlowTool = (call: FlowToolCall, signal: AbortSignal) => Promise<FlowToolOutcome>;

/** Where tools reach the runs, which reach tools themselves: whoever runs flows puts itself in here at the start. */
@Injectable()
export class FlowRunner {
  private runner: RunFlowTool | undefined;

  use(runner: RunFlowTool): void {
    this.runner = runner;
  }

  run(call: FlowToolCall, signal: AbortSignal): Promise<FlowToolOutcome> {
    if (!this.runner) throw new Error('Nothing here runs flows.');
    return this.runner(call, signal);
  }
}
