import type { RouteLocationNormalized, RouteLocationRaw } from 'vue-router';
import { resolveSession, type SessionState } from '../session/session';

/** Where a signed-out visitor goes back to after signing in: a path of this app, nothing else. */
export function safeTarget(next: unknown): string {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/flows';
}

/** Where the visitor must go instead of the wanted page, if anywhere. */
export function redirectFor(
  to: Pick<RouteLocationNormalized, 'name' | 'fullPath' | 'meta' | 'query'>,
  state: SessionState,
): RouteLocationRaw | undefined {
  if (state === 'setup_needed') return to.name === 'setup' ? undefined : { name: 'setup' };
  if (state === 'signed_in') return to.meta.isPublic === true ? safeTarget(to.query['next']) : undefined;
  if (to.name === 'login') return undefined;
  if (to.name === 'setup') return { name: 'login' };
  return to.fullPath === '/' ? { name: 'login' } : { name: 'login', query: { next: to.fullPath } };
}

/** Lets a page open only to those who may see it. */
export async function guardSession(to: RouteLocationNormalized): Promise<RouteLocationRaw | true> {
  return redirectFor(to, await resolveSession()) ?? true;
}
