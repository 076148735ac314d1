import type { ServerResponse } from 'node:http';
import type { AnswerPlan } from './answer-plan';
import type { Dialect, DialectStream } from './dialects/dialect';

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** Waits a while, or until the caller has gone. */
export function waitWhileConnected(response: ServerResponse, ms: number): Promise<void> {
  if (ms <= 0 || response.destroyed) return Promise.resolve();
  return new Promise((done) => {
    const finish = (): void => {
      clearTimeout(timer);
      response.off('close', finish);
      done();
    };
    const timer = setTimeout(finish, ms);
    response.on('close', finish);
  });
}

const dropped = new WeakSet<ServerResponse>();

/** Cuts the connection in the middle of an answer. */
export function dropConnection(response: ServerResponse): void {
  dropped.add(response);
  response.destroy();
}

/** Whether an answer stayed incomplete because its caller went away. */
export const isAbandoned = (response: ServerResponse): boolean =>
  !response.writableFinished && !dropped.has(response);

/** Sends pieces at the pace, measured from one start so that the timers' errors do not add up. */
async function sendPaced(
  response: ServerResponse,
  pieces: readonly string[],
  perSecond: number,
): Promise<void> {
  const start = performance.now();
  for (const [index, piece] of pieces.entries()) {
    await waitWhileConnected(response, start + (index * 1_000) / perSecond - performance.now());
    if (response.destroyed) return;
    response.write(piece);
  }
}

/** A streamed answer and how it goes. */
export interface StreamedAnswer {
  readonly stream: DialectStream;
  readonly plan: AnswerPlan;
  readonly dialect: Dialect;
}

/** What is said after the last piece: the end, or what the fault leaves of it. */
function finish(response: ServerResponse, { dialect, plan: { fault }, stream }: StreamedAnswer): void {
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'drop':
      dropConnection(response);
      return;
    case 'end_early':
      response.end();
      return;
    case 'malformed':
      response.end('data: {"id": "cut\n\n');
      return;
    case 'error_in_200':
      response.end(dialect.errorEvent(fault.message ?? 'The scripted model failed.'));
      return;
    default:
      response.end(stream.end);
  }
}

/** Sends a streamed answer at its pace, up to where its fault ends it. */
export async function sendStream(response: ServerResponse, answer: StreamedAnswer): Promise<void> {
  const { plan, stream } = answer;
  const { fault, tokensPerSecond } = plan;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.socket?.setNoDelay(true);
  response.flushHeaders();
  await waitWhileConnected(response, plan.firstTokenMs);
  const most = fault && 'afterChunks' in fault ? fault.afterChunks : stream.content.length;
  const pieces = stream.content.slice(0, most);
  response.write(stream.opening + (tokensPerSecond > 0 ? '' : pieces.join('')));
  if (tokensPerSecond > 0) await sendPaced(response, pieces, tokensPerSecond);
  if (fault?.kind === 'drop') await new Promise<void>((sent) => response.write('', () => sent()));
  if (!response.destroyed) finish(response, answer);
}
