import {
  draftDocumentSchema,
  flowDocumentSchema,
  isFlowError,
  type FlowIssue,
  type RunEvent,
} from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { flowErrors } from '../flows/flow-errors';
import { FlowCheckService } from '../flows/flow-check.service';
import { FlowsService, type FlowKey } from '../flows/flows.service';
import { PublishedFlows, type LiveFlow } from '../flows/published-flows';
import type { RunEntity } from './entities/run.entity';
import { runErrors } from './run-errors';
import type { RunTarget } from './run-request';

const MAX_DRAFTS = 100;

/** Where a node stands in its flow, and what comes before it, does not matter when it runs by itself. */
const keepsNodeFromRunning = ({ code, node_id }: FlowIssue, nodeId: string): boolean =>
  node_id === nodeId && !/^(FLOW|EDGE|VARIABLE)_/.test(code);

/** Finds what a run runs. */
@Injectable()
export class RunTargets {
  /** Drafts that were found in order, by flow and hash. */
  private readonly drafts = new LRUCache<string, RunTarget>({ max: MAX_DRAFTS });

  constructor(
    private readonly flows: FlowsService,
    private readonly check: FlowCheckService,
    private readonly published: PublishedFlows,
  ) {}

  /** The draft of a flow. @throws NOT_FOUND, FLOW_INVALID with everything that is wrong with it */
  async draft(key: FlowKey): Promise<RunTarget> {
    const flow = await this.flows.entity(key);
    const cacheKey = `${flow.id}:${flow.draft_hash}`;
    const known = this.drafts.get(cacheKey);
    if (known) return known;
    const report = await this.check.validate(
      { workspaceId: key.workspaceId, flowId: flow.id, mode: flow.flow_mode },
      draftDocumentSchema.parse(flow.draft),
    );
    if (report.errors.length > 0) throw flowErrors.FLOW_INVALID({ ...report });
    const target: RunTarget = {
      flowId: flow.id,
      workspaceId: flow.workspace_id,
      mode: flow.flow_mode,
      version: null,
      definition: JSON.stringify(flow.draft),
      runnable: await this.published.prepare(flow.draft, {
        workspaceId: flow.workspace_id,
        chain: [flow.id],
      }),
    };
    // What calls live versions of other flows is prepared anew each time, since they may change meanwhile.
    if (target.runnable.liveCalls.size === 0) this.drafts.set(cacheKey, target);
    return target;
  }

  /** One node of a draft by itself; the rest of the flow need not be in order. @throws NOT_FOUND, FLOW_INVALID */
  async nodeOfDraft(key: FlowKey, nodeId: string): Promise<RunTarget> {
    const flow = await this.flows.entity(key);
    const place = { workspaceId: flow.workspace_id, chain: [flow.id] };
    const report = await this.check.validate(
      { workspaceId: key.workspaceId, flowId: flow.id, mode: flow.flow_mode },
      draftDocumentSchema.parse(flow.draft),
    );
    const errors = report.errors.filter((issue) => keepsNodeFromRunning(issue, nodeId));
    if (errors.length > 0) throw flowErrors.FLOW_INVALID({ errors, warnings: [] });
    if (!flowDocumentSchema.safeParse(flow.draft).success) throw flowErrors.FLOW_INVALID({ ...report });
    return {
      flowId: flow.id,
      workspaceId: flow.workspace_id,
      mode: flow.flow_mode,
      version: null,
      definition: JSON.stringify(flow.draft),
      runnable: await this.published.prepare(flow.draft, place, nodeId),
    };
  }

  /** The live version of a flow. @throws FLOW_NOT_PUBLISHED */
  async live(flow: LiveFlow): Promise<RunTarget> {
    const runnable = flow.version === null ? undefined : await this.published.version(flow.id, flow.version);
    if (!runnable) throw flowErrors.FLOW_NOT_PUBLISHED({ flow_id: flow.id });
    const { id: flowId, workspaceId, mode, version } = flow;
    return { flowId, workspaceId, mode, version, definition: null, runnable };
  }

  /** A chosen version of a flow; undefined when there is no such version. */
  async version(flow: LiveFlow, version: number): Promise<RunTarget | undefined> {
    const runnable = await this.published.version(flow.id, version);
    const { id: flowId, workspaceId, mode } = flow;
    return runnable && { flowId, workspaceId, mode, version, definition: null, runnable };
  }

  /**
   * What a run that began earlier runs: its flow with the flows that it calls as they were then, which its first event
   * says.
   * @throws RUN_NOT_RESUMABLE
   */
  async of(
    run: Pick<RunEntity, 'flow_id' | 'workspace_id' | 'version' | 'definition' | 'plan'>,
    events: readonly RunEvent[],
  ): Promise<RunTarget> {
    const pinned = events.find((event) => event.type === 'run.started')?.data.called_versions;
    try {
      const flow = await this.published.find(run.flow_id);
      if (!flow) throw runErrors.RUN_NOT_RESUMABLE({ reason: 'its flow was deleted' });
      const runnable =
        run.version === null
          ? await this.published.prepare(
              run.definition ?? {},
              { workspaceId: run.workspace_id, chain: [run.flow_id], pinned },
              run.plan?.node_id,
            )
          : await this.published.version(run.flow_id, run.version, pinned);
      if (!runnable) throw runErrors.RUN_NOT_RESUMABLE({ reason: 'its version is gone' });
      return {
        flowId: run.flow_id,
        workspaceId: run.workspace_id,
        mode: flow.mode,
        version: run.version,
        definition: run.definition === null ? null : JSON.stringify(run.definition),
        runnable,
      };
    } catch (error) {
      if (!isFlowError(error) || error.code === 'RUN_NOT_RESUMABLE') throw error;
      throw runErrors.RUN_NOT_RESUMABLE({ reason: error.message }, error);
    }
  }
}
