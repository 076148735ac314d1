import type { ChatChunk, ChatRequest, Clock } from '@heddle/engine';
import type OpenAI from 'openai';
import { APIError } from 'openai';
import { Stream } from 'openai/streaming';
import { AnswerDeadlines, type AnswerLimits } from './answer-deadlines';
import type { AnswerReader, CompletionChunk } from './answer-reader';
import { chatErrors } from './chat-errors';
import { chatParams } from './chat-params';
import { providerName, type ResolvedModel } from './resolved-model';
import { attemptFailure } from './upstream-failure';

/** One try to get an answer from a model. */
export interface Attempt {
  readonly request: ChatRequest;
  readonly model: ResolvedModel;
  readonly client: OpenAI;
  readonly clock: Clock;
  readonly limits: AnswerLimits;
  /** When the first try began, by the monotonic clock. */
  readonly requestedAt: number;
  /** 1 for the first. */
  readonly number: number;
  readonly reader: AnswerReader;
}

interface Transport {
  readonly controller: AbortController;
  readonly deadlines: AnswerDeadlines;
}

/** The chunks of a stream, or the single one of a server that does not stream. */
async function chunksOf(
  response: Response,
  { client }: Attempt,
  controller: AbortController,
): Promise<AsyncIterable<CompletionChunk> | readonly CompletionChunk[]> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('application/json')) {
    // The client is passed on for its silence: on its own, a stream prints what it cannot read.
    return Stream.fromSSEResponse<CompletionChunk>(response, controller, client);
  }
  const body = (await response.json()) as CompletionChunk & { error?: object };
  if (body.error) throw new APIError(undefined, body.error, undefined, response.headers);
  return [body];
}

async function* readAnswer(
  response: Response,
  attempt: Attempt,
  { controller, deadlines }: Transport,
): AsyncGenerator<ChatChunk> {
  const { model, number, reader } = attempt;
  const isPage = (response.headers.get('content-type') ?? '').includes('text/html');
  if (isPage) throw chatErrors.UPSTREAM_NOT_A_MODEL_API({ provider: providerName(model) });
  for await (const chunk of await chunksOf(response, attempt, controller)) {
    const pieces = reader.take(chunk);
    if (reader.finishReason !== '') deadlines.finish();
    else if (reader.hasBegun) deadlines.touch();
    for (const piece of pieces) yield piece;
    deadlines.wait();
  }
  const isCut = controller.signal.aborted && reader.finishReason === '';
  if (!isCut) yield* reader.finish({ attempts: number });
}

/** Streams one attempt at an answer; ends without a throw when the caller has stopped. */
export async function* streamAttempt(attempt: Attempt, signal: AbortSignal): AsyncGenerator<ChatChunk> {
  const { client, clock, limits, model, reader, request, requestedAt } = attempt;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const deadlines = new AnswerDeadlines(limits, clock, { requestedAt, onOver: stop });
  const failIfOver = (): void => {
    if (!deadlines.over || reader.finishReason !== '') return;
    const { limitMs, phase } = deadlines.over;
    throw chatErrors.UPSTREAM_TIMEOUT({ phase, limit_ms: limitMs, partial_text: reader.text });
  };
  let isOver = false;
  signal.addEventListener('abort', stop, { once: true });
  try {
    const call = client.chat.completions.create(chatParams(request, model), { signal: controller.signal });
    yield* readAnswer(await call.asResponse(), attempt, { controller, deadlines });
    if (!signal.aborted) failIfOver();
    isOver = true;
  } catch (error) {
    if (signal.aborted) return;
    failIfOver();
    throw attemptFailure(error, { model, reader, now: clock.now() });
  } finally {
    deadlines.end();
    signal.removeEventListener('abort', stop);
    // Also when the reader leaves the loop early; after a whole answer there is nothing left to abort.
    if (!isOver) controller.abort();
  }
}
