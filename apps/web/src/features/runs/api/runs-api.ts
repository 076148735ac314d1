import type { Page, RunDetail, RunSummary } from '@heddle/contracts';
import type { RunStatus } from '@heddle/model';
import { request } from '@/app/api/api-client';

/** What of a flow's runs is listed. */
export interface RunFilter {
  readonly flow_id: string;
  readonly status: RunStatus | undefined;
  readonly page: number;
  readonly page_size: number;
}

/** Lists runs, newest first. */
export const listRuns = (filter: RunFilter, signal: AbortSignal): Promise<Page<RunSummary>> =>
  request('/api/flow/runs', { query: { ...filter }, signal });

/** Reads a run with what its nodes did. */
export const readRun = (id: string, signal: AbortSignal): Promise<RunDetail> =>
  request(`/api/flow/runs/${id}`, { signal });

/** Asks a run to stop; it ends as `stopped` soon after. */
export const stopRun = (id: string): Promise<void> =>
  request(`/api/flow/runs/${id}/stop`, { method: 'POST' });
