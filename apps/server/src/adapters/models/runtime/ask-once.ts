import type { ModelType } from '@heddle/contracts';
import { isFlowError, type Usage } from '@heddle/model';
import { modelErrors } from '../failures/model-errors';
import { attemptFailure } from '../failures/upstream-failure';
import type { ModelTarget } from '../model-target';
import { waysOf, type ProviderWays } from '../presets/provider-traits';
import type { ProviderCall } from '../protocols/model-protocol';
import { costOf } from './count-usage';
import type { ModelMeans } from './model-means';
import { pause } from './pause';
import type { Tries } from './tries';

/** A question whose answer comes in one piece. */
export interface Question<Answer> {
  readonly type: ModelType;
  readonly workspaceId: string;
  /** Tokens that it will use, as far as can be guessed. */
  readonly tokens: number;
  ask(ways: ProviderWays, call: ProviderCall): Promise<Answer & { readonly tokens: number | undefined }>;
}

/** An answer, who gave it, and what it has used. */
export interface Asked<Answer> {
  readonly answer: Answer;
  readonly target: ModelTarget;
  readonly usage: Usage;
}

interface Limited {
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Runs work with a signal that aborts with the caller's or when time is up. @throws UPSTREAM_TIMEOUT */
export async function withinTime<Value>(
  { clock }: Pick<ModelMeans, 'clock'>,
  { limitMs, signal }: Limited,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  let isOver = false;
  const cancel = clock.after(limitMs, () => {
    isOver = true;
    stop();
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isOver) throw modelErrors.UPSTREAM_TIMEOUT({ phase: 'total', limit_ms: limitMs, partial_text: '' });
    throw error;
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
  }
}

/** One try: waits for its turn, takes a key, asks, and notes what it has used. */
async function askTarget<Answer>(
  means: ModelMeans,
  question: Question<Answer>,
  { signal, tries }: { tries: Tries; signal: AbortSignal },
): Promise<Asked<Answer>> {
  const { clock, fetch, gate, keys, limits, observer } = means;
  const { target } = tries;
  const { tokens, type, workspaceId } = question;
  const limitMs = tries.waitLimit(limits.firstTokenMs);
  const admission = await gate.enter({ workspaceId, target, tokens, limitMs }, signal);
  const lease = keys.lease(target);
  const startedAt = clock.monotonic();
  const end = (used: Usage, failure?: unknown): void => {
    lease.release(failure);
    admission.release(used.total_tokens);
    observer.record({
      workspaceId,
      target,
      type,
      promptTokens: used.prompt_tokens,
      completionTokens: 0,
      cost: used.cost,
      firstTokenMs: null,
      totalMs: clock.monotonic() - startedAt,
      ...(failure === undefined ? {} : { error: wordsOf(failure, signal) }),
    });
  };
  try {
    const ways = waysOf(target.providerType);
    const call = { target, traits: ways.traits, params: target.defaultParams, apiKey: lease.key, fetch };
    const answer = await withinTime(means, { limitMs: limits.wholeMs, signal }, (inner) =>
      question.ask(ways, { ...call, signal: inner }),
    );
    const usage = usageOf(answer.tokens ?? tokens, target);
    end(usage);
    return { answer, target, usage };
  } catch (error) {
    const failure = signal.aborted ? error : attemptFailure(error, { target, text: '', now: clock.now() });
    end(usageOf(signal.aborted ? tokens : 0, target), failure);
    throw failure;
  }
}

function wordsOf(failure: unknown, signal: AbortSignal): { code: string; message: string } {
  if (signal.aborted) return { code: 'CANCELLED', message: 'The caller stopped.' };
  return isFlowError(failure)
    ? { code: failure.code, message: failure.message }
    : { code: 'INTERNAL_ERROR', message: 'An error of our own.' };
}

const usageOf = (tokens: number, { price }: ModelTarget): Usage => ({
  prompt_tokens: tokens,
  completion_tokens: 0,
  total_tokens: tokens,
  cost: costOf(price, tokens, 0),
});

/** Asks until there is an answer, or nobody is left to ask. Rejects with the signal's reason when the caller stops. */
export async function askInTurn<Answer>(
  means: ModelMeans,
  question: Question<Answer>,
  { signal, tries }: { tries: Tries; signal: AbortSignal },
): Promise<Asked<Answer>> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await askTarget(means, question, { tries, signal });
    } catch (error) {
      const delayMs = signal.aborted ? undefined : tries.after(error);
      if (delayMs === undefined) throw error;
      await pause(means.clock, delayMs, signal);
    }
  }
}
