import type { JsonObject } from '@heddle/model';
import type { AnswerPlan } from '../answer-plan';
import type { ChatBody } from '../chat-body';
import { countedTokens } from '../counted-tokens';
import { argumentsText } from '../directed-calls';
import { textPieces } from '../text-pieces';

const CREATED = 1_767_225_600;
const ARGUMENT_PIECE = /[\s\S]{1,12}/g;

const callId = (index: number): string => `call_${index + 1}`;

/** Counts the tokens of a request and its answer as the protocol names them. */
function usageOf(body: ChatBody, plan: AnswerPlan): JsonObject {
  const { completion, prompt } = countedTokens(body, plan);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const finishOf = ({ fault, finishReason }: AnswerPlan): string | null =>
  fault?.kind === 'no_finish' ? null : finishReason;

/** The answer to a request that is not streamed. */
export function completion(id: string, body: ChatBody, plan: AnswerPlan): JsonObject {
  const tool_calls = plan.toolCalls.map((call, index) => ({
    id: callId(index),
    type: 'function',
    function: { name: call.name, arguments: argumentsText(call.arguments) },
  }));
  const message: JsonObject = {
    role: 'assistant',
    content: plan.text === '' && tool_calls.length > 0 ? null : plan.text,
    ...(plan.reasoning === '' ? {} : { reasoning_content: plan.reasoning }),
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  };
  return {
    id,
    object: 'chat.completion',
    created: CREATED,
    model: body.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(plan) }],
    ...(plan.fault?.kind === 'no_usage' ? {} : { usage: usageOf(body, plan) }),
  };
}

function* contentDeltas(plan: AnswerPlan): Generator<JsonObject> {
  for (const piece of textPieces(plan.reasoning)) yield { reasoning_content: piece };
  for (const piece of textPieces(plan.text)) yield { content: piece };
  for (const [index, call] of plan.toolCalls.entries()) {
    const opening = { name: call.name, arguments: '' };
    yield { tool_calls: [{ index, id: callId(index), type: 'function', function: opening }] };
    for (const piece of argumentsText(call.arguments).match(ARGUMENT_PIECE) ?? []) {
      yield { tool_calls: [{ index, function: { arguments: piece } }] };
    }
  }
}

/** A stream's events: an opening, the pieces of content that faults count, and an end. */
export interface CompletionStream {
  readonly opening: JsonObject;
  readonly content: readonly JsonObject[];
  readonly end: readonly JsonObject[];
}

/** The events of a streamed answer. */
export function completionStream(id: string, body: ChatBody, plan: AnswerPlan): CompletionStream {
  const chunk = (choices: JsonObject[], usage?: JsonObject): JsonObject => ({
    id,
    object: 'chat.completion.chunk',
    created: CREATED,
    model: body.model,
    choices,
    ...(usage ? { usage } : {}),
  });
  const delta = (content: JsonObject, finish: string | null = null): JsonObject =>
    chunk([{ index: 0, delta: content, finish_reason: finish }]);
  const hasUsage = body.stream_options?.include_usage === true && plan.fault?.kind !== 'no_usage';
  return {
    opening: delta({ role: 'assistant', content: '' }),
    content: [...contentDeltas(plan)].map((content) => delta(content)),
    end: [delta({}, finishOf(plan)), ...(hasUsage ? [chunk([], usageOf(body, plan))] : [])],
  };
}
