import type { FileValue, ToolCall, ToolDescription, ToolResult } from '@heddle/engine';
import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { toolErrors } from '../../adapters/tools/tool-errors';
import { flowErrors } from '../flows/flow-errors';
import { PublishedFlows, type LiveFlow } from '../flows/published-flows';
import { flowParameters, QUERY_ARGUMENT } from './flow-parameters';
import { FlowRunner } from './flow-runner';

/** Which flow a tool is, and in which version; the live one when null. */
export interface FlowChoice {
  readonly flowId: string;
  readonly version: number | null;
}

const isFile = (value: Json | undefined): value is JsonObject =>
  isJsonObject(value) && ['id', 'name', 'mime_type'].every((key) => typeof value[key] === 'string');

const filesIn = (outputs: JsonObject): FileValue[] =>
  Object.values(outputs)
    .flat()
    .filter(isFile)
    .map((file) => file as unknown as FileValue);

/** What a model reads: the answer, the one text that the flow has as result, or all results as JSON. */
function textOf(answer: string, outputs: JsonObject): string {
  if (answer !== '') return answer;
  const values = Object.values(outputs);
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : JSON.stringify(outputs);
}

/** How models call a flow that was not made a tool under a name of its own. */
function nameOf({ id, name }: LiveFlow): string {
  const plain = name.trim().replace(/[\s./]+/g, '_');
  return /^[A-Za-z0-9_-]{1,64}$/.test(plain) ? plain : `flow_${id.slice(0, 8)}`;
}

/** Published flows as tools. */
@Injectable()
export class FlowTools {
  constructor(
    private readonly published: PublishedFlows,
    private readonly runner: FlowRunner,
  ) {}

  /** @throws TOOL_NOT_FOUND, FLOW_NOT_PUBLISHED */
  async describe(workspaceId: string, { flowId, version }: FlowChoice): Promise<ToolDescription> {
    const flow = await this.flow(workspaceId, flowId);
    const wanted = version ?? flow.version;
    const runnable = wanted === null ? undefined : await this.published.version(flowId, wanted);
    if (!runnable) throw flowErrors.FLOW_NOT_PUBLISHED({ flow_id: flowId });
    const description = [flow.name, flow.description].filter((part) => part !== '').join(': ');
    return {
      name: nameOf(flow),
      description,
      parameters: flowParameters(runnable, flow.mode === 'chatflow'),
    };
  }

  /** @throws TOOL_NOT_FOUND, FLOW_NOT_PUBLISHED, TOOL_FAILED, TOOL_CALLS_TOO_DEEP, or the signal's reason */
  async call(
    { name, ...choice }: FlowChoice & { readonly name: string },
    call: ToolCall,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const flow = await this.flow(call.caller.workspaceId, choice.flowId);
    const { [QUERY_ARGUMENT]: query, ...inputs } = call.arguments;
    const isChat = flow.mode === 'chatflow';
    const { outputs, answer, runId } = await this.runner.run(
      {
        tool: name,
        ...choice,
        inputs: isChat ? inputs : call.arguments,
        query: isChat && typeof query === 'string' ? query : undefined,
        caller: call.caller,
      },
      signal,
    );
    return { text: textOf(answer, outputs), json: outputs, files: filesIn(outputs), runId };
  }

  private async flow(workspaceId: string, flowId: string): Promise<LiveFlow> {
    const flow = z.uuid().safeParse(flowId).success ? await this.published.find(flowId) : undefined;
    if (flow?.workspaceId !== workspaceId) throw toolErrors.TOOL_NOT_FOUND({ tool: flowId });
    return flow;
  }
}
