import type { ChatChunk, ChatRequest, Clock } from '@heddle/engine';
import type { AnswerPart } from '../answer/answer-part';
import type { AnswerReader } from '../answer/answer-reader';
import { modelErrors } from '../failures/model-errors';
import { attemptFailure } from '../failures/upstream-failure';
import type { ProviderCall } from '../protocols/model-protocol';
import { waysOf } from '../presets/provider-traits';
import { AnswerDeadlines, type AnswerLimits } from './answer-deadlines';
import { withDefaults } from './default-params';

/** One try to get an answer from a model. */
export interface ChatAttempt {
  readonly request: ChatRequest;
  readonly call: Pick<ProviderCall, 'target' | 'apiKey' | 'fetch'>;
  readonly clock: Clock;
  readonly limits: AnswerLimits;
  /** When the first try began, by the monotonic clock. */
  readonly requestedAt: number;
  readonly reader: AnswerReader;
  /** Is told when the first piece has come. */
  readonly onFirst: () => void;
}

function open(attempt: ChatAttempt, signal: AbortSignal): Promise<AsyncIterable<AnswerPart>> {
  const { target } = attempt.call;
  const { protocol, traits } = waysOf(target.providerType);
  const { params, request } = withDefaults(attempt.request, target.defaultParams);
  return protocol.chat(request, { ...attempt.call, traits, params, signal });
}

async function* readAnswer(
  attempt: ChatAttempt,
  deadlines: AnswerDeadlines,
  signal: AbortSignal,
): AsyncGenerator<ChatChunk> {
  const { onFirst, reader } = attempt;
  for await (const part of await open(attempt, signal)) {
    const isFirst = !reader.hasBegun;
    const pieces = reader.take(part);
    if (isFirst && reader.hasBegun) onFirst();
    if (reader.finishReason !== '') deadlines.finish();
    else if (reader.hasBegun) deadlines.touch();
    for (const piece of pieces) yield piece;
    deadlines.wait();
  }
}

/** Streams one attempt at an answer, up to its tool calls; ends without a throw when the caller has stopped. */
export async function* streamAttempt(attempt: ChatAttempt, signal: AbortSignal): AsyncGenerator<ChatChunk> {
  const { clock, limits, reader, requestedAt } = attempt;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const deadlines = new AnswerDeadlines(limits, clock, { requestedAt, onOver: stop });
  const failIfOver = (): void => {
    if (!deadlines.over || reader.finishReason !== '') return;
    const { limitMs, phase } = deadlines.over;
    throw modelErrors.UPSTREAM_TIMEOUT({ phase, limit_ms: limitMs, partial_text: reader.text });
  };
  let isRead = false;
  signal.addEventListener('abort', stop, { once: true });
  try {
    yield* readAnswer(attempt, deadlines, controller.signal);
    isRead = true;
  } catch (error) {
    if (signal.aborted) return;
    failIfOver();
    // Who keeps the connection open after the end has said everything all the same.
    const isWhole = deadlines.over !== undefined;
    if (!isWhole)
      throw attemptFailure(error, { target: attempt.call.target, text: reader.text, now: clock.now() });
  } finally {
    deadlines.end();
    signal.removeEventListener('abort', stop);
    // Also when the reader leaves the loop early; after a whole answer there is nothing left to abort.
    if (!isRead) controller.abort();
  }
  if (!signal.aborted) for (const call of reader.finish()) yield { type: 'tool_call', call };
}
