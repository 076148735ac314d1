import type { SandboxJob, SandboxPort, SandboxResult } from '@heddle/engine';
import type { Sandbox } from '@heddle/sandbox';

/** The engine's sandbox port on our pool of child processes, in the name of one owner. */
export class EngineSandbox implements SandboxPort {
  constructor(
    private readonly sandbox: Sandbox,
    /** Whose jobs these are, as owners take turns: a workspace's id. */
    private readonly owner: string,
  ) {}

  run(job: SandboxJob, signal?: AbortSignal): Promise<SandboxResult> {
    return this.sandbox.run(job, { owner: this.owner, signal });
  }
}
