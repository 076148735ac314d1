import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { FlowKey } from './flows.service';
import { PublishedFlows } from './published-flows';

/** What is live of a flow after a change: a version with its definition, or nothing. */
export type LiveVersion = { readonly version: number; readonly definition: object } | 'nothing';

/** Does what has to change together with the live version of a flow, in the same transaction. */
export type LiveVersionStep = (tx: EntityManager, key: FlowKey, live: LiveVersion) => Promise<void>;

/** Changes which version of a flow is live, together with everything that hangs on it. */
@Injectable()
export class LiveVersions {
  private readonly steps: LiveVersionStep[] = [];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly published: PublishedFlows,
  ) {}

  /** Adds a step to every change from now on. */
  add(step: LiveVersionStep): void {
    this.steps.push(step);
  }

  /** Makes a change; `work` gives what is live after it, or undefined when nothing has changed. */
  async change(
    key: FlowKey,
    work: (tx: EntityManager) => Promise<LiveVersion | undefined>,
  ): Promise<LiveVersion | undefined> {
    const live = await this.database.transaction(async (tx) => {
      const after = await work(tx);
      if (after !== undefined) for (const step of this.steps) await step(tx, key, after);
      return after;
    });
    if (live !== undefined) this.published.changed(key.id);
    return live;
  }
}
