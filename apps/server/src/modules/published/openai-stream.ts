import type { JsonObject } from '@heddle/model';
import type { FastifyReply } from 'fastify';
import { toFlowError } from '../../platform/errors/to-flow-error';
import { EventStream } from '../../platform/http/event-stream';
import type { RunCall } from '../runs/run-calls';
import type { CompletionChunks } from './openai-answers';
import { openAiErrorOf } from './openai-errors';

const HEARTBEAT_MS = 15_000;
const DONE = 'data: [DONE]\n\n';

const formatted = (chunks: readonly JsonObject[]): string =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');

/** Streams a run as pieces of a chat completion. */
export async function streamCompletion(
  reply: FastifyReply,
  call: RunCall,
  chunks: CompletionChunks,
): Promise<void> {
  await call.accepted();
  const stream = new EventStream(reply, { heartbeat: ': waiting\n\n', heartbeatMs: HEARTBEAT_MS });
  try {
    await stream.write(formatted([chunks.opening()]));
    for await (const batch of call.events(stream.closed)) {
      await stream.write(formatted(batch.flatMap((event) => chunks.translate(event))));
    }
    await stream.write(DONE);
  } catch (error) {
    await stream.write(formatted([openAiErrorOf(toFlowError(error))]));
  } finally {
    stream.end();
  }
}
