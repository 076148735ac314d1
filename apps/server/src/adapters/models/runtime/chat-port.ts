import type { ChatChunk, ChatPort, ChatRequest } from '@heddle/engine';
import { isFlowError } from '@heddle/model';
import type { TokenCounts } from '../answer/answer-part';
import { AnswerReader } from '../answer/answer-reader';
import type { ModelCall } from '../model-directory';
import { streamAttempt } from './chat-attempt';
import { countUsage, type CountedUsage } from './count-usage';
import { findTries, type ModelMeans } from './model-means';
import { pause } from './pause';
import { estimatePrompt, estimateTokens } from './token-estimate';
import type { Tries } from './tries';

/** What one try has come to. */
interface Outcome {
  readonly reader: AnswerReader;
  firstTokenMs: number | null;
  isDone: boolean;
  error?: unknown;
}

const promptOnly = ({ prompt }: TokenCounts): TokenCounts => (prompt === undefined ? {} : { prompt });

function usageOf({ reader }: Outcome, request: ChatRequest, { target }: Tries): CountedUsage {
  const estimates = {
    prompt: () => estimatePrompt(request),
    completion: () =>
      estimateTokens(reader.reasoning) + estimateTokens(reader.text) + estimateTokens(reader.callText),
  };
  // What is counted before the end counts what was said up to some earlier point.
  const counted = reader.finishReason === '' ? promptOnly(reader.tokens) : reader.tokens;
  return countUsage(counted, estimates, target.price);
}

function errorOf({ error, isDone }: Outcome): Pick<ModelCall, 'error'> {
  if (isDone) return {};
  if (error === undefined) return { error: { code: 'CANCELLED', message: 'The caller stopped.' } };
  const code = isFlowError(error) ? error.code : 'INTERNAL_ERROR';
  return { error: { code, message: isFlowError(error) ? error.message : 'An error of our own.' } };
}

/** What a try has used: nothing when it failed before a word of the answer. */
function usedBy(outcome: Outcome, request: ChatRequest, tries: Tries): CountedUsage['usage'] {
  const { isDone, reader } = outcome;
  if (!isDone && outcome.error !== undefined && !reader.hasBegun) {
    return { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost: 0 };
  }
  return usageOf(outcome, request, tries).usage;
}

const doneChunk = (outcome: Outcome, request: ChatRequest, tries: Tries): ChatChunk => {
  const { isEstimated, usage } = usageOf(outcome, request, tries);
  return {
    type: 'done',
    finishReason: outcome.reader.finishReason,
    usage,
    model: outcome.reader.model,
    extra: {
      attempts: tries.number,
      ...(isEstimated ? { usage_estimated: true } : {}),
      ...(tries.passed > 0 ? { models_passed: tries.passed } : {}),
    },
  };
};

/** One try: waits for its turn, takes a key, streams, and notes what it has used however it ends. */
async function* attempt(
  means: ModelMeans,
  request: ChatRequest,
  { outcome, signal, tries }: { outcome: Outcome; tries: Tries; signal: AbortSignal },
): AsyncGenerator<ChatChunk> {
  const { clock, fetch, gate, keys, limits, observer } = means;
  const { target } = tries;
  const { workspaceId } = request;
  const tokens = target.limits.tokens_per_minute === null ? 0 : estimatePrompt(request);
  const visitor = { workspaceId, target, tokens, limitMs: tries.waitLimit(limits.firstTokenMs) };
  const admission = await gate.enter(visitor, signal);
  if (signal.aborted) return admission.release(0);
  const lease = keys.lease(target);
  const startedAt = clock.monotonic();
  const onFirst = (): void => void (outcome.firstTokenMs = clock.monotonic() - startedAt);
  const requestedAt = tries.rules.until - limits.totalMs;
  const call = { target, apiKey: lease.key, fetch };
  try {
    yield* streamAttempt(
      { request, call, clock, limits, requestedAt, reader: outcome.reader, onFirst },
      signal,
    );
    if (signal.aborted) return;
    outcome.isDone = true;
    yield doneChunk(outcome, request, tries);
  } catch (error) {
    outcome.error = error;
    throw error;
  } finally {
    lease.release(outcome.error);
    const used = usedBy(outcome, request, tries);
    admission.release(used.total_tokens);
    observer.record({
      workspaceId,
      target,
      type: 'llm',
      promptTokens: used.prompt_tokens,
      completionTokens: used.completion_tokens,
      cost: used.cost,
      firstTokenMs: outcome.firstTokenMs,
      totalMs: clock.monotonic() - startedAt,
      ...errorOf(outcome),
    });
  }
}

async function* converse(
  means: ModelMeans,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatChunk> {
  if (signal.aborted) return;
  const tries = await findTries(means, request, { type: 'llm' });
  while (!signal.aborted) {
    const reader = new AnswerReader(tries.target.model);
    const outcome: Outcome = { reader, firstTokenMs: null, isDone: false };
    try {
      return yield* attempt(means, request, { outcome, tries, signal });
    } catch (error) {
      const delayMs = reader.hasBegun ? undefined : tries.after(error);
      if (delayMs === undefined) throw error;
      await pause(means.clock, delayMs, signal);
    }
  }
}

/** Makes the chat port over whichever models the directory knows. */
export const createChatPort = (means: ModelMeans): ChatPort => ({
  stream: (request, signal) => converse(means, request, signal),
});
