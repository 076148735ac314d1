import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '@/app/session/session';
import { buttonNamed, mountPage, stubApi, type MountedPage, type SeenRequest } from '@/app/testing/mount-app';
import ModelsPage from './ModelsPage.vue';

const provider = {
  id: 'p1',
  name: 'Acme',
  provider_type: 'acme',
  base_url: 'https://api.acme.test/v1',
  extra_config: {},
  is_active: true,
  has_key: true,
  key_hint: '3fA9',
  key_count: 1,
  model_count: 1,
  health: { status: 'ok', latency_ms: 38, checked_at: null, error: null },
};
const model = {
  id: 'm1',
  provider_id: 'p1',
  provider_name: 'Acme',
  provider_type: 'acme',
  model_name: 'acme-1',
  model_type: 'llm',
  display_name: 'Acme One',
  capabilities: { tools: true },
  default_params: {},
  price: null,
  limits: {},
  fallback_ids: [],
  is_default: true,
  is_active: true,
};
const preset = {
  id: 'acme',
  name: 'Acme',
  protocol: 'openai',
  base_url: 'https://api.acme.test/v1',
  needs_key: true,
  key_url: null,
  is_local: false,
  types: ['llm'],
};

type Answer = (request: SeenRequest) => { status?: number; body?: unknown } | undefined;

const listOf = (items: readonly object[]) => ({
  body: { items, total: items.length, page: 1, page_size: 100 },
});

function standard({ path }: SeenRequest, isEmpty: boolean) {
  if (path.endsWith('/presets')) return { body: { items: [preset] } };
  if (path === '/api/model-providers') return listOf(isEmpty ? [] : [provider]);
  if (path === '/api/model-instances') return listOf(isEmpty ? [] : [model]);
  if (path === '/api/model-defaults') return { body: { llm: isEmpty ? null : 'm1', embedding: null } };
  return { body: { items: [] } };
}

let mounted: MountedPage | undefined;
beforeEach(() => localStorage.clear());
afterEach(() => {
  mounted?.wrapper.unmount();
  vi.unstubAllGlobals();
});

async function open(options: { role?: string; isEmpty?: boolean; answer?: Answer } = {}) {
  const { role = 'owner', isEmpty = false, answer = () => undefined } = options;
  const seen = stubApi((request) => {
    if (request.path === '/api/auth/login') {
      const user = { id: '1', email: 'a@b.co', name: 'Ada', role, workspace_id: '2' };
      return { body: { token: 't', user } };
    }
    return answer(request) ?? standard(request, isEmpty);
  });
  await signIn({ email: 'a@b.co', password: 'x' });
  seen.length = 0;
  mounted = await mountPage(ModelsPage, { path: '/models', messages: ['models'] });
  await flushPromises();
  return { ...mounted, seen };
}

function fill(selector: string, value: string): void {
  const input = document.querySelector<HTMLInputElement>(`[role="dialog"] ${selector}`);
  if (!input) throw new Error(`no ${selector} in the dialog`);
  input.value = value;
  input.dispatchEvent(new Event('input'));
}

async function press(name: string): Promise<void> {
  buttonNamed(name).click();
  await flushPromises();
}

async function submit(): Promise<void> {
  document.querySelector('#provider-form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await flushPromises();
}

async function connect(key: string): Promise<void> {
  await press('Connect a model');
  const tile = [...document.querySelectorAll<HTMLElement>('[role="dialog"] ul button')].at(-1);
  tile?.click();
  await flushPromises();
  fill('input[type="password"]', key);
  await flushPromises();
  await submit();
}

const writes = (seen: readonly SeenRequest[]) =>
  seen.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));

describe('ModelsPage', () => {
  it('shows providers with their health and models with what they can do', async () => {
    const { wrapper } = await open();
    const card = wrapper.get('article[aria-label="Acme"]');
    expect(card.text()).toContain('Works · 38ms');
    expect(card.text()).toContain('••••3fA9');
    expect(wrapper.get('table').text()).toContain('Acme OneDefault');
    expect(wrapper.get('table').text()).toContain('Tools');
  });

  it('lets a viewer look and nothing else', async () => {
    const { wrapper } = await open({ role: 'viewer' });
    expect(wrapper.text()).toContain('Acme One');
    const names = wrapper.findAll('button').map((button) => button.attributes('aria-label') ?? button.text());
    expect(names.filter((name) => /Test|Find models|Add provider|Clear|is active/.test(name))).toEqual([]);
    expect(wrapper.findAll('[role="switch"]')).toEqual([]);
  });

  it('says at the key that it is wrong, and stores the right one in the same provider', async () => {
    let isRight = false;
    const { seen } = await open({
      isEmpty: true,
      answer: ({ method, path }) => {
        if (path.endsWith('/test')) {
          const error = { code: 'PROVIDER_AUTH_FAILED', message: 'no' };
          return { body: isRight ? { ok: true, latency_ms: 1 } : { ok: false, latency_ms: 1, error } };
        }
        if (path.endsWith('/detect')) return { body: { models: [] } };
        return method === 'GET' ? undefined : { body: provider };
      },
    });
    await connect('wrong');
    const input = document.querySelector('[role="dialog"] input[type="password"]');
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    const errorId = input?.getAttribute('aria-describedby')?.split(' ')[0] ?? '';
    expect(document.getElementById(errorId)?.textContent).toContain('did not accept this key');
    isRight = true;
    fill('input[type="password"]', 'right');
    await flushPromises();
    await submit();
    expect(writes(seen)).toMatchObject([
      { method: 'POST', path: '/api/model-providers', body: { provider_type: 'acme', api_key: 'wrong' } },
      { method: 'POST', path: '/api/model-providers/p1/test' },
      { method: 'PUT', path: '/api/model-providers/p1', body: { api_key: 'right' } },
      { method: 'POST', path: '/api/model-providers/p1/test' },
      { method: 'POST', path: '/api/model-providers/p1/detect' },
    ]);
  });

  it('takes a provider away again whose form is given up', async () => {
    const { seen } = await open({
      isEmpty: true,
      answer: ({ method, path }) => {
        if (path.endsWith('/test')) {
          return { body: { ok: false, latency_ms: 1, error: { code: 'UPSTREAM_TIMEOUT', message: '' } } };
        }
        return method === 'GET' ? undefined : { body: provider };
      },
    });
    await connect('key');
    await press('Close');
    expect(writes(seen).at(-1)).toMatchObject({ method: 'DELETE', path: '/api/model-providers/p1' });
  });

  it('says where a model is used and deletes it all the same only when told again', async () => {
    const uses = [{ kind: 'draft', flow_id: 'f1', name: 'Weather', model_id: 'm1' }];
    const { seen } = await open({
      answer: ({ method, query }) => {
        if (method !== 'DELETE') return undefined;
        return query.get('force') === 'true'
          ? { status: 204 }
          : { status: 409, body: { code: 'MODEL_IN_USE', message: '', details: { uses } } };
      },
    });
    buttonNamed('More for Acme One').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
    );
    await flushPromises();
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].at(-1)?.click();
    await flushPromises();
    await press('Delete');
    const link = document.querySelector<HTMLAnchorElement>('[role="dialog"] li a');
    expect([link?.textContent, link?.getAttribute('href')]).toEqual(['Weather', '/flows/f1']);
    await press('Delete all the same');
    const deletions = seen.filter(({ method }) => method === 'DELETE');
    expect(deletions.map(({ query }) => query.get('force'))).toEqual([null, 'true']);
  });
});
