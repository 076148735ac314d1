import type { RunEvent } from '@heddle/model';
import { RunDriver } from './run-driver';
import type { RunHandle, RunOptions } from './run-options';

/** Starts a run; executors begin before this returns. */
export const startRun = (options: RunOptions): RunHandle => new RunDriver(options).start();

/**
 * Goes on with a run from its journal, after a crash or by hand. A node that was in flight and may have changed
 * something outside leaves the run `interrupted`, unless `repeatsWrites` says to run it again.
 */
export const resumeRun = (
  options: RunOptions,
  events: readonly RunEvent[],
  { repeatsWrites = false }: { readonly repeatsWrites?: boolean } = {},
): RunHandle => new RunDriver(options).resume(events, { repeatsWrites });
