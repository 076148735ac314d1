import type { Page, Secret } from '@heddle/contracts';
import { request } from '@/app/api/api-client';

/** Names of the workspace's secrets; their values never leave the server. */
export async function listSecretNames(): Promise<string[]> {
  const { items } = await request<Page<Secret>>('/api/secrets', { query: { page_size: 100, sort: 'name' } });
  return items.map(({ name }) => name);
}
