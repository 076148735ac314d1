import type { Page, Secret } from '@heddle/contracts';
import { request } from '@/app/api/api-client';

const BASE = '/api/secrets';

/** Lists the workspace's secrets, without their values. */
export const listSecrets = (filter: { page: number }, signal: AbortSignal): Promise<Page<Secret>> =>
  request(BASE, { query: { page: filter.page, sort: 'name' }, signal });

/** Stores a secret; its value never comes back. */
export const createSecret = (body: { name: string; value: string; description: string }): Promise<Secret> =>
  request(BASE, { method: 'POST', body });

/** Changes a secret; without a value the stored one stays. */
export const updateSecret = (
  id: string,
  body: { name: string; description: string; value?: string },
): Promise<Secret> => request(`${BASE}/${id}`, { method: 'PUT', body });

/** Deletes a secret; flows that use it fail from then on. */
export const deleteSecret = (id: string): Promise<void> => request(`${BASE}/${id}`, { method: 'DELETE' });
