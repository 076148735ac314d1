import { systemClock, type ChatChunk, type ChatPort, type ChatRequest, type Clock } from '@heddle/engine';
import { isFlowError } from '@heddle/model';
import type OpenAI from 'openai';
import type { Fetch } from '../http/guarded-fetch';
import { streamAttempt, type Attempt } from './answer-attempt';
import { DEFAULT_ANSWER_LIMITS, type AnswerLimits } from './answer-deadlines';
import { AnswerReader } from './answer-reader';
import { chatErrors } from './chat-errors';
import { rememberClients } from './provider-clients';
import type { ResolvedModel, ResolveModel } from './resolved-model';

/** What the chat port is made of. */
export interface OpenAiChatOptions {
  readonly resolveModel: ResolveModel;
  /** Reaches providers; a guarded fetch in the product. */
  readonly fetch: Fetch;
  readonly limits?: Partial<AnswerLimits>;
  readonly clock?: Clock;
}

/** Everything that stays the same from request to request. */
interface Means {
  readonly resolveModel: ResolveModel;
  readonly clientFor: (model: ResolvedModel) => OpenAI;
  readonly limits: AnswerLimits;
  readonly clock: Clock;
}

/** The SDK's own time limit lies behind ours. */
const SDK_GRACE_MS = 60_000;
const MAX_RETRIES = 2;
const FIRST_BACKOFF_MS = 500;
const LONGEST_RETRY_AFTER_MS = 30_000;

/** How long to wait before the next try, undefined when there is none. */
function retryDelay(error: unknown, { number, reader }: Attempt): number | undefined {
  if (number > MAX_RETRIES || reader.hasBegun || !isFlowError(error) || !error.isRetryable) return undefined;
  // Who has been silent for a minute is rather busy than broken: asking again would only add to it.
  if (error.code === 'UPSTREAM_TIMEOUT') return undefined;
  const asked = error.details['retry_after_ms'];
  if (typeof asked === 'number') return asked <= LONGEST_RETRY_AFTER_MS ? asked : undefined;
  return FIRST_BACKOFF_MS * 2 ** (number - 1) * (0.75 + Math.random() * 0.5);
}

/** Waits, or returns early when the caller stops. */
function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const finish = (): void => {
      cancel();
      signal.removeEventListener('abort', finish);
      done();
    };
    const cancel = clock.after(delayMs, finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}

async function resolve({ resolveModel }: Means, request: ChatRequest): Promise<ResolvedModel> {
  const { model, modelInstanceId } = request;
  const choice = {
    ...(modelInstanceId === undefined ? {} : { modelInstanceId }),
    ...(model === undefined ? {} : { model }),
  };
  const resolved = await resolveModel(choice, request.workspaceId);
  if (resolved) return resolved;
  const named = model ?? modelInstanceId;
  throw chatErrors.MODEL_NOT_CONFIGURED(named === undefined ? {} : { model: named });
}

async function* converse(means: Means, request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatChunk> {
  if (signal.aborted) return;
  const { clientFor, clock, limits } = means;
  const model = await resolve(means, request);
  const shared = { request, model, client: clientFor(model), clock, limits, requestedAt: clock.monotonic() };
  for (let number = 1; !signal.aborted; number += 1) {
    const attempt = { ...shared, number, reader: new AnswerReader(model.model) };
    try {
      return yield* streamAttempt(attempt, signal);
    } catch (error) {
      const delayMs = retryDelay(error, attempt);
      const timeLeft = shared.requestedAt + limits.totalMs - clock.monotonic();
      if (delayMs === undefined || delayMs >= timeLeft) throw error;
      await pause(clock, delayMs, signal);
    }
  }
}

/** Makes the chat port over the OpenAI protocol, which most providers and local servers speak. */
export function createOpenAiChat(options: OpenAiChatOptions): ChatPort {
  const limits = { ...DEFAULT_ANSWER_LIMITS, ...options.limits };
  const clientFor = rememberClients(options.fetch, limits.totalMs + SDK_GRACE_MS);
  const means = {
    resolveModel: options.resolveModel,
    clientFor,
    limits,
    clock: options.clock ?? systemClock,
  };
  return { stream: (request, signal) => converse(means, request, signal) };
}
