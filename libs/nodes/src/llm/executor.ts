import { type ChatRequest, defineExecutor, type NodeContext, type NodeResult } from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';
import { type Ask, askForJson } from '../chat-model/ask-for-json';
import { chatRequest, given } from '../chat-model/chat-request';
import { type ModelAnswer, readAnswer } from '../chat-model/read-answer';
import { repairMessages } from '../chat-model/structured-answer';
import { tracedMessages } from '../chat-model/traced-messages';
import { combineAnswers, usageOutput } from '../chat-model/usage-output';
import { nodeErrors } from '../errors/node-errors';
import { PARAGRAPH, ToolConversation } from '../tool-calls/converse';
import { offeredTools, type OfferedTool } from '../tool-calls/offered-tools';
import { buildMessages } from './build-messages';
import { declaredTools, llm, toolUses, type LlmConfig } from './schema';
import { toolCallsOutput } from './tool-calls-output';

type Context = NodeContext<'chat' | 'files' | 'history' | 'sandbox' | 'tools' | 'mcp'>;

function responseFormat({ params }: LlmConfig): ChatRequest['responseFormat'] {
  const format = params.response_format;
  const type = typeof format === 'object' ? format.type : format;
  return type === 'json_object' ? { type } : undefined;
}

/** The tools as the model sees them, those that are called here after those of the flow. */
function chatTools(config: LlmConfig, offered: readonly OfferedTool[]): ChatRequest['tools'] {
  const tools = [...declaredTools(config.tools), ...offered];
  if (tools.length === 0) return undefined;
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
}

async function llmRequest(
  config: LlmConfig,
  context: Context,
  offered: readonly OfferedTool[],
): Promise<ChatRequest> {
  return {
    ...chatRequest(config, await buildMessages(config, context), context),
    ...given('responseFormat', responseFormat(config)),
    ...given('tools', chatTools(config, offered)),
  };
}

/**
 * Asks once. What has to fit a schema is not streamed, since it may have to be corrected. What is said after a tool
 * was called begins a paragraph of its own.
 */
function askWith(config: LlmConfig, { ports, signal, chunk }: Context): Ask {
  let hasSpoken = false;
  return (request) => {
    let isBreakDue = hasSpoken;
    return readAnswer(ports.chat.stream(request, signal), {
      reasoning: config.reasoning,
      signal,
      onPiece: ({ kind, text }) => {
        if (kind === 'text' && config.structured_output !== undefined) return;
        if (kind === 'text' && isBreakDue) chunk(kind, PARAGRAPH);
        if (kind === 'text') [hasSpoken, isBreakDue] = [true, false];
        chunk(kind, text);
      },
    });
  };
}

interface Answered {
  readonly answer: ModelAnswer;
  readonly structured?: Json;
}

/** Asks for JSON, and once more for the correction of what does not fit. A model that asks for tools is not done yet. */
async function askForStructure(
  request: ChatRequest,
  schema: JsonObject,
  { answer: ask, exchanged }: ToolConversation,
): Promise<Answered> {
  const { answer, reading } = await askForJson(request, schema, ask);
  if (reading.isValid) return { answer, structured: reading.value };
  if (answer.toolCalls.length > 0) return { answer, structured: null };
  const correction = { answer: answer.text, reason: reading.reason, schema };
  const second = await askForJson(
    { ...request, messages: repairMessages([...request.messages, ...exchanged], correction) },
    schema,
    ask,
  );
  if (!second.reading.isValid) {
    throw nodeErrors.STRUCTURED_OUTPUT_INVALID({ reason: second.reading.reason });
  }
  return { answer: combineAnswers(answer, second.answer), structured: second.reading.value };
}

function resultOf(
  { answer, structured }: Answered,
  request: ChatRequest,
  { calls, exchanged }: ToolConversation,
): NodeResult {
  const toolCalls = [...calls, ...toolCallsOutput(answer.toolCalls)];
  return {
    outputs: {
      text: answer.text,
      reasoning: answer.reasoning,
      ...(structured === undefined ? {} : { structured }),
      ...(request.tools ? { tool_calls: toolCalls } : {}),
      usage: usageOutput(answer),
      finish_reason: answer.finishReason,
    },
    inputs: { messages: tracedMessages([...request.messages, ...exchanged]) },
    usage: answer.usage,
  };
}

export default defineExecutor(llm, {
  needs: ['chat', 'files', 'history', 'sandbox', 'tools', 'mcp'],
  async run(config, context) {
    const declared = declaredTools(config.tools).map(({ name }) => name);
    const tools = await offeredTools(toolUses(config.tools), context, declared);
    const request = await llmRequest(config, context, tools);
    context.signal.throwIfAborted();
    const { structured_output: schema } = config;
    const ask = askWith(config, context);
    const conversation = new ToolConversation({ tools, declared, keepsText: !schema, ask, context });
    const answered = schema
      ? await askForStructure(request, schema, conversation)
      : { answer: await conversation.answer(request) };
    return resultOf(answered, request, conversation);
  },
});
