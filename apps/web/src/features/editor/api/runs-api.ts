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

/** Where the events of a run begin to flow. */
interface RunSource {
  readonly url: string;
  /** Starts the run; without one, its events are read from the beginning. */
  readonly body?: object;
}

const runUrl = (runId: string): string => `/api/flow/runs/${encodeURIComponent(runId)}`;

/** Yields a run's events to the last; when the stream breaks, goes on where it broke. */
async function* followRun(
  { url, body }: RunSource,
  { signal, onReconnecting }: RunStreamOptions,
): AsyncGenerator<WireRunEvent> {
  const request = body === undefined ? {} : ({ method: 'POST', body: { ...body, stream: true } } as const);
  let last: WireRunEvent | null = null;
  try {
    for await (const { data } of streamEvents(url, { ...request, signal })) {
      if (!isRunEvent(data)) continue;
      last = data;
      yield data;
      if (data.type === LAST_EVENT) return;
    }
    // Of a run that was cut off there is no last event; the server ends the stream after what there is.
    if (body === undefined) return;
  } catch (error) {
    if (last === null || !isApiError(error, NETWORK_ERROR)) throw error;
  }
  if (last === null) return;
  onReconnecting(true);
  const options = { signal, lastEventId: String(last.seq), isLast, onReconnecting };
  for await (const { data } of followEvents(`${runUrl(last.run_id)}/events`, options)) {
    onReconnecting(false);
    if (isRunEvent(data)) yield data;
  }
}

/**
 * Runs the saved draft and yields its events.
 * @throws {ApiError} when the run is refused, or the server stays away
 */
export const runDraft = (
  flowId: string,
  body: RunRequest,
  options: RunStreamOptions,
): AsyncGenerator<WireRunEvent> =>
  followRun({ url: `/api/flow/definitions/${encodeURIComponent(flowId)}/run`, body }, options);

/** What of an earlier run is done again: everything from a node on, with some outputs replaced. */
export interface RerunRequest {
  readonly from_node_id: string;
  readonly overrides: Readonly<Record<string, JsonObject>>;
}

/** Runs an earlier run once more from a node on, and yields the events of the new run. @throws {ApiError} */
export const rerun = (
  runId: string,
  body: RerunRequest,
  options: RunStreamOptions,
): AsyncGenerator<WireRunEvent> => followRun({ url: `${runUrl(runId)}/rerun`, body }, options);

/** Yields the events of a run that began earlier, from the first on. @throws {ApiError} */
export const replayRun = (runId: string, options: RunStreamOptions): AsyncGenerator<WireRunEvent> =>
  followRun({ url: `${runUrl(runId)}/events` }, options);

/** Asks the server to stop a run; the run's stream tells when it has. */
export const stopRun = (runId: string): Promise<void> => request(`${runUrl(runId)}/stop`, { method: 'POST' });

/** Uploads a file for use as an input. */
export function uploadFile(file: File): Promise<UploadedFile> {
  const body = new FormData();
  body.append('file', file);
  return request('/api/files', { method: 'POST', body });
}
