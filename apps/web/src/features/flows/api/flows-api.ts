import type { Flow, FlowSummary, Page } from '@heddle/contracts';
import type { FlowMode } from '@heddle/model';
import { request } from '@/app/api/api-client';

/** What of the flows is listed, and in which order. */
export interface FlowFilter {
  readonly page: number;
  readonly page_size: number;
  readonly q: string;
  readonly sort: string;
  readonly mode: FlowMode | undefined;
}

const BASE = '/api/flow/definitions';

/** Lists flows, one page of them. */
export const listFlows = (filter: FlowFilter, signal: AbortSignal): Promise<Page<FlowSummary>> =>
  request(BASE, { query: { ...filter }, signal });

/** Reads a flow with its draft. */
export const readFlow = (id: string, signal?: AbortSignal): Promise<Flow> =>
  request(`${BASE}/${id}`, { signal });

/** Makes an empty flow. */
export const createFlow = (body: { name: string; mode: FlowMode; description: string }): Promise<Flow> =>
  request(BASE, { method: 'POST', body });

/** Changes a flow's name or description; its draft has a route of its own. */
export const updateFlow = (id: string, body: { name?: string; description?: string }): Promise<Flow> =>
  request(`${BASE}/${id}`, { method: 'PATCH', body });

/** Copies a flow's draft into a new flow. */
export const duplicateFlow = (id: string, name: string): Promise<Flow> =>
  request(`${BASE}/${id}/duplicate`, { method: 'POST', body: { name } });

/** Deletes a flow with everything that belongs to it. */
export const deleteFlow = (id: string): Promise<void> => request(`${BASE}/${id}`, { method: 'DELETE' });
