import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { isFlowError, type ErrorCategory, type FlowError } from '@heddle/model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Level } from 'pino';
import { DeniedTries } from '../audit/denied-tries';
import { actorOf } from '../auth/actor';
import { AppLogger } from '../logging/app-logger';
import { loggedPath } from '../logging/logged-path';
import { ErrorShapes } from './error-shapes';
import { toFlowError } from './to-flow-error';
import { statusOf, wireErrorOf } from './wire-error';

const LEVEL_OF_CATEGORY: Readonly<Record<ErrorCategory, Level>> = {
  user: 'info',
  forbidden: 'info',
  operational: 'warn',
  internal: 'error',
  cancelled: 'debug',
};

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** The one place where errors become answers. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly shapes: ErrorShapes,
    private readonly logger: AppLogger,
    private readonly denied: DeniedTries,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = toFlowError(exception);
    this.log(error, request);
    void this.noteDenied(error, request).then(() => this.answer(error, request, reply));
  }

  /** Before the answer, so that who was refused cannot have it forgotten by hanging up. */
  private async noteDenied(error: FlowError, request: FastifyRequest): Promise<void> {
    const actor = actorOf(request);
    if (actor === undefined || !isFlowError(error, 'FORBIDDEN')) return;
    await this.denied.note(actor, {
      permission: String(error.details['permission']),
      role: actor.role,
      method: request.method,
      path: loggedPath(request),
    });
  }

  private answer(error: FlowError, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    const path = pathOf(request);
    const shape = this.shapes.find(path);
    const retryAfter = error.details['retry_after_seconds'];
    if (typeof retryAfter === 'number') reply.header('retry-after', Math.ceil(retryAfter));
    const answer =
      shape === undefined ? wireErrorOf(error, request.id) : shape(error, { id: request.id, path });
    reply.status(statusOf(error)).header('content-type', 'application/json; charset=utf-8').send(answer);
  }

  private log(error: FlowError, request: FastifyRequest): void {
    const level = LEVEL_OF_CATEGORY[error.category];
    const facts = {
      request_id: request.id,
      method: request.method,
      path: loggedPath(request),
      code: error.code,
    };
    const cause = error.category === 'internal' ? { err: error.cause ?? error } : {};
    this.logger.pino[level]({ ...facts, ...cause }, error.message);
  }
}
