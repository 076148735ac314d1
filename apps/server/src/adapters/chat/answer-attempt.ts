import type { ChatChunk, ChatRequest, Clock } from '@heddle/engine';
import OpenAI from 'openai';
import { Stream } from 'openai/streaming';
import type { Fetch } from '../http/guarded-fetch';
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
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly limits: AnswerLimits;
  /** When the first try began, by the monotonic clock. */
  readonly requestedAt: number;
  /** 1 for the first. */
  readonly number: number;
  readonly reader: AnswerReader;
}

/** The SDK carries the request and reads the stream; retries, timeouts and logging are ours. */
const createClient = ({ fetch, limits, model }: Attempt): OpenAI =>
  new OpenAI({
    baseURL: model.baseURL,
    apiKey: model.apiKey === '' ? 'none' : model.apiKey,
    ...(model.apiKey === '' ? { defaultHeaders: { authorization: null } } : {}),
    organization: null,
    project: null,
    adminAPIKey: null,
    fetch,
    maxRetries: 0,
    timeout: limits.totalMs + 60_000,
    logLevel: 'off',
  });

interface Transport {
  /** Silences the SDK's own log, which would print what users say. */
  readonly client: OpenAI;
  readonly controller: AbortController;
  readonly deadlines: AnswerDeadlines;
}

async function* chunksOf(
  response: Response,
  { client, controller }: Transport,
): AsyncGenerator<CompletionChunk> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('application/json')) {
    const body = (await response.json()) as CompletionChunk & { error?: object };
    if (body.error) throw new OpenAI.APIError(undefined, body.error, undefined, response.headers);
    yield body;
  } else {
    yield* Stream.fromSSEResponse<CompletionChunk>(response, controller, client);
  }
}

async function* readAnswer(
  response: Response,
  { model, number, reader }: Attempt,
  transport: Transport,
): AsyncGenerator<ChatChunk> {
  const isPage = (response.headers.get('content-type') ?? '').includes('text/html');
  if (isPage) throw chatErrors.UPSTREAM_NOT_A_MODEL_API({ provider: providerName(model) });
  for await (const chunk of chunksOf(response, transport)) {
    const pieces = reader.take(chunk);
    if (reader.finishReason !== '') transport.deadlines.finish();
    else if (reader.hasBegun) transport.deadlines.touch();
    yield* pieces;
    transport.deadlines.wait();
  }
  const isCut = transport.controller.signal.aborted && reader.finishReason === '';
  if (!isCut) yield* reader.finish({ attempts: number });
}

/** Streams one attempt at an answer; ends without a throw when the caller has stopped. */
export async function* streamAttempt(attempt: Attempt, signal: AbortSignal): AsyncGenerator<ChatChunk> {
  const { clock, limits, model, reader, request, requestedAt } = attempt;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const deadlines = new AnswerDeadlines(limits, clock, { requestedAt, onOver: stop });
  const failIfOver = (): void => {
    if (!deadlines.over || reader.finishReason !== '') return;
    const { limitMs, phase } = deadlines.over;
    throw chatErrors.UPSTREAM_TIMEOUT({ phase, limit_ms: limitMs, partial_text: reader.text });
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const client = createClient(attempt);
    const call = client.chat.completions.create(chatParams(request, model), { signal: controller.signal });
    yield* readAnswer(await call.asResponse(), attempt, { client, controller, deadlines });
    if (!signal.aborted) failIfOver();
  } catch (error) {
    if (signal.aborted) return;
    failIfOver();
    throw attemptFailure(error, { model, reader, now: clock.now() });
  } finally {
    deadlines.end();
    signal.removeEventListener('abort', stop);
    controller.abort();
  }
}
