import type { JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { flowErrors } from '../flows/flow-errors';
import { PublishedFlows } from '../flows/published-flows';
import type { RepeatableRequest } from '../runs/idempotency';
import { RunCalls, type RunCall } from '../runs/run-calls';
import type { RunTarget } from '../runs/run-request';
import { RunTargets } from '../runs/run-targets';
import type { TriggerEntity } from './entities/trigger.entity';
import type { Firing } from './firings.repository';

/** What a webhook's run begins with. */
export interface WebhookStart {
  readonly target: RunTarget;
  readonly trigger: TriggerEntity;
  readonly inputs: JsonObject;
  readonly query: string | undefined;
  readonly repeatable: RepeatableRequest | undefined;
}

/** Starts runs of published flows for webhooks and schedules. */
@Injectable()
export class TriggerRuns {
  constructor(
    private readonly published: PublishedFlows,
    private readonly targets: RunTargets,
    private readonly calls: RunCalls,
  ) {}

  /** The live version of a flow. @throws FLOW_NOT_PUBLISHED */
  async target(flowId: string): Promise<RunTarget> {
    const flow = await this.published.find(flowId);
    if (!flow) throw flowErrors.FLOW_NOT_PUBLISHED({ flow_id: flowId });
    return this.targets.live(flow);
  }

  webhook({ target, trigger, inputs, query, repeatable }: WebhookStart): Promise<RunCall> {
    return this.calls.call(
      {
        target,
        source: 'webhook',
        userId: 'webhook',
        inputs,
        startNodeId: trigger.node_id,
        ...(query === undefined ? {} : { query }),
      },
      repeatable,
    );
  }

  /** Starts the run of a firing, unless it was started before. Resolves once it survives a crash. */
  async scheduled(firing: Firing): Promise<void> {
    const { flowId, workspaceId, nodeId, runId, scheduledAt } = firing;
    if (await this.isStarted(firing)) return;
    const target = await this.target(flowId);
    if (target.workspaceId !== workspaceId || !target.runnable.compiled.nodes.has(nodeId)) {
      throw flowErrors.FLOW_NOT_PUBLISHED({ flow_id: flowId });
    }
    const call = await this.calls.call({
      target,
      source: 'schedule',
      userId: 'schedule',
      inputs: { scheduled_at: scheduledAt.toISOString() },
      startNodeId: nodeId,
      runId,
    });
    await call.accepted();
  }

  isStarted({ workspaceId, runId }: Firing): Promise<boolean> {
    return this.calls.isKnown(workspaceId, runId);
  }
}
