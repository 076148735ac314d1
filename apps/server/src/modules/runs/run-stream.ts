import { LiveEvents } from '@heddle/engine';
import { isFlowError, toWireEvent, type RunEvent } from '@heddle/model';
import type { FastifyReply } from 'fastify';
import { EventStream } from '../../platform/http/event-stream';
import { toFlowError } from '../../platform/errors/to-flow-error';

const HEARTBEAT_MS = 15_000;
/** How long a reader waits before it comes back after the server went away. */
const COME_BACK_MS = 2_000;

const formatted = (events: readonly RunEvent[]): string =>
  events
    .map((event) => `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(toWireEvent(event))}\n\n`)
    .join('');

function farewell(error: unknown): string {
  // The run goes on elsewhere, or after the next start: the reader comes back with the last id that it saw.
  if (isFlowError(error, 'RUN_TAKEN_OVER')) {
    return `retry: ${COME_BACK_MS}\nevent: server_shutdown\ndata: {"reason":"the run goes on after a restart"}\n\n`;
  }
  const { code, message } = toFlowError(error);
  return `event: error\ndata: ${JSON.stringify({ code, message })}\n\n`;
}

/** Sends what there is to tell of a run's events to a reader until the run is over or the reader has left, which does not end the run. */
export async function streamRun(
  reply: FastifyReply,
  open: (signal: AbortSignal) => AsyncGenerator<readonly RunEvent[]>,
): Promise<void> {
  const stream = new EventStream(reply, { heartbeat: ': still here\n\n', heartbeatMs: HEARTBEAT_MS });
  try {
    const live = new LiveEvents();
    for await (const events of open(stream.closed)) {
      const told = events.filter((event) => live.tells(event));
      if (told.length > 0) await stream.write(formatted(told));
    }
  } catch (error) {
    await stream.write(farewell(error));
  } finally {
    stream.end();
  }
}
