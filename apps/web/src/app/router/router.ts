import { shallowRef } from 'vue';
import { createRouter, createWebHistory, type Router } from 'vue-router';
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
