import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '@/app/session/session';
import { buttonNamed, mountPage, stubApi, type MountedPage, type SeenRequest } from '@/app/testing/mount-app';
import MembersPage from './MembersPage.vue';

const member = (id: string, name: string, role: string) => ({
  id,
  name,
  role,
  email: `${name.toLowerCase()}@example.com`,
  created_at: '2026-01-01T00:00:00.000Z',
  last_active_at: null,
});
const MEMBERS = [member('1', 'Olga', 'owner'), member('2', 'Eva', 'editor')];
const ENTRY = {
  id: 'e1',
  number: 7,
  at: '2026-01-01T00:00:00.000Z',
  actor_id: '1',
  actor_email: 'olga@example.com',
  action: 'member.role_changed',
  target_id: '2',
  target_name: 'eva@example.com',
  details: { to: 'editor', from: 'viewer' },
};

type Answer = (request: SeenRequest) => { status?: number; body?: unknown } | undefined;

let mounted: MountedPage | undefined;
afterEach(() => {
  mounted?.wrapper.unmount();
  vi.unstubAllGlobals();
});

async function open(options: { id?: string; role?: string; tab?: string; answer?: Answer } = {}) {
  const { id = '1', role = 'owner', tab = '', answer = () => undefined } = options;
  const seen = stubApi((request) => {
    if (request.path === '/api/auth/login') {
      return { body: { token: 't', user: { id, email: 'a@b.co', name: 'Ada', role, workspace_id: '2' } } };
    }
    const items = request.path === '/api/audit' ? [ENTRY] : MEMBERS;
    return answer(request) ?? { body: { items, total: items.length, page: 1, page_size: 20 } };
  });
  await signIn({ email: 'a@b.co', password: 'x' });
  seen.length = 0;
  mounted = await mountPage(MembersPage, {
    path: `/members/${tab}`,
    messages: ['members', 'audit'],
    props: { tab },
  });
  await flushPromises();
  return { ...mounted, seen };
}

async function press(name: string): Promise<void> {
  buttonNamed(name).click();
  await flushPromises();
}

async function write(selector: string, text: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>(selector);
  if (!input) throw new Error(`no ${selector}`);
  input.value = text;
  input.dispatchEvent(new Event('input'));
  await flushPromises();
}

const labels = () => [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'));

describe('the page about members', () => {
  it('adds somebody and shows the first password once', async () => {
    const { seen } = await open({
      answer: ({ method }) =>
        method === 'POST'
          ? { status: 201, body: { member: member('3', 'New', 'editor'), password: 'abcde-fghij' } }
          : undefined,
    });
    await press('Add member');
    await write('#add-member input[type=email]', 'New@Example.com');
    await write('#add-member input[maxlength="100"]', 'New');
    document.querySelector<HTMLFormElement>('#add-member')?.requestSubmit();
    await flushPromises();
    expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'New@Example.com',
      name: 'New',
      role: 'editor',
    });
    expect(document.body.textContent).toContain('abcde-fghij');
    await press('I have copied it');
    expect(document.body.textContent).not.toContain('abcde-fghij');
  });

  it('offers owners every role but their own', async () => {
    await open();
    expect(labels()).toContain('Role of Eva');
    expect(labels()).not.toContain('Role of Olga');
  });

  it('offers admins nothing about owners', async () => {
    await open({ id: '9', role: 'admin' });
    expect(labels()).toContain('Role of Eva');
    expect(labels()).not.toContain('Role of Olga');
    expect(labels()).not.toContain('More for Olga');
  });

  it('lets others only look, and not into the audit log', async () => {
    const { wrapper, seen } = await open({ id: '2', role: 'editor', tab: 'audit' });
    expect(wrapper.text()).toContain('olga@example.com');
    expect(labels()).not.toContain('Role of Eva');
    expect(wrapper.text()).not.toContain('Audit log');
    expect(seen.map(({ path }) => path)).toEqual(['/api/workspace/members']);
  });

  it('tells what each role may', async () => {
    const { wrapper } = await open({ tab: 'roles' });
    const row = wrapper.findAll('tr').find((one) => one.text().includes('Delete flows'));
    expect(row?.findAll('td').map((cell) => cell.text())).toEqual(['Delete flows', 'Yes', 'Yes', 'No', 'No']);
  });
});

describe('the audit log', () => {
  it('writes entries in words', async () => {
    const { wrapper } = await open({ tab: 'audit' });
    const row = wrapper.find('tbody tr').text();
    expect(row).toContain('Role changed');
    expect(row).toContain('eva@example.com');
    expect(row).toMatch(/From\s*Viewer\s*To\s*Editor/);
  });

  it('narrows by days of the calendar, both included', async () => {
    const { seen } = await open({ tab: 'audit' });
    const [from, to] = document.querySelectorAll<HTMLInputElement>('input[type=date]');
    for (const input of [from, to]) {
      if (!input) throw new Error('no date field');
      input.value = '2026-02-03';
      input.dispatchEvent(new Event('input'));
    }
    await flushPromises();
    const { query } = seen.filter(({ path }) => path === '/api/audit').at(-1) ?? {};
    expect(query?.get('from')).toBe(new Date(2026, 1, 3).toISOString());
    expect(query?.get('to')).toBe(new Date(2026, 1, 4).toISOString());
  });

  it('says where the log was changed', async () => {
    const { wrapper } = await open({
      tab: 'audit',
      answer: ({ path }) =>
        path === '/api/audit/check' ? { body: { is_intact: false, entries: 2, first_broken: 3 } } : undefined,
    });
    await press('Check the log');
    expect(wrapper.text()).toContain('Entry 3 was changed or is missing');
  });
});
