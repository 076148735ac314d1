import type { LoginBody, SetupBody, SignedIn, User } from '@heddle/contracts';
import { computed, readonly, shallowRef } from 'vue';
import { request } from '../api/api-client';
import { isApiError } from '../api/api-error';

/** What is known of the visitor: nothing yet, an account, nobody, or that the first account is still to be made. */
export type SessionState = 'unknown' | 'signed_in' | 'signed_out' | 'setup_needed';

const user = shallowRef<User>();
const state = shallowRef<SessionState>('unknown');

/** The account that this browser is signed in with. */
export function useSession() {
  return {
    user: readonly(user),
    state: readonly(state),
    canEdit: computed(() => user.value !== undefined && user.value.role !== 'viewer'),
    canAdminister: computed(() => user.value?.role === 'owner' || user.value?.role === 'admin'),
  };
}

/** Asks the server who is there; once, unless the session ended meanwhile. */
export async function resolveSession(): Promise<SessionState> {
  if (state.value !== 'unknown') return state.value;
  try {
    user.value = await request<User>('/api/auth/me', { isAnonymous: true });
    state.value = 'signed_in';
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    const { needed } = await request<{ needed: boolean }>('/api/auth/setup', { isAnonymous: true });
    state.value = needed ? 'setup_needed' : 'signed_out';
  }
  return state.value;
}

/** Signs in; the server sets the cookie. @throws {ApiError} 401 for a wrong pair, 429 after too many */
export async function signIn(body: LoginBody): Promise<void> {
  const answer = await request<SignedIn>('/api/auth/login', { method: 'POST', body, isAnonymous: true });
  user.value = answer.user;
  state.value = 'signed_in';
}

/** Makes the first account and signs in with it. @throws {ApiError} 409 when somebody else was first */
export async function createFirstAccount(body: SetupBody): Promise<void> {
  const answer = await request<SignedIn>('/api/auth/setup', { method: 'POST', body, isAnonymous: true });
  user.value = answer.user;
  state.value = 'signed_in';
}

/** Changes the name that the visitor is shown under. */
export async function rename(name: string): Promise<void> {
  user.value = await request<User>('/api/auth/me', { method: 'PATCH', body: { name } });
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  await request<void>('/api/auth/logout', { method: 'POST', isAnonymous: true });
  forgetSession();
}

/** Marks the visitor as nobody, because the server said so. */
export function forgetSession(): void {
  user.value = undefined;
  state.value = 'signed_out';
}
