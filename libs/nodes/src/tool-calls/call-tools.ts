import type { ChatMessage, ChatToolCall, FileValue, NodeContext, ToolResult } from '@heddle/engine';
import { isFlowError, isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { fitArguments } from './fit-arguments';
import type { OfferedTool } from './offered-tools';
import type { ToolUse } from './tool-use-schema';

type Context = Pick<NodeContext, 'signal' | 'idempotencyKey'>;

/** What of an answer a model is shown; what is left out, it is told. */
const MAX_SHOWN = 100_000;

/** A call that was made, as nodes after it read it. */
export interface MadeCall {
  readonly message: ChatMessage;
  readonly record: JsonObject;
}

/** Arguments as an object where they are one, else the text as the model wrote it. */
export function callArguments(text: string): Json {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}

const fileLine = ({ id, name, mime_type: type }: FileValue): string => `[file ${name} (${type}), id ${id}]`;

function shownText({ text, files }: ToolResult): string {
  const whole = [text, ...files.map(fileLine)].filter((part) => part !== '').join('\n');
  if (whole.length <= MAX_SHOWN) return whole;
  return `${whole.slice(0, MAX_SHOWN)}\n[cut here: the answer has ${whole.length} characters]`;
}

async function answerOf(tool: OfferedTool | undefined, call: ChatToolCall, key: string): Promise<ToolResult> {
  if (!tool) throw nodeErrors.TOOL_NOT_FOUND({ tool: call.name });
  const given = callArguments(call.arguments);
  if (!isJsonObject(given)) {
    throw nodeErrors.TOOL_ARGUMENTS_INVALID({ tool: call.name, reason: 'they are no JSON object' });
  }
  return tool.call(fitArguments(tool.name, tool.parameters, given), key);
}

/** What a model is told of a failure; what ends the run is none. */
function failureText(error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  if (!isFlowError(error) || error.category === 'cancelled' || error.category === 'internal') throw error;
  return `Error: ${error.message} (${error.code})`;
}

/** What came of a call: what the model is told, and what is worth noting besides. */
interface Told {
  readonly text: string;
  readonly isError: boolean;
  readonly facts: JsonObject;
}

async function tell(
  tool: OfferedTool | undefined,
  call: ChatToolCall,
  { signal, idempotencyKey }: Context,
): Promise<Told> {
  try {
    const result = await answerOf(tool, call, `${idempotencyKey}:${call.id}`);
    const facts = {
      ...(result.files.length > 0 ? { files: result.files.map((file) => ({ ...file })) } : {}),
      ...(result.runId === undefined ? {} : { run_id: result.runId }),
    };
    return { text: shownText(result), isError: false, facts };
  } catch (error) {
    return { text: failureText(error, signal), isError: true, facts: {} };
  }
}

const useRecord = (use: ToolUse): JsonObject => ({
  type: use.type,
  id: use.id,
  ...(use.type === 'mcp' && use.tool !== undefined ? { tool: use.tool } : {}),
});

/** Makes one call that a model asks for; a failure is an answer like any other, so that it can try something else. */
async function makeCall(
  tool: OfferedTool | undefined,
  call: ChatToolCall,
  context: Context,
): Promise<MadeCall> {
  const startedAt = performance.now();
  const { text, isError, facts } = await tell(tool, call, context);
  return {
    message: { role: 'tool', toolCallId: call.id, content: text },
    record: {
      id: call.id,
      name: call.name,
      arguments: callArguments(call.arguments),
      ...(tool ? { tool: useRecord(tool.use) } : {}),
      text,
      is_error: isError,
      elapsed_ms: Math.round(performance.now() - startedAt),
      ...facts,
    },
  };
}

/** Makes the calls of one answer of a model, all at once; in its order. @throws the signal's reason */
export function callTools(
  calls: readonly ChatToolCall[],
  tools: readonly OfferedTool[],
  context: Context,
): Promise<MadeCall[]> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return Promise.all(calls.map((call) => makeCall(byName.get(call.name), call, context)));
}
