import { EXCHANGE_CODES } from '@heddle/dify';
import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '@/app/session/session';
import { buttonNamed, mountPage, stubApi, type MountedPage } from '@/app/testing/mount-app';
import FlowListPage from './FlowListPage.vue';
import en from './locales/en.json';
import zh from './locales/zh-CN.json';

const user = { id: '1', email: 'a@b.co', name: 'Ada', role: 'owner', workspace_id: '2' };
const NONE = { items: [], total: 0, page: 1, page_size: 24 };

let mounted: MountedPage | undefined;
afterEach(() => {
  mounted?.wrapper.unmount();
  vi.unstubAllGlobals();
});

/** Opens the dialog, pastes a text and sends it. */
async function paste(text: string, answer: { status?: number; body: unknown }): Promise<MountedPage> {
  stubApi(({ path }) => {
    if (path === '/api/auth/login') return { body: { token: 't', user } };
    return path === '/api/flow/import' ? answer : { body: NONE };
  });
  await signIn({ email: 'a@b.co', password: 'x' });
  mounted = await mountPage(FlowListPage, { path: '/flows', messages: ['flows'] });
  await flushPromises();
  buttonNamed('Import').click();
  await flushPromises();
  const area = document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea');
  if (area) area.value = text;
  area?.dispatchEvent(new Event('input'));
  document.querySelector('#import-flow')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await flushPromises();
  return mounted;
}

const flow = { id: 'new-id', name: 'Desk', draft: { definition: { nodes: [{ id: 'a', label: 'Ask' }] } } };
const dialogText = (): string => document.querySelector('[role="dialog"]')?.textContent ?? '';

describe('importing a flow', () => {
  it('opens a flow that came over whole', async () => {
    const { router } = await paste('app: {}', { status: 201, body: { flow, warnings: [] } });
    expect(router.currentRoute.value.fullPath).toBe('/flows/new-id');
  });

  it('lists by node what could not be carried over, before the flow is opened', async () => {
    const warnings = [
      { code: 'VALUE_ADJUSTED', message: '', node_id: 'a', params: { field: 'x', from: 9, to: 5 } },
    ];
    const { router } = await paste('app: {}', { status: 201, body: { flow, warnings } });
    expect(dialogText()).toContain('Ask · “x” was 9 and is now 5.');
    buttonNamed('Open the flow').click();
    await flushPromises();
    expect(router.currentRoute.value.fullPath).toBe('/flows/new-id');
  });

  it('names the line of a mistake and keeps the text', async () => {
    const body = {
      code: 'DSL_SYNTAX',
      message: 'x',
      details: { line: 3, reason: 'no end' },
      request_id: 'r',
    };
    await paste('a: [', { status: 400, body });
    expect(dialogText()).toContain('Line 3: no end');
    expect(document.querySelector('textarea')?.value).toBe('a: [');
  });

  it('has a text for every warning in both languages', () => {
    for (const texts of [en, zh]) {
      expect(Object.keys(texts.import.warnings).sort()).toEqual([...EXCHANGE_CODES].sort());
    }
  });
});
