import type { FastifyReply } from 'fastify';
import { toFlowError } from '../../platform/errors/to-flow-error';
import { EventStream } from '../../platform/http/event-stream';
import type { InstanceTest } from './instance-tests.service';

const HEARTBEAT = { heartbeat: ': still here\n\n', heartbeatMs: 15_000 };

const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Runs a test and sends what the model says piece by piece; a reader who leaves ends it. */
export async function streamTest(reply: FastifyReply, test: InstanceTest): Promise<void> {
  const stream = new EventStream(reply, HEARTBEAT);
  try {
    const result = await test.run(({ type, text }) => stream.write(event(type, { text })), stream.closed);
    await stream.write(result.error ? event('error', result.error) : event('done', result));
  } catch (error) {
    const { code, message } = toFlowError(error);
    await stream.write(event('error', { code, message }));
  } finally {
    stream.end();
  }
}
