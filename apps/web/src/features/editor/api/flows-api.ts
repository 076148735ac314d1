import type { Flow, FlowSummary, FlowVersion, FlowVersionDetail, Page, SavedDraft } from '@heddle/contracts';
import type { FlowDocument, FlowMode, FlowReport } from '@heddle/model';
import { request } from '@/app/api/api-client';
import { isApiError } from '@/app/api/api-error';
import { describeError } from '@/app/api/describe-error';
import type { SaveOutcome } from '../saving/autosave';

const flowUrl = (flowId: string): string => `/api/flow/definitions/${encodeURIComponent(flowId)}`;

/** Loads a flow with its draft. */
export const getFlow = (flowId: string): Promise<Flow> => request(flowUrl(flowId));

/** Gives a flow another name. */
export const renameFlow = (flowId: string, name: string): Promise<Flow> =>
  request(flowUrl(flowId), { method: 'PATCH', body: { name } });

/** Makes a new flow of a definition, for keeping both sides of a conflict. */
export const createFlow = (body: {
  readonly name: string;
  readonly mode: FlowMode;
  readonly definition: FlowDocument;
}): Promise<Flow> => request('/api/flow/definitions', { method: 'POST', body });

/** Too early, too often, signed out or no answer: the same request may be taken later. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([0, 401, 408, 429]);

function outcomeOf(error: unknown): SaveOutcome<FlowDocument> {
  if (!isApiError(error)) return { kind: 'unreachable' };
  if (error.code === 'DRAFT_STALE') {
    const { hash, definition } = error.details;
    return { kind: 'stale', theirs: { hash: String(hash), definition: definition as FlowDocument } };
  }
  const mayPass = PASSING_STATUSES.has(error.status) || error.status >= 500;
  return mayPass ? { kind: 'unreachable' } : { kind: 'refused', message: describeError(error) };
}

/** What is sent to save a draft. */
export interface DraftToSave {
  readonly definition: FlowDocument;
  readonly baseHash: string;
  /** The page is going away: the request has to outlive it. */
  readonly isLeaving?: boolean;
}

/** Saves a draft; every way this can end is an outcome, none an exception. */
export async function saveDraft(flowId: string, draft: DraftToSave): Promise<SaveOutcome<FlowDocument>> {
  try {
    const { hash } = await request<SavedDraft>(`${flowUrl(flowId)}/draft`, {
      method: 'PUT',
      body: { definition: draft.definition, base_hash: draft.baseHash },
      ...(draft.isLeaving ? { isLeaving: true } : {}),
    });
    return { kind: 'saved', hash };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Checks the saved draft. */
export const checkDraft = (flowId: string, signal: AbortSignal): Promise<FlowReport> =>
  request(`${flowUrl(flowId)}/validate`, { method: 'POST', body: {}, signal });

/** Makes the saved draft the live version. @throws {ApiError} `FLOW_INVALID` with the findings */
export const publishDraft = (flowId: string, body: { name: string; note: string }): Promise<FlowVersion> =>
  request(`${flowUrl(flowId)}/publish`, { method: 'POST', body });

/** Lists published versions, newest first. */
export const listVersions = (flowId: string): Promise<Page<FlowVersion>> =>
  request(`${flowUrl(flowId)}/versions`, { query: { page_size: 50 } });

/** Loads a published version with its definition. */
export const getVersion = (flowId: string, version: number): Promise<FlowVersionDetail> =>
  request(`${flowUrl(flowId)}/versions/${version}`);

/** Copies a published version into the draft; the live version stays. */
export const restoreVersion = (flowId: string, version: number): Promise<{ hash: string }> =>
  request(`${flowUrl(flowId)}/versions/${version}/restore`, { method: 'POST', body: {} });

/** Makes a published version the live one; the draft stays. */
export const rollbackVersion = (flowId: string, version: number): Promise<FlowVersion> =>
  request(`${flowUrl(flowId)}/versions/${version}/rollback`, { method: 'POST', body: {} });

/** Changes what a version is called; what it runs stays. */
export const updateVersion = (
  flowId: string,
  version: number,
  body: { name: string; note: string },
): Promise<FlowVersion> => request(`${flowUrl(flowId)}/versions/${version}`, { method: 'PATCH', body });

/** Lists flows whose name has the given words, for choosing one; the first hundred. */
export async function findFlows(words: string): Promise<readonly FlowSummary[]> {
  const query = { page_size: 100, sort: 'name', ...(words === '' ? {} : { q: words }) };
  const { items } = await request<Page<FlowSummary>>('/api/flow/definitions', { query });
  return items;
}
