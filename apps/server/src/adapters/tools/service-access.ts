import type { ToolAuthBody } from '@heddle/contracts';
import { maskSecrets } from '../http/mask-secret';

/** Where a service is, and how it is told who calls; the credential opened. */
export interface ServiceAccess {
  readonly serverUrl: string;
  readonly auth: Omit<ToolAuthBody, 'credential'>;
  /** Empty when there is none. */
  readonly credential: string;
}

type Header = readonly [string, string];

const basic = (username: string, password: string): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

/** The headers that say who calls. */
export function accessHeaders({ auth, credential }: ServiceAccess): Header[] {
  if (credential === '' && auth.type !== 'basic') return [];
  switch (auth.type) {
    case 'none':
      return [];
    case 'api_key':
      return auth.in === 'header' ? [[auth.name, credential]] : [];
    case 'bearer':
      return [['Authorization', `Bearer ${credential}`]];
    case 'basic':
      return [['Authorization', `Basic ${basic(auth.username, credential)}`]];
  }
}

/** The query parameters that say who calls. */
export const accessQuery = ({ auth, credential }: ServiceAccess): Header[] =>
  auth.type === 'api_key' && auth.in === 'query' && credential !== '' ? [[auth.name, credential]] : [];

/** Hides the credential in what a service says: some repeat what they were sent. */
export function withoutCredential(text: string, { auth, credential }: ServiceAccess): string {
  if (credential === '') return text;
  const secrets = [credential, ...(auth.type === 'basic' ? [basic(auth.username, credential)] : [])];
  return maskSecrets(text, secrets);
}
