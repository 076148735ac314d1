import { WORKSPACE_HEADER } from '@heddle/contracts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { accessErrors, requestErrors } from '../errors/request-errors';
import { parseId } from '../http/request-input';
import { ACCESS, type Access } from './access';
import { setActor, type Actor } from './actor';
import { roleAllows } from './permissions';
import { RequestOrigin } from './request-origin';
import { SessionCookie } from './session-cookie';
import { isSessionToken } from './session-token';
import { SessionsService } from './sessions.service';

const BEARER = /^Bearer +(\S+) *$/i;

interface Credentials {
  readonly token: string;
  readonly isCookie: boolean;
}

/** Stands before every handler; one that does not say who may call it is closed. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
    private readonly origin: RequestOrigin,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (access === undefined) throw accessErrors.AUTH_REQUIRED({});
    if (access.kind === 'guarded') return true;
    if (access.kind === 'public') {
      if (access.isSameOrigin) this.origin.check(request);
      return true;
    }
    const actor = await this.authenticate(request);
    setActor(request, actor);
    if (access.kind === 'permission' && !roleAllows(actor.role, access.permission)) {
      throw accessErrors.FORBIDDEN({ permission: access.permission, role: actor.role });
    }
    return true;
  }

  private async authenticate(request: FastifyRequest): Promise<Actor> {
    const credentials = this.credentialsOf(request);
    if (credentials === undefined) throw accessErrors.AUTH_REQUIRED({});
    if (credentials.isCookie) this.origin.check(request);
    if (!isSessionToken(credentials.token)) throw accessErrors.AUTH_INVALID({});
    const named = request.headers[WORKSPACE_HEADER];
    const workspaceId = named === undefined ? undefined : parseId(named, WORKSPACE_HEADER);
    const found = await this.sessions.resolve(credentials.token, workspaceId);
    if (found.kind === 'actor') return found.actor;
    throw found.kind === 'unknown'
      ? accessErrors.AUTH_INVALID({})
      : requestErrors.NOT_FOUND({ what: 'the workspace' });
  }

  /** A header that was sent on purpose wins over a cookie that browsers send by themselves. */
  private credentialsOf(request: FastifyRequest): Credentials | undefined {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const token = BEARER.exec(authorization)?.[1];
      if (token === undefined) throw accessErrors.AUTH_INVALID({});
      return { token, isCookie: false };
    }
    const token = this.cookie.read(request);
    return token === undefined ? undefined : { token, isCookie: true };
  }
}
