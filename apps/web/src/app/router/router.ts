import { shallowRef } from 'vue';
import { createRouter, createWebHistory, type RouteLocationNormalized, type Router } from 'vue-router';
import { whenSignedOut } from '../api/api-client';
import { loadMessages } from '../i18n/i18n';
import { forgetSession } from '../session/session';
import { guardSession } from './guards';
import './route-meta';
import { routes } from './routes';

/** Why the last navigation failed, until one succeeds; shown in place of a page that never came. */
export const navigationError = shallowRef<unknown>();

/** Makes the app's router, with sign-in and texts taken care of before a page is shown. */
export function createAppRouter(): Router {
  const router = createRouter({
    history: createWebHistory(),
    routes,
    scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
  });
  router.beforeEach(async (to) => {
    fetchPage(to);
    const [verdict] = await Promise.all([guardSession(to), loadMessages(to.meta.messages ?? [])]);
    return verdict;
  });
  router.afterEach((_to, _from, failure) => {
    if (!failure) navigationError.value = undefined;
  });
  router.onError((error: unknown) => {
    navigationError.value = error;
  });
  whenSignedOut(() => {
    forgetSession();
    const current = router.currentRoute.value;
    if (current.meta.isPublic !== true)
      void router.push({ name: 'login', query: { next: current.fullPath } });
  });
  return router;
}

/** Starts loading the page's code beside the questions to the server that come before it; the router asks again later. */
function fetchPage(to: RouteLocationNormalized): void {
  for (const { components } of to.matched) {
    const load: unknown = components?.['default'];
    if (typeof load === 'function') void Promise.resolve((load as () => unknown)()).catch(() => undefined);
  }
}
