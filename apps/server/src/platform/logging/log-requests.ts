import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { loggedPath } from './logged-path';

/**
 * Notes every answered request without its query, which may hold tokens. Refused ones are logged with their reason by
 * the error filter.
 */
export function logRequests(instance: FastifyInstance, logger: Logger): void {
  instance.addHook('onResponse', (request, reply, done) => {
    logger.debug(
      {
        request_id: request.id,
        method: request.method,
        path: loggedPath(request),
        status: reply.statusCode,
        elapsed_ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
}
