import type { FastifyRequest } from 'fastify';
import { routeFactsOf } from '../http/raw-body';

/** The path of a request as logs may show it: without its query, and as a pattern where it would let readers in. */
export function loggedPath(request: FastifyRequest): string {
  const { url: pattern } = request.routeOptions;
  if (pattern !== undefined && routeFactsOf(request).hasSecretPath) return pattern;
  return request.url.split('?', 1)[0] ?? '';
}
