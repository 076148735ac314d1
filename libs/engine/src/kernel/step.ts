import type { JsonObject, RunEvent, RunEventOf, VariableChange } from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';
import { openSessions } from '../stream/certainty';
import { fixVariables, onProducerChunk, onProducerRestart, speak } from '../stream/response-order';
import {
  endFrame,
  failFrame,
  forgetContainer,
  leaveLoop,
  onGateDecided,
  openContainer,
  startRoots,
} from './containers';
import { decideEdges } from './edges';
import { type KernelContext, nodeOf } from './kernel-context';
import {
  createFrame,
  type FrameState,
  frameKeyOf,
  isGateOf,
  nodeKeyOf,
  NodeState,
  type RunState,
} from './state';
import { callOf } from './lookup';
import { finishRun } from './run-end';
import { addUsage } from './usage';

type NodeEvent = Extract<RunEvent, { nodeId: string }>;

function onRunStarted(context: KernelContext, event: RunEventOf<'run.started'>, startNodeId: string): void {
  const { state, flow } = context;
  state.status = 'running';
  state.startedAt = event.at;
  state.inputs = event.data.inputs;
  state.sys = event.data.sys;
  state.conversation = { ...event.data.conversation };
  const frame = createFrame(flow.root, {
    path: [],
    containerId: null,
    parentKey: null,
    item: null,
    index: 0,
  });
  Object.assign(frame.outputs, event.data.given);
  state.frames[''] = frame;
  startRoots(context, frame, flow.root.roots, startNodeId);
}

function takeFromReady(state: RunState, frame: FrameState, nodeId: string): void {
  const position = state.ready.findIndex((key) => key.nodeId === nodeId && key.frame === frame.key);
  if (position >= 0) state.ready.splice(position, 1);
}

function onNodeStarted(
  context: KernelContext,
  frame: FrameState,
  node: CompiledNode,
  event: RunEventOf<'node.started'>,
): void {
  takeFromReady(context.state, frame, node.id);
  frame.nodes[node.index] = NodeState.running;
  frame.attempts[node.index] = event.attempt;
  frame.startedAt[node.index] = event.at;
  context.state.steps++;
  if (node.responseParts) fixVariables(context, frame, node);
  if (node.inner && !event.data.is_recorded) openContainer(context, frame, node);
}

function applyChange(context: KernelContext, frame: FrameState, change: VariableChange): void {
  const { conversation, variables } = callOf(context.state, frame) ?? context.state;
  if (change.scope === 'conversation' || change.scope === 'flow') {
    (change.scope === 'flow' ? variables : conversation)[change.name] = change.value;
    return;
  }
  for (let inner: FrameState | undefined = frame; inner;) {
    if (inner.containerId === change.scope) {
      const container = context.state.containers[nodeKeyOf(inner.parentKey ?? '', change.scope)];
      if (container) container.variables[change.name] = change.value;
      return;
    }
    inner = inner.parentKey === null ? undefined : context.state.frames[inner.parentKey];
  }
}

/** A node is done for good: what follows from it. */
function settle(context: KernelContext, frame: FrameState, node: CompiledNode, handle: string | null): void {
  frame.nodes[node.index] = handle === null ? NodeState.skipped : NodeState.finished;
  frame.remaining--;
  decideEdges(context, frame, node, handle);
  openSessions(context, frame);
  speak(context);
  if (frame.remaining > 0) return;
  if (frame.containerId === null) finishRun(context);
  else endFrame(context, frame);
}

/** What a response node leaves for whoever called the flow. A called flow's answer is text, since nobody streams it. */
function keepResult(
  context: KernelContext,
  frame: FrameState,
  node: CompiledNode,
  outputs: JsonObject,
): void {
  const call = callOf(context.state, frame);
  if (node.definition.isResult) Object.assign(call?.outputs ?? context.state.outputs, outputs);
  else if (call && typeof outputs['text'] === 'string') call.answer += outputs['text'];
}

function onNodeFinished(
  context: KernelContext,
  frame: FrameState,
  node: CompiledNode,
  { data }: RunEventOf<'node.finished'>,
): void {
  const { state } = context;
  frame.outputs[node.id] = data.outputs;
  for (const change of data.changes ?? []) applyChange(context, frame, change);
  if (data.usage) state.usage = addUsage(state.usage, data.usage);
  if (node.responseParts) keepResult(context, frame, node, data.outputs);
  if (node.definition.kind === 'exit') {
    frame.nodes[node.index] = NodeState.finished;
    if (leaveLoop(context, frame)) return;
  }
  settle(context, frame, node, data.handle);
}

function onNodeFailed(
  context: KernelContext,
  frame: FrameState,
  node: CompiledNode,
  { data }: RunEventOf<'node.failed'>,
): void {
  if (node.inner) forgetContainer(context, frame, node);
  if (data.policy === 'stopped') {
    frame.nodes[node.index] = NodeState.finished;
    return;
  }
  if (data.policy === 'fail') {
    frame.nodes[node.index] = NodeState.finished;
    if (frame.containerId === null) finishRun(context, { status: 'failed', error: data.error });
    else failFrame(context, frame, data.error);
    return;
  }
  context.state.exceptions++;
  onProducerRestart(context, frame, node);
  frame.outputs[node.id] = data.outputs ?? {};
  settle(context, frame, node, data.handle ?? null);
}

function onNodeChunked(context: KernelContext, frame: FrameState, event: RunEventOf<'node.chunked'>): void {
  const { state } = context;
  if (!event.data.is_answer) onProducerChunk(context, frame, event);
  else state.answer = event.data.is_replacement ? event.data.text : state.answer + event.data.text;
}

/** What a loop's executor does inside a round's frame: deciding whether to go on. */
function onGateEvent(context: KernelContext, frame: FrameState, event: NodeEvent): void {
  const { gate } = frame;
  if (!gate) return;
  switch (event.type) {
    case 'node.started':
      takeFromReady(context.state, frame, event.nodeId);
      gate.isRunning = true;
      gate.attempt = event.attempt;
      context.state.steps++;
      return;
    case 'node.finished':
      return onGateDecided(context, frame, event.data.outputs['is_done'] === true);
    case 'node.failed':
      if (event.data.policy !== 'stopped') failFrame(context, frame, event.data.error);
      return;
    default:
  }
}

function onNodeEvent(context: KernelContext, event: NodeEvent): void {
  // An answer may come from a frame that is over already; its text counts all the same.
  const frame = context.state.frames[frameKeyOf(event.path)];
  if (event.type === 'node.chunked' && event.data.is_answer) {
    onNodeChunked(context, frame as FrameState, event);
    return;
  }
  // What was abandoned together with its frame has nothing left to change.
  if (!frame) return;
  const node = nodeOf(context, frame, event.nodeId);
  if (isGateOf(frame, node)) {
    onGateEvent(context, frame, event);
    return;
  }
  switch (event.type) {
    case 'node.started':
      return onNodeStarted(context, frame, node, event);
    case 'node.chunked':
      return onNodeChunked(context, frame, event);
    case 'node.retried':
      frame.nodes[node.index] = NodeState.retrying;
      return onProducerRestart(context, frame, node);
    case 'node.finished':
      return onNodeFinished(context, frame, node, event);
    case 'node.failed':
      return onNodeFailed(context, frame, node, event);
    default:
      return settle(context, frame, node, null);
  }
}

/**
 * Applies one event to the state and leaves in the context what follows from it: further events, attempts to abort.
 * Nothing else changes a run's state, so the same events always give the same state.
 */
export function step(context: KernelContext, event: RunEvent, startNodeId: string): void {
  const { state } = context;
  context.now = event.at;
  switch (event.type) {
    case 'run.started':
      return onRunStarted(context, event, startNodeId);
    case 'run.paused':
      state.status = 'interrupted';
      return;
    case 'run.finished':
      state.status = event.data.status;
      state.error = event.data.error;
      state.outputs = event.data.outputs;
      state.ready.length = 0;
      return;
    default:
      return onNodeEvent(context, event);
  }
}
