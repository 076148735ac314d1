import type { Json, JsonObject } from '@heddle/model';
import type { FileValue } from './files-port';

/** A tool as models and flows see it. */
export interface ToolDescription {
  /** How models call it: letters, digits, _ and -, at most 64. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, which are always an object. */
  readonly parameters: JsonObject;
}

/** Which tool is meant: one of the workspace's tools, or a published flow by its own id. */
export interface ToolReference {
  readonly type: 'tool' | 'flow';
  readonly id: string;
}

/** The run that calls a tool; a run's scope is one. */
export interface ToolCaller {
  readonly workspaceId: string;
  readonly runId: string;
  readonly userId: string;
  /** The run that called this one, for runs that are tool calls themselves. */
  readonly caller?: CallingRun;
}

/** The run that called another one as a tool. */
export interface CallingRun {
  readonly runId: string;
  /** How many runs wait for each other down to the called one, which is 1 for a call of a run that nobody called. */
  readonly depth: number;
}

/** One call of a tool; its arguments fit the tool's schema. */
export interface ToolCall {
  readonly tool: ToolReference;
  readonly arguments: JsonObject;
  readonly caller: ToolCaller;
  /** The same for each attempt: sent along where the other side can tell repetitions by it. */
  readonly idempotencyKey: string;
}

/** What a tool answers. */
export interface ToolResult {
  readonly text: string;
  /** The answer as data; null when it is nothing but text or files. */
  readonly json: Json;
  readonly files: readonly FileValue[];
  /** The run of the flow that answered, for flows. */
  readonly runId?: string;
}

/** Calls the tools of a workspace: built-in ones, operations of web services, and flows. */
export interface ToolsPort {
  /** @throws TOOL_NOT_FOUND, TOOL_DISABLED */
  describe(workspaceId: string, tool: ToolReference): Promise<ToolDescription>;
  /**
   * @throws TOOL_NOT_FOUND, TOOL_DISABLED, TOOL_ARGUMENTS_INVALID, TOOL_FAILED, TOOL_CALLS_TOO_DEEP, and what the
   * ports behind throw; with the signal's reason when that is aborted
   */
  call(call: ToolCall, signal: AbortSignal): Promise<ToolResult>;
}
