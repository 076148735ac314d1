import type { JsonObject } from '@heddle/model';
import type { FastifyReply } from 'fastify';
import { toFlowError } from '../../platform/errors/to-flow-error';
import { EventStream } from '../../platform/http/event-stream';
import type { RunCall } from '../runs/run-calls';
import { difyErrorOf } from './dify-errors';
import type { DifyEvents } from './dify-events';

const PING_MS = 10_000;

const formatted = (events: readonly JsonObject[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

/** Streams a run in Dify's events. */
export async function streamDify(
  reply: FastifyReply,
  call: RunCall,
  events: Pick<DifyEvents, 'translate'>,
): Promise<void> {
  await call.accepted();
  const stream = new EventStream(reply, { heartbeat: 'event: ping\n\n', heartbeatMs: PING_MS });
  try {
    for await (const batch of call.events(stream.closed)) {
      await stream.write(formatted(batch.flatMap((event) => events.translate(event))));
    }
  } catch (error) {
    await stream.write(
      formatted([{ event: 'error', task_id: call.runId, ...difyErrorOf(toFlowError(error)) }]),
    );
  } finally {
    stream.end();
  }
}
