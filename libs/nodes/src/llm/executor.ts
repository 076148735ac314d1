import {
  type ChatMessage,
  type ChatRequest,
  defineExecutor,
  type NodeContext,
  type NodeResult,
} from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';
import { type Ask, askForJson } from '../chat-model/ask-for-json';
import { chatRequest, given } from '../chat-model/chat-request';
import { type ModelAnswer, readAnswer } from '../chat-model/read-answer';
import { repairMessages } from '../chat-model/structured-answer';
import { tracedMessages } from '../chat-model/traced-messages';
import { combineAnswers, usageOutput } from '../chat-model/usage-output';
import { nodeErrors } from '../errors/node-errors';
import { buildMessages } from './build-messages';
import { llm, type LlmConfig } from './schema';
import { toolCallsOutput } from './tool-calls-output';

type Context = NodeContext<'chat' | 'files' | 'history' | 'sandbox'>;

function responseFormat({ params }: LlmConfig): ChatRequest['responseFormat'] {
  const format = params.response_format;
  const type = typeof format === 'object' ? format.type : format;
  return type === 'json_object' ? { type } : undefined;
}

const llmRequest = (config: LlmConfig, messages: readonly ChatMessage[], context: Context): ChatRequest => ({
  ...chatRequest(config, messages, context),
  ...given('responseFormat', responseFormat(config)),
  ...given('tools', config.tools.length > 0 ? config.tools : undefined),
});

/** Asks once. What has to fit a schema is not streamed, since it may have to be corrected. */
const askWith =
  (config: LlmConfig, { ports, signal, chunk }: Context): Ask =>
  (request) =>
    readAnswer(ports.chat.stream(request, signal), {
      reasoning: config.reasoning,
      signal,
      onPiece: ({ kind, text }) => {
        if (config.structured_output === undefined || kind === 'reasoning') chunk(kind, text);
      },
    });

interface Answered {
  readonly answer: ModelAnswer;
  readonly structured?: Json;
}

/** Asks for JSON, and once more for the correction of what does not fit. A model that asks for tools is not done yet. */
async function askForStructure(request: ChatRequest, schema: JsonObject, ask: Ask): Promise<Answered> {
  const { answer, reading } = await askForJson(request, schema, ask);
  if (reading.isValid) return { answer, structured: reading.value };
  if (answer.toolCalls.length > 0) return { answer, structured: null };
  const correction = { answer: answer.text, reason: reading.reason, schema };
  const second = await askForJson(
    { ...request, messages: repairMessages(request.messages, correction) },
    schema,
    ask,
  );
  if (!second.reading.isValid) {
    throw nodeErrors.STRUCTURED_OUTPUT_INVALID({ reason: second.reading.reason });
  }
  return { answer: combineAnswers(answer, second.answer), structured: second.reading.value };
}

function resultOf({ answer, structured }: Answered, request: ChatRequest, config: LlmConfig): NodeResult {
  return {
    outputs: {
      text: answer.text,
      reasoning: answer.reasoning,
      ...(structured === undefined ? {} : { structured }),
      ...(config.tools.length > 0 ? { tool_calls: toolCallsOutput(answer.toolCalls) } : {}),
      usage: usageOutput(answer),
      finish_reason: answer.finishReason,
    },
    inputs: { messages: tracedMessages(request.messages) },
    usage: answer.usage,
  };
}

export default defineExecutor(llm, {
  needs: ['chat', 'files', 'history', 'sandbox'],
  async run(config, context) {
    const request = llmRequest(config, await buildMessages(config, context), context);
    context.signal.throwIfAborted();
    const ask = askWith(config, context);
    const { structured_output: schema } = config;
    const answered = schema ? await askForStructure(request, schema, ask) : { answer: await ask(request) };
    return resultOf(answered, request, config);
  },
});
