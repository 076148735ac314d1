import { type HistoryMessage } from '@heddle/engine';
import type { FlowMode, Json, JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { requestErrors } from '../../platform/errors/request-errors';
import type { KeyHolder } from '../flows/api-keys.service';
import { PublishedFlows, type LiveFlow } from '../flows/published-flows';
import { RunCalls, type RunCall, type RunOutcome } from '../runs/run-calls';
import type { RunTarget } from '../runs/run-request';
import { RunTargets } from '../runs/run-targets';
import { workflowIdOf } from './dify-answers';
import { publishedErrors } from './published-errors';

/** What a caller asks of a published flow. */
export interface PublishedCall {
  readonly user: string;
  readonly inputs: JsonObject;
  readonly query?: string;
  readonly files?: readonly Json[];
  readonly sessionId?: string;
  readonly history?: readonly HistoryMessage[];
  readonly idempotency?: { readonly key: string; readonly content: unknown };
}

/** What a request needs of the flow that it calls. */
export interface WantedTarget {
  readonly mode: FlowMode;
  readonly otherMode: () => Error;
  /** Names one version; the live one without it. */
  readonly workflowId?: string | null | undefined;
}

const CALLER_LEFT = 'The caller left.';

/** Starts runs of published flows for the keys that call them. */
@Injectable()
export class PublishedCalls {
  constructor(
    private readonly published: PublishedFlows,
    private readonly targets: RunTargets,
    private readonly calls: RunCalls,
  ) {}

  /** The flow of a key. @throws NOT_FOUND when it was deleted */
  async flowOf({ flowId, workspaceId }: KeyHolder): Promise<LiveFlow> {
    const flow = await this.published.find(flowId);
    if (flow?.workspaceId !== workspaceId) throw requestErrors.NOT_FOUND({ what: 'the flow' });
    return flow;
  }

  /** The flow of a key, which has to be a chatflow. @throws NOT_CHAT_APP */
  async chatflowOf(holder: KeyHolder): Promise<LiveFlow> {
    const flow = await this.flowOf(holder);
    if (flow.mode !== 'chatflow') throw publishedErrors.NOT_CHAT_APP({});
    return flow;
  }

  /** The features of the live version; none while nothing is published. */
  async featuresOf(flow: LiveFlow): Promise<JsonObject> {
    return flow.version === null ? {} : (await this.targets.live(flow)).runnable.features;
  }

  /** What a key runs, if it is of the wanted mode. @throws FLOW_NOT_PUBLISHED, NOT_FOUND, and `otherMode` when it is not */
  async target(holder: KeyHolder, wanted?: WantedTarget): Promise<RunTarget> {
    const flow = await this.flowOf(holder);
    if (wanted && flow.mode !== wanted.mode) throw wanted.otherMode();
    return wanted?.workflowId ? this.chosen(flow, wanted.workflowId) : this.targets.live(flow);
  }

  /** @throws NOT_FOUND */
  private async chosen(flow: LiveFlow, workflowId: string): Promise<RunTarget> {
    for (let version = flow.lastVersion; version > 0; version -= 1) {
      if (workflowIdOf({ flowId: flow.id, version }) !== workflowId.toLowerCase()) continue;
      const target = await this.targets.version(flow, version);
      if (target) return target;
    }
    throw requestErrors.NOT_FOUND({ what: 'the version of the workflow' });
  }

  start(holder: KeyHolder, target: RunTarget, call: PublishedCall): Promise<RunCall> {
    const { user, idempotency, ...rest } = call;
    const { keyId, workspaceId } = holder;
    return this.calls.call(
      { ...rest, target, source: 'api', userId: user, apiKeyId: keyId },
      idempotency && { ...idempotency, caller: keyId, workspaceId },
    );
  }
}

/**
 * Ends a run whose caller leaves before the answer, so that nothing goes on working for nobody. Calls with an
 * Idempotency-Key go on: who sends one means to ask again.
 */
export function stopWithCaller(reply: FastifyReply, call: RunCall, hasIdempotencyKey: boolean): void {
  if (hasIdempotencyKey) return;
  const leave = (): void => {
    if (!reply.raw.writableFinished) call.stop(CALLER_LEFT);
  };
  // Who left while the run was being started will not do so again.
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
}

/** Waits for the end of a run for a caller that waits as well. */
export function waitForOutcome(
  reply: FastifyReply,
  call: RunCall,
  { hasIdempotencyKey }: { hasIdempotencyKey: boolean },
): Promise<RunOutcome> {
  stopWithCaller(reply, call, hasIdempotencyKey);
  return call.outcome();
}
