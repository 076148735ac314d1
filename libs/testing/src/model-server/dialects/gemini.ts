import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import type { AnswerPlan } from '../answer-plan';
import type { ChatBody } from '../chat-body';
import { countedTokens } from '../counted-tokens';
import { argumentsText } from '../directed-calls';
import { textPieces } from '../text-pieces';
import { sseEvent, type Dialect } from './dialect';
import { readContentsBody } from './gemini-body';

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};
const FINISH_REASONS: Readonly<Record<string, string>> = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
};

type Call = AnswerPlan['toolCalls'][number];

function argumentsOf(call: Call): JsonObject | undefined {
  try {
    const value = JSON.parse(argumentsText(call.arguments)) as Json;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The protocol carries arguments as JSON, so calls that are none are reported instead of made. */
const isMalformed = ({ toolCalls }: AnswerPlan): boolean =>
  toolCalls.some((call) => argumentsOf(call) === undefined);

function callPart(call: Call, reasoning: string): JsonObject {
  return {
    functionCall: { name: call.name, args: argumentsOf(call) ?? {} },
    ...(reasoning === '' ? {} : { thoughtSignature: Buffer.from(reasoning).toString('base64') }),
  };
}

function partsOf(plan: AnswerPlan): readonly JsonObject[] {
  const calls = isMalformed(plan) ? [] : plan.toolCalls;
  return [
    ...textPieces(plan.reasoning).map((text) => ({ text, thought: true })),
    ...textPieces(plan.text).map((text) => ({ text })),
    ...calls.map((call) => callPart(call, plan.reasoning)),
  ];
}

function finishOf(plan: AnswerPlan): JsonObject {
  if (isMalformed(plan)) {
    const said = plan.toolCalls.map((call) => argumentsText(call.arguments)).join(', ');
    return { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: `Malformed function call: ${said}` };
  }
  const reason = FINISH_REASONS[plan.finishReason] ?? plan.finishReason;
  return plan.fault?.kind === 'no_finish' ? {} : { finishReason: reason };
}

function usageOf(body: ChatBody, plan: AnswerPlan): JsonObject {
  if (plan.fault?.kind === 'no_usage') return {};
  const { completion, prompt } = countedTokens(body, plan);
  return {
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: completion,
      totalTokenCount: prompt + completion,
    },
  };
}

const answer = (
  id: string,
  { model }: ChatBody,
  candidate: { parts: readonly JsonObject[] } & JsonObject,
): JsonObject => {
  const { parts, ...rest } = candidate;
  return {
    candidates: [{ content: { role: 'model', parts: [...parts] }, index: 0, ...rest }],
    modelVersion: model,
    responseId: id,
  };
};

/** Google's Gemini. */
export const geminiDialect: Dialect = {
  read: readContentsBody,
  keyOf: (headers) => String(headers['x-goog-api-key'] ?? ''),
  refusal: ({ code, message, status }) => ({
    error: { code: status, message, status: code ?? STATUSES[status] ?? 'INTERNAL' },
  }),
  tooLong: (tokens, limit) => ({
    status: 400,
    message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${limit}).`,
  }),
  whole: (id, body, plan) => ({
    ...answer(id, body, { parts: [...partsOf(plan)], ...finishOf(plan) }),
    ...usageOf(body, plan),
  }),
  stream: (id, body, plan) => ({
    opening: '',
    content: partsOf(plan).map((part) => sseEvent(answer(id, body, { parts: [part] }))),
    end: sseEvent({
      ...answer(id, body, { parts: [{ text: '' }], ...finishOf(plan) }),
      ...usageOf(body, plan),
    }),
  }),
  errorEvent: (message) => sseEvent({ error: { code: 500, message, status: 'INTERNAL' } }),
};
