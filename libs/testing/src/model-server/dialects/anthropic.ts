import type { JsonObject } from '@heddle/model';
import type { AnswerPlan } from '../answer-plan';
import type { ChatBody } from '../chat-body';
import { countedTokens } from '../counted-tokens';
import { argumentsText } from '../directed-calls';
import { textPieces } from '../text-pieces';
import { readMessagesBody } from './anthropic-body';
import { sseEvent, type Dialect } from './dialect';

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};
const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
};
const ARGUMENT_PIECE = /[\s\S]{1,12}/g;

/** A block of an answer: how it begins, its pieces, and how it is said in one. */
interface Block {
  readonly start: JsonObject;
  readonly deltas: readonly JsonObject[];
  readonly whole: JsonObject;
}

function thinkingBlock(text: string): Block {
  const signature = Buffer.from(text).toString('base64');
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...textPieces(text).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature },
    ],
    whole: { type: 'thinking', thinking: text, signature },
  };
}

const textBlock = (text: string): Block => ({
  start: { type: 'text', text: '' },
  deltas: textPieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
  whole: { type: 'text', text },
});

function toolBlock(call: AnswerPlan['toolCalls'][number], index: number): Block {
  const head = { type: 'tool_use', id: `toolu_${index + 1}`, name: call.name };
  const pieces = argumentsText(call.arguments).match(ARGUMENT_PIECE) ?? [];
  return {
    start: { ...head, input: {} },
    deltas: pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    whole: { ...head, input: call.arguments },
  };
}

const blocksOf = ({ reasoning, text, toolCalls }: AnswerPlan): readonly Block[] => [
  ...(reasoning === '' ? [] : [thinkingBlock(reasoning)]),
  ...(text === '' ? [] : [textBlock(text)]),
  ...toolCalls.map(toolBlock),
];

const stopReason = ({ fault, finishReason }: AnswerPlan): string | null =>
  fault?.kind === 'no_finish' ? null : (STOP_REASONS[finishReason] ?? finishReason);

const hasUsage = ({ fault }: AnswerPlan): boolean => fault?.kind !== 'no_usage';

const event = (payload: JsonObject & { type: string }): string => sseEvent(payload, payload.type);

function head(id: string, body: ChatBody, plan: AnswerPlan): JsonObject {
  const usage = { input_tokens: countedTokens(body, plan).prompt, output_tokens: 1 };
  return {
    ...{ id, type: 'message', role: 'assistant', model: body.model },
    ...{ content: [], stop_reason: null, stop_sequence: null },
    ...(hasUsage(plan) ? { usage } : {}),
  };
}

/** Each delta is a piece of content; what begins and ends a block goes along with its first and last. */
function blockEvents({ deltas, start }: Block, index: number): readonly string[] {
  return deltas.map((delta, at) =>
    [
      at === 0 ? event({ type: 'content_block_start', index, content_block: start }) : '',
      event({ type: 'content_block_delta', index, delta }),
      at === deltas.length - 1 ? event({ type: 'content_block_stop', index }) : '',
    ].join(''),
  );
}

function ending(body: ChatBody, plan: AnswerPlan): string {
  const usage = { output_tokens: countedTokens(body, plan).completion };
  const delta = { stop_reason: stopReason(plan), stop_sequence: null };
  return (
    event({ type: 'message_delta', delta, ...(hasUsage(plan) ? { usage } : {}) }) +
    event({ type: 'message_stop' })
  );
}

function whole(id: string, body: ChatBody, plan: AnswerPlan): JsonObject {
  const { completion, prompt } = countedTokens(body, plan);
  return {
    ...head(id, body, plan),
    content: blocksOf(plan).map((block) => block.whole),
    stop_reason: stopReason(plan),
    ...(hasUsage(plan) ? { usage: { input_tokens: prompt, output_tokens: completion } } : {}),
  };
}

const failure = (type: string, message: string): JsonObject => ({ type: 'error', error: { type, message } });

/** Anthropic's Messages. */
export const anthropicDialect: Dialect = {
  read: readMessagesBody,
  keyOf: (headers) => String(headers['x-api-key'] ?? ''),
  refusal: ({ code, message, status }) =>
    failure(code ?? TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'), message),
  tooLong: (tokens, limit) => ({
    status: 400,
    message: `prompt is too long: ${tokens} tokens > ${limit} maximum`,
  }),
  whole,
  stream: (id, body, plan) => ({
    opening: event({ type: 'message_start', message: head(id, body, plan) }) + event({ type: 'ping' }),
    content: blocksOf(plan).flatMap(blockEvents),
    end: ending(body, plan),
  }),
  errorEvent: (message) => sseEvent(failure('api_error', message), 'error'),
};
