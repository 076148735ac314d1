import type { ApiKeyScope } from '@heddle/contracts';
import { DEFAULT_KEY_RATE } from '@heddle/contracts';
import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessErrors } from '../../platform/errors/request-errors';
import { RateLimits, type RateLimit } from '../../platform/rate-limit/rate-limits';
import { ApiKeysService, type KeyHolder } from '../flows/api-keys.service';
import { publishedErrors } from './published-errors';

const SCOPE = 'heddle:api-key-scope';
const BEARER = /^Bearer +(\S+) *$/i;
/** Every key has this many points a minute; what a call costs depends on the key's limit. */
const POINTS = 600_000;

const holders = new WeakMap<FastifyRequest, KeyHolder>();

/** What a handler wants of the key that calls it. */
export const KeyScope = (scope: ApiKeyScope): MethodDecorator => SetMetadata(SCOPE, scope);

/** Parameter: the key that calls. */
export const CallingKey = createParamDecorator((_: unknown, context: ExecutionContext): KeyHolder => {
  const holder = holders.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!holder) throw accessErrors.AUTH_REQUIRED({});
  return holder;
});

/** Lets in who has a valid API key, as often as the key may call. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly limit: RateLimit;

  constructor(
    private readonly keys: ApiKeysService,
    private readonly reflector: Reflector,
    limits: RateLimits,
  ) {
    this.limit = limits.create({ name: 'api-key', points: POINTS, seconds: 60 });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const holder = token === undefined ? undefined : await this.keys.authenticate(token);
    if (!holder) {
      http.getResponse<FastifyReply>().header('www-authenticate', 'Bearer');
      throw accessErrors.AUTH_INVALID({ subject: 'the API key' });
    }
    const scope = this.reflector.get<ApiKeyScope | undefined>(SCOPE, context.getHandler());
    if (scope !== undefined && !holder.scopes.includes(scope)) throw publishedErrors.SCOPE_MISSING({ scope });
    await this.limit.consume(holder.keyId, Math.floor(POINTS / (holder.rateLimit ?? DEFAULT_KEY_RATE)));
    holders.set(request, holder);
    return true;
  }
}
