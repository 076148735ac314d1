import type { AuditAction, AuditCheck, AuditEntry, Page } from '@heddle/contracts';
import { request } from '@/app/api/api-client';

/** What of the log is shown. */
export interface AuditFilter {
  readonly page: number;
  readonly q: string;
  readonly action: AuditAction | undefined;
  readonly actor_id: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** How many entries a page of the log shows. */
export const PAGE_SIZE = 50;

/** One page of the log, the newest first. */
export const listEntries = (filter: AuditFilter, signal: AbortSignal): Promise<Page<AuditEntry>> =>
  request('/api/audit', { query: { ...filter, page_size: PAGE_SIZE }, signal });

/** Asks whether the log is as it was written. */
export const checkLog = (): Promise<AuditCheck> => request('/api/audit/check');
