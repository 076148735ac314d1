import { useToast } from '@heddle/ui';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '@/app/session/session';
import { buttonNamed, mountPage, stubApi, type MountedPage, type SeenRequest } from '@/app/testing/mount-app';
import FlowListPage from './FlowListPage.vue';

const user = { id: '1', email: 'a@b.co', name: 'Ada', role: 'owner', workspace_id: '2' };
const flow = (name: string, extra: object = {}) => ({
  id: `id-${name}`,
  name,
  mode: 'workflow',
  description: 'Does things',
  published_version: null,
  tags: [],
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  ...extra,
});

let mounted: MountedPage | undefined;
beforeEach(() => localStorage.clear());
afterEach(() => {
  mounted?.wrapper.unmount();
  vi.unstubAllGlobals();
});

async function open(
  items: object[],
  answer: (request: SeenRequest) => { status?: number; body?: unknown } | undefined = () => undefined,
  path = '/flows',
) {
  const seen = stubApi((request) => {
    if (request.path === '/api/auth/login') return { body: { token: 't', user } };
    return answer(request) ?? { body: { items, total: items.length, page: 1, page_size: 24 } };
  });
  await signIn({ email: 'a@b.co', password: 'x' });
  seen.length = 0;
  mounted = await mountPage(FlowListPage, { path, messages: ['flows'] });
  await flushPromises();
  return { ...mounted, seen };
}

describe('FlowListPage', () => {
  it('lists flows as cards that lead to the editor', async () => {
    const { wrapper } = await open([flow('Report', { published_version: 3 }), flow('Draft one')]);
    const links = wrapper.findAll('h2 a').map((link) => [link.text(), link.attributes('href')]);
    expect(links).toEqual([
      ['Report', '/flows/id-Report'],
      ['Draft one', '/flows/id-Draft%20one'],
    ]);
    expect(wrapper.text()).toContain('Published v3');
  });

  it('asks for what the address says', async () => {
    const { seen } = await open([], undefined, '/flows?q=whale&mode=chatflow&sort=name&page=2');
    expect(Object.fromEntries(seen[0]?.query ?? [])).toEqual({
      q: 'whale',
      mode: 'chatflow',
      sort: 'name',
      page: '2',
      page_size: '24',
    });
  });

  it('tells an empty workspace from a filter that finds nothing', async () => {
    const { wrapper, router } = await open([]);
    expect(wrapper.text()).toContain('Build your first flow');
    await router.push('/flows?q=nothing');
    await flushPromises();
    expect(wrapper.text()).toContain('No flow matches');
  });

  it('offers to try again when loading failed', async () => {
    let isBroken = true;
    const { wrapper } = await open([flow('Report')], (request) =>
      isBroken && request.path === '/api/flow/definitions'
        ? { status: 500, body: { code: 'INTERNAL', message: 'Broken', request_id: 'r' } }
        : undefined,
    );
    expect(wrapper.text()).toContain('This could not be loaded');
    isBroken = false;
    buttonNamed('Try again').click();
    await flushPromises();
    expect(wrapper.text()).toContain('Report');
  });

  it('creates a flow of the chosen mode and opens it', async () => {
    const { router, seen } = await open([], (request) =>
      request.method === 'POST' ? { status: 201, body: flow('Mine', { id: 'new-id' }) } : undefined,
    );
    buttonNamed('New flow').click();
    await flushPromises();
    const radios = [...document.querySelectorAll<HTMLElement>('[role="radio"]')];
    radios.find((radio) => radio.textContent?.includes('Workflow'))?.click();
    const input = document.querySelector<HTMLInputElement>('[role="dialog"] input[maxlength="200"]');
    if (input) input.value = 'Mine';
    input?.dispatchEvent(new Event('input'));
    document.querySelector('#create-flow')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await flushPromises();
    expect(seen.find((request) => request.method === 'POST')?.body).toEqual({
      name: 'Mine',
      mode: 'workflow',
      description: '',
    });
    expect(router.currentRoute.value.fullPath).toBe('/flows/new-id');
  });

  it('takes an unpublished flow out of view and lets the deletion be undone', async () => {
    const { wrapper, seen } = await open([flow('Report')]);
    buttonNamed('More for Report').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
    );
    await flushPromises();
    const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((entry) =>
      entry.textContent?.includes('Delete'),
    );
    item?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    item?.click();
    await flushPromises();
    expect(wrapper.find('h2 a').exists()).toBe(false);
    const toasts = useToast();
    toasts.act(toasts.items.value.at(-1)?.id ?? -1);
    await flushPromises();
    expect(wrapper.get('h2 a').text()).toBe('Report');
    expect(seen.some((request) => request.method === 'DELETE')).toBe(false);
  });
});
