import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountPage, stubApi, type MountedPage } from '@/app/testing/mount-app';
import LoginPage from './LoginPage.vue';

let mounted: MountedPage | undefined;
afterEach(() => {
  mounted?.wrapper.unmount();
  vi.unstubAllGlobals();
});

async function open(path = '/login') {
  mounted = await mountPage(LoginPage, { path, messages: ['auth'] });
  const { wrapper, router } = mounted;
  const fill = async (email: string, password: string): Promise<void> => {
    await wrapper.get('input[type="email"]').setValue(email);
    await wrapper.get('input[type="password"]').setValue(password);
    await wrapper.get('form').trigger('submit');
    await flushPromises();
  };
  return { wrapper, router, fill };
}

const user = { id: '1', email: 'a@b.co', name: 'Ada', role: 'owner', workspace_id: '2' };

describe('LoginPage', () => {
  it('signs in and goes where the visitor wanted to', async () => {
    const seen = stubApi(() => ({ body: { token: 't', user } }));
    const { router, fill } = await open('/login?next=/secrets');
    await fill(' a@b.co ', 'password1');
    expect(seen[0]).toMatchObject({
      path: '/api/auth/login',
      body: { email: 'a@b.co', password: 'password1' },
    });
    expect(router.currentRoute.value.fullPath).toBe('/secrets');
  });

  it('says the same for a wrong address and a wrong password', async () => {
    stubApi(() => ({ status: 401, body: { code: 'AUTH_INVALID', message: 'x' } }));
    const { wrapper, fill } = await open();
    await fill('a@b.co', 'wrong');
    expect(wrapper.get('[role="alert"]').text()).toBe('E-mail or password is wrong.');
  });

  it('explains a refusal after too many attempts', async () => {
    stubApi(() => ({ status: 429, body: { code: 'RATE_LIMITED', message: 'x' } }));
    const { wrapper, fill } = await open();
    await fill('a@b.co', 'wrong');
    expect(wrapper.get('[role="alert"]').text()).toContain('Too many attempts');
  });

  it('asks for what is missing before it asks the server', async () => {
    const seen = stubApi(() => ({ body: {} }));
    const { wrapper, fill } = await open();
    await fill('', '');
    expect(seen).toEqual([]);
    expect(wrapper.findAll('[aria-invalid="true"]')).toHaveLength(2);
  });
});
