import {
  type ChatMessage,
  type ChatRequest,
  defineExecutor,
  type NodeContext,
  type NodeResult,
} from '@heddle/engine';
import type { Json, JsonObject, Usage } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { buildMessages } from './build-messages';
import { type ModelAnswer, readAnswer } from './read-answer';
import { llm, type LlmConfig } from './schema';
import { readStructured, repairMessages } from './structured-answer';

type Context = NodeContext<'chat' | 'files' | 'history'>;

/** Leaves out what is not set, since ports tell absent from undefined. */
const given = <Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> =>
  value === undefined ? {} : ({ [key]: value } as Record<Key, Value>);

function responseFormat({ structured_output: schema, params }: LlmConfig): ChatRequest['responseFormat'] {
  if (schema) return { type: 'json_schema', schema };
  const format = params.response_format;
  const type = typeof format === 'object' ? format.type : format;
  return type === 'json_object' ? { type } : undefined;
}

function chatRequest(config: LlmConfig, messages: readonly ChatMessage[], context: Context): ChatRequest {
  const { params } = config;
  return {
    workspaceId: context.run.workspaceId,
    messages,
    ...given('modelInstanceId', config.model_instance_id || undefined),
    ...given('model', config.model || undefined),
    ...given('temperature', params.temperature),
    ...given('topP', params.top_p),
    ...given('maxTokens', params.max_tokens),
    ...given('stop', params.stop),
    ...given('seed', params.seed),
    ...given('responseFormat', responseFormat(config)),
  };
}

/** Asks once. What has to fit a schema is not streamed, since it may have to be corrected. */
function ask(config: LlmConfig, messages: readonly ChatMessage[], context: Context): Promise<ModelAnswer> {
  const { ports, signal } = context;
  const chunks = ports.chat.stream(chatRequest(config, messages, context), signal);
  const isStreaming = config.structured_output === undefined;
  return readAnswer(chunks, {
    reasoning: config.reasoning,
    signal,
    onPiece: ({ kind, text }) => {
      if (isStreaming || kind === 'reasoning') context.chunk(kind, text);
    },
  });
}

const sum = (first: Usage, second: Usage): Usage => ({
  prompt_tokens: first.prompt_tokens + second.prompt_tokens,
  completion_tokens: first.completion_tokens + second.completion_tokens,
  total_tokens: first.total_tokens + second.total_tokens,
  cost: first.cost + second.cost,
});

/** Both rounds as one answer: what it says is the second's, what it took is the sum. */
const combine = (first: ModelAnswer, second: ModelAnswer): ModelAnswer => ({
  ...second,
  reasoning: first.reasoning + second.reasoning,
  usage: sum(first.usage, second.usage),
  firstTokenMs: first.firstTokenMs,
  totalMs: first.totalMs + second.totalMs,
});

async function askForStructure(
  config: LlmConfig & { readonly structured_output: JsonObject },
  messages: readonly ChatMessage[],
  context: Context,
): Promise<{ answer: ModelAnswer; structured: Json }> {
  const schema = config.structured_output;
  const answer = await ask(config, messages, context);
  const reading = readStructured(answer.text, schema);
  if (reading.isValid) return { answer, structured: reading.value };
  const repair = await ask(config, repairMessages(messages, answer.text, reading.reason), context);
  const second = readStructured(repair.text, schema);
  if (!second.isValid) throw nodeErrors.STRUCTURED_OUTPUT_INVALID({ reason: second.reason });
  return { answer: combine(answer, repair), structured: second.value };
}

const rounded = (milliseconds: number): number => Math.round(milliseconds);

const usageOutput = ({ usage, firstTokenMs, totalMs }: ModelAnswer): JsonObject => ({
  prompt: usage.prompt_tokens,
  completion: usage.completion_tokens,
  total: usage.total_tokens,
  cost: usage.cost,
  first_token_ms: rounded(firstTokenMs),
  total_ms: rounded(totalMs),
});

/** The messages as the trace shows them, images named but not copied. */
const tracedMessages = (messages: readonly ChatMessage[]): JsonObject[] =>
  messages.map(({ role, content }) => ({
    role,
    content:
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '[image]')).join('\n'),
  }));

function resultOf(answer: ModelAnswer, messages: readonly ChatMessage[], structured?: Json): NodeResult {
  return {
    outputs: {
      text: answer.text,
      reasoning: answer.reasoning,
      ...(structured === undefined ? {} : { structured }),
      usage: usageOutput(answer),
      finish_reason: answer.finishReason,
    },
    inputs: { messages: tracedMessages(messages) },
    usage: answer.usage,
  };
}

const hasSchema = (config: LlmConfig): config is LlmConfig & { structured_output: JsonObject } =>
  config.structured_output !== undefined;

export default defineExecutor(llm, {
  needs: ['chat', 'files', 'history'],
  async run(config, context) {
    const messages = await buildMessages(config, context);
    context.signal.throwIfAborted();
    if (!hasSchema(config)) return resultOf(await ask(config, messages, context), messages);
    const { answer, structured } = await askForStructure(config, messages, context);
    return resultOf(answer, messages, structured);
  },
});
