import { UiProvider } from '@heddle/ui';
import { mount, type VueWrapper } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { vi } from 'vitest';
import { h, type Component } from 'vue';
import { createMemoryHistory, createRouter, type RouteRecordRaw, type Router } from 'vue-router';
import { i18n, loadMessages } from '../i18n/i18n';
import { routes } from '../router/routes';

/** A page on its own, with real texts and a router that loads no other page. */
export interface MountedPage {
  readonly wrapper: VueWrapper;
  readonly router: Router;
}

const withoutPage = (route: RouteRecordRaw): RouteRecordRaw =>
  route.redirect === undefined
    ? {
        path: route.path,
        component: { render: () => null },
        ...(route.name === undefined ? {} : { name: route.name }),
        ...(route.meta === undefined ? {} : { meta: route.meta }),
      }
    : route;

/** Mounts a page as the app would, in English, at an address. */
export async function mountPage(
  page: Component,
  options: { readonly path: string; readonly messages: readonly string[]; readonly props?: object },
): Promise<MountedPage> {
  await loadMessages(['app', ...options.messages]);
  const router = createRouter({
    history: createMemoryHistory(),
    routes: routes.map(withoutPage),
  });
  await router.push(options.path);
  const wrapper = mount(UiProvider, {
    props: { language: 'en' },
    slots: { default: () => h(page, { ...options.props }) },
    global: { plugins: [createPinia(), i18n, router] },
    attachTo: document.body,
  });
  return { wrapper, router };
}

/** A request that a page made. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** Answers the page's requests; returns the list of them, in order. */
export function stubApi(
  answer: (request: SeenRequest) => { status?: number; body?: unknown },
): SeenRequest[] {
  const seen: SeenRequest[] = [];
  const respond = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const request = { method: init.method ?? 'GET', path: pathname, query: searchParams, body };
    seen.push(request);
    const { status = 200, body: data } = answer(request);
    return new Response(status === 204 ? null : JSON.stringify(data), { status });
  };
  vi.stubGlobal('fetch', vi.fn(respond));
  return seen;
}

/** The button with a name, as a reader would find it, anywhere on the screen. */
export function buttonNamed(name: string): HTMLButtonElement {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')];
  const found = buttons.find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim() === name,
  );
  if (!found)
    throw new Error(
      `No button "${name}"; there are: ${buttons.map((button) => button.textContent?.trim()).join(', ')}`,
    );
  return found;
}
