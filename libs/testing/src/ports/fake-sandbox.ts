import type { SandboxJob, SandboxPort } from '@heddle/engine';
import type { Json } from '@heddle/model';
import { untilAborted } from './until-aborted';

/** What the scripted sandbox answers to one job. */
export interface ScriptedSandboxAnswer {
  readonly value?: Json;
  readonly logs?: readonly string[];
  /** Thrown instead of answering. */
  readonly error?: Error;
  /** Never answers until aborted. */
  readonly isHanging?: boolean;
}

/** One answer, or a function of the job and the number of jobs before it. */
export type SandboxScript =
  ScriptedSandboxAnswer | ((job: SandboxJob, index: number) => ScriptedSandboxAnswer);

/** A sandbox that runs nothing: it follows a script and remembers its jobs. */
export interface FakeSandbox extends SandboxPort {
  readonly jobs: readonly SandboxJob[];
}

/** Makes a sandbox port that answers job after job by the scripts; the last one repeats. */
export function fakeSandbox(...scripts: SandboxScript[]): FakeSandbox {
  const jobs: SandboxJob[] = [];
  return {
    jobs,
    async run(job, signal) {
      signal?.throwIfAborted();
      const index = jobs.push(job) - 1;
      const script = scripts[Math.min(index, scripts.length - 1)] ?? {};
      const answer = typeof script === 'function' ? script(job, index) : script;
      if (answer.isHanging) await untilAborted(signal);
      signal?.throwIfAborted();
      if (answer.error) throw answer.error;
      return { value: answer.value ?? null, logs: answer.logs ?? [] };
    },
  };
}
