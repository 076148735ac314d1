import type { UploadedFile } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { request } from '@/app/api/api-client';
import { isApiError, NETWORK_ERROR } from '@/app/api/api-error';
import { followEvents, streamEvents, type StreamEvent } from '@/app/api/event-stream';
import type { WireRunEvent } from '../run/run-state';

/** What a run of the draft begins with. */
export interface RunRequest {
  readonly inputs: JsonObject;
  readonly query?: string;
  readonly session_id?: string;
}

/** How a run is followed. */
export interface RunStreamOptions {
  readonly signal: AbortSignal;
  /** Told when the stream broke and is taken up again, and when it flows. */
  readonly onReconnecting: (isReconnecting: boolean) => void;
}

const LAST_EVENT = 'run.finished';

const isRunEvent = (data: unknown): data is WireRunEvent =>
  typeof data === 'object' && data !== null && 'type' in data && 'run_id' in data && 'seq' in data;

const isLast = ({ data }: StreamEvent): boolean => isRunEvent(data) && data.type === LAST_EVENT;

/**
 * Runs the saved draft and yields its events to the last; when the stream breaks, goes on where it broke.
 * @throws {ApiError} when the run is refused, or the server stays away
 */
export async function* runDraft(
  flowId: string,
  body: RunRequest,
  { signal, onReconnecting }: RunStreamOptions,
): AsyncGenerator<WireRunEvent> {
  let last: WireRunEvent | null = null;
  try {
    const url = `/api/flow/definitions/${encodeURIComponent(flowId)}/run`;
    for await (const { data } of streamEvents(url, {
      method: 'POST',
      body: { ...body, stream: true },
      signal,
    })) {
      if (!isRunEvent(data)) continue;
      last = data;
      yield data;
      if (data.type === LAST_EVENT) return;
    }
  } catch (error) {
    if (last === null || !isApiError(error, NETWORK_ERROR)) throw error;
  }
  if (last === null) return;
  onReconnecting(true);
  const url = `/api/flow/runs/${encodeURIComponent(last.run_id)}/events`;
  const options = { signal, lastEventId: String(last.seq), isLast, onReconnecting };
  for await (const { data } of followEvents(url, options)) {
    onReconnecting(false);
    if (isRunEvent(data)) yield data;
  }
}

/** Asks the server to stop a run; the run's stream tells when it has. */
export const stopRun = (runId: string): Promise<void> =>
  request(`/api/flow/runs/${encodeURIComponent(runId)}/stop`, { method: 'POST' });

/** Uploads a file for use as an input. */
export function uploadFile(file: File): Promise<UploadedFile> {
  const body = new FormData();
  body.append('file', file);
  return request('/api/files', { method: 'POST', body });
}
