import type { WorkspaceRole } from '@heddle/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { accessErrors } from '../errors/request-errors';

/** Who asks, in which workspace. */
export interface Actor {
  readonly userId: string;
  readonly workspaceId: string;
  readonly role: WorkspaceRole;
  readonly sessionId: string;
}

const actors = new WeakMap<FastifyRequest, Actor>();

/** Notes who a request is from. */
export const setActor = (request: FastifyRequest, actor: Actor): void => void actors.set(request, actor);

/** Who a request is from; undefined on public routes. */
export const actorOf = (request: FastifyRequest): Actor | undefined => actors.get(request);

/** Parameter: who asks. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const actor = actorOf(context.switchToHttp().getRequest<FastifyRequest>());
  if (actor === undefined) throw accessErrors.AUTH_REQUIRED({});
  return actor;
});
