import type { NodeRun, RunState } from './run-state';

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

/** The colour of each status, always beside its word. */
export const STATUS_TONES: Readonly<Record<NodeRun['status'] | RunState['status'], Tone>> = {
  idle: 'neutral',
  queued: 'neutral',
  running: 'info',
  paused: 'warning',
  succeeded: 'success',
  partial_succeeded: 'warning',
  exception: 'warning',
  failed: 'danger',
  stopped: 'neutral',
  interrupted: 'warning',
  skipped: 'neutral',
};
