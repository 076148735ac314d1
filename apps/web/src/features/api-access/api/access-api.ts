import type { ApiKey, CreatedApiKey, FlowTrigger, FlowVersionDetail, Page } from '@heddle/contracts';
import { request } from '@/app/api/api-client';

const base = (flowId: string): string => `/api/flow/definitions/${flowId}`;

/** Lists a flow's API keys, without their secrets. */
export const listKeys = (flowId: string, signal: AbortSignal): Promise<Page<ApiKey>> =>
  request(`${base(flowId)}/api-keys`, { query: { page_size: 100 }, signal });

/** Lists the webhooks and schedules of what is published. */
export const listTriggers = (flowId: string, signal: AbortSignal): Promise<Page<FlowTrigger>> =>
  request(`${base(flowId)}/triggers`, { signal });

/** Makes an API key; the answer is the only place where the key itself stands. */
export const createKey = (
  flowId: string,
  body: { name: string; expires_at: string | null },
): Promise<CreatedApiKey> => request(`${base(flowId)}/api-keys`, { method: 'POST', body });

/** Makes a key useless at once. */
export const revokeKey = (flowId: string, keyId: string): Promise<void> =>
  request(`${base(flowId)}/api-keys/${keyId}`, { method: 'DELETE' });

/** Reads a published version with its definition. */
export const readVersion = (
  flowId: string,
  version: number,
  signal: AbortSignal,
): Promise<FlowVersionDetail> => request(`${base(flowId)}/versions/${version}`, { signal });

/** Takes the flow off the API; its keys stay, but find nothing to call. */
export const unpublishFlow = (flowId: string): Promise<void> =>
  request(`${base(flowId)}/unpublish`, { method: 'POST' });
