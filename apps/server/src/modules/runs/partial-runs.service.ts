import type { RerunBody, RunNodeBody } from '@heddle/contracts';
import { engineErrors, type CompiledFlow, type RecordedResult } from '@heddle/engine';
import { isJsonObject, ownValue, type JsonObject, type RunEvent } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/auth/actor';
import { RunCalls, type RunCall } from './run-calls';
import { RunFollower } from './run-follower';
import { RunTargets } from './run-targets';
import { RunsService } from './runs.service';

/** The namespaces, beside node ids, that a node tried alone may be given. */
const NAMESPACES = ['sys', 'conversation'] as const;

/** The nodes that a run from one node on executes: it and all behind it. */
function nodesFrom({ nodes }: CompiledFlow, nodeId: string): ReadonlySet<string> {
  const first = nodes.get(nodeId);
  if (!first) throw engineErrors.NODE_UNKNOWN({ node_id: nodeId });
  let top = first;
  for (let around = top.scope.container; around; around = around.scope.container) top = around;
  const reached = new Set([top]);
  for (const node of reached) for (const edge of node.outgoing) reached.add(edge.target);
  return new Set([...reached].map(({ id }) => id));
}

/** What the nodes of a run left behind, those inside containers left out. */
function resultsOf(events: readonly RunEvent[]): Map<string, RecordedResult> {
  const results = new Map<string, RecordedResult>();
  for (const event of events) {
    if (event.type !== 'node.finished' && event.type !== 'node.failed') continue;
    if (event.path && event.path.length > 0) continue;
    const { outputs, handle } = event.data;
    if (outputs && handle !== undefined) results.set(event.nodeId, { outputs, handle });
  }
  return results;
}

/** The results that nodes of a run have without running again. @throws NODE_UNKNOWN */
function recordedResults(
  compiled: CompiledFlow,
  events: readonly RunEvent[],
  { from_node_id: from, overrides }: RerunBody,
): Record<string, RecordedResult> {
  const results = resultsOf(events);
  const recorded: Record<string, RecordedResult> = {};
  if (from !== undefined) {
    const again = nodesFrom(compiled, from);
    for (const [id, result] of results) if (!again.has(id)) recorded[id] = result;
  }
  for (const [id, outputs] of Object.entries(overrides)) {
    if (!compiled.nodes.has(id)) throw engineErrors.NODE_UNKNOWN({ node_id: id });
    const known = results.get(id);
    recorded[id] = { ...known, outputs: { ...known?.outputs, ...(outputs as JsonObject) } };
  }
  return recorded;
}

/** Runs parts of flows: one node by itself, or an earlier run from some node on. */
@Injectable()
export class PartialRuns {
  constructor(
    private readonly targets: RunTargets,
    private readonly calls: RunCalls,
    private readonly runs: RunsService,
    private readonly follower: RunFollower,
  ) {}

  /** Runs one node of a draft with what it is given. @throws NODE_UNKNOWN, FLOW_INVALID */
  async node(
    { workspaceId, userId }: Actor,
    flowId: string,
    node: { id: string; body: RunNodeBody },
  ): Promise<RunCall> {
    const target = await this.targets.nodeOfDraft({ workspaceId, id: flowId }, node.id);
    const inputs = node.body.inputs as JsonObject;
    const isStart = target.runnable.compiled.nodes.get(node.id)?.definition.kind === 'start';
    const [sys, conversation] = NAMESPACES.map((name) => ownValue(inputs, name));
    return this.calls.call({
      target,
      source: 'console',
      userId,
      inputs: isStart ? inputs : {},
      startNodeId: node.id,
      part: {
        plan: { node_id: node.id },
        given: isStart ? {} : inputs,
        ...(isJsonObject(sys) ? { sys } : {}),
        ...(isJsonObject(conversation) ? { conversation } : {}),
      },
    });
  }

  /** Runs an earlier run once more, from one node on. @throws NOT_FOUND, NODE_UNKNOWN, RUN_NOT_RESUMABLE */
  async rerun({ workspaceId, userId }: Actor, runId: string, body: RerunBody): Promise<RunCall> {
    const row = await this.runs.entity({ workspaceId, runId });
    const events = await this.follower.soFar(row.id);
    const target = await this.targets.of(row, events);
    const begun = events.find((event) => event.type === 'run.started')?.data;
    const recorded = recordedResults(target.runnable.compiled, events, body);
    const plan = { ...row.plan, recorded };
    const call = { target, source: 'console', userId, inputs: row.inputs } as const;
    if (!begun) return this.calls.call({ ...call, part: { plan } });
    const { inputs, sys, conversation, given, start_node_id: startNodeId } = begun;
    return this.calls.call({
      ...call,
      inputs,
      ...(startNodeId === undefined ? {} : { startNodeId }),
      part: { plan, sys, conversation, ...(given ? { given } : {}) },
    });
  }
}
