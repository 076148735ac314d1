import { isJsonObject, type Json, type JsonObject, type WireError } from '@heddle/model';
import type { Callee, CompiledNode } from '../compile/compiled-flow';
import { engineErrors } from '../errors';
import { settleSessions, speak } from '../stream/response-order';
import { refuseOversized } from './bounded-value';
import type { ContainerPlace } from './container-place';
import { draftSkip, makeReady } from './edges';
import type { EventDraft } from './event-draft';
import { draftFailure, draftStopped } from './failure';
import { type KernelContext, nodeOf, scopeOf } from './kernel-context';
import { createLookup, framesOutwards, seenFrom } from './lookup';
import {
  type CallState,
  type ContainerState,
  createFrame,
  elapsedOf,
  eventPath,
  type FrameState,
  type GateState,
  nameRecord,
  nodeKeyOf,
  NodeState,
} from './state';
import { toWireError } from './wire-error';

/** The nodes of a frame that started and have not ended, retries waiting included. */
function* nodesInFlight(frame: FrameState, scope: readonly CompiledNode[]): Generator<CompiledNode> {
  for (const node of scope) {
    const status = frame.nodes[node.index];
    if (status === NodeState.running || status === NodeState.retrying) yield node;
  }
}

/** Ends what still runs in a frame and in the frames inside it, and takes them out of the line. */
export function abandonFrame(
  context: KernelContext,
  frame: FrameState,
  scope: readonly CompiledNode[],
  error: WireError,
): void {
  const { state } = context;
  if (frame.gate?.isRunning) context.aborts.push({ frame: frame.key, nodeId: frame.containerId ?? '' });
  frame.gate = null;
  for (const node of nodesInFlight(frame, scope)) {
    const container = state.containers[nodeKeyOf(frame.key, node.id)];
    for (const key of container?.open ?? []) {
      const inner = state.frames[key];
      if (inner && node.inner) abandonFrame(context, inner, node.inner.nodes, error);
    }
    context.aborts.push({ frame: frame.key, nodeId: node.id });
    context.drafts.push(draftStopped(frame, node, { error, now: context.now }));
  }
  const kept = state.ready.filter((key) => key.frame !== frame.key);
  state.ready.splice(0, state.ready.length, ...kept);
}

/** Nodes that a failure beside them ended are stopped, not failed. */
const stoppedWith = ({ message }: WireError): WireError =>
  toWireError(engineErrors.RUN_STOPPED({ reason: `Stopped because a node beside it failed: ${message}` }));

/** Starts the roots of a frame. Which of several start nodes begins at the top is the caller's choice. */
export function startRoots(
  context: KernelContext,
  frame: FrameState,
  roots: readonly CompiledNode[],
  startId?: string,
): void {
  for (const node of roots) {
    if (startId === undefined || node.id === startId) makeReady(context, frame, node);
    else draftSkip(context, frame, node);
  }
}

/** A container has ended: nothing of its frames is kept. */
export function forgetContainer(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  const key = nodeKeyOf(frame.key, node.id);
  for (const open of context.state.containers[key]?.open ?? []) {
    const inner = context.state.frames[open];
    if (inner) forgetInside(context, inner);
  }
  delete context.state.containers[key];
}

/** A frame is over: nothing of it is kept, nor of the containers in it. */
function forgetInside(context: KernelContext, frame: FrameState): void {
  for (const node of scopeOf(context, frame).nodes) if (node.inner) forgetContainer(context, frame, node);
  settleSessions(context, frame);
  delete context.state.frames[frame.key];
}

/** A container fails: what runs inside is ended, and its own error policy decides how to go on. */
export function failContainer(
  context: KernelContext,
  { frame, node }: ContainerPlace,
  error: WireError,
): void {
  const container = context.state.containers[nodeKeyOf(frame.key, node.id)];
  for (const key of container?.open ?? []) {
    const inner = context.state.frames[key];
    if (inner && node.inner) abandonFrame(context, inner, node.inner.nodes, stoppedWith(error));
  }
  context.drafts.push(draftFailure(frame, node, { error, elapsedMs: elapsedOf(frame, node, context.now) }));
}

/** A container has started: its frames are planned and the first ones opened. */
export function openContainer(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  const { container } = node.definition;
  if (!container || !node.inner) return;
  try {
    const plan = container.plan(node.config, createLookup(seenFrom(context, frame)));
    const count = plan.items?.length ?? 0;
    if (count > plan.maxFrames) {
      throw engineErrors.TOO_MANY_ITERATIONS({ node_id: node.id, count, limit: plan.maxFrames });
    }
    context.state.containers[nodeKeyOf(frame.key, node.id)] = {
      plan,
      next: 0,
      open: [],
      results: {},
      dropped: {},
      errors: [],
      variables: Object.assign(nameRecord<Json>(), plan.variables),
      hasExited: false,
    };
    advance(context, frame, node);
  } catch (error) {
    failContainer(context, { frame, node }, toWireError(error, node.id));
  }
}

function wantsAnotherFrame(state: ContainerState): boolean {
  if (state.hasExited) return false;
  if (state.plan.items) return state.next < state.plan.items.length;
  return state.next < state.plan.maxFrames;
}

const framePlace = (frame: FrameState, node: CompiledNode, item: Json, index: number) => ({
  path: [...frame.path, node.id, index],
  containerId: node.id,
  parentKey: frame.key,
  item,
  index,
  ...(node.callee ? { call: openCall(node.callee, item) } : {}),
});

const openCall = (callee: Callee, inputs: Json): CallState => ({
  sys: { flow_id: callee.flowId },
  inputs: isJsonObject(inputs) ? inputs : {},
  conversation: { ...callee.conversation },
  variables: nameRecord(),
  outputs: nameRecord(),
  answer: '',
});

/** Opens frames up to the container's parallelism; ends the container when none is left. */
function advance(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  const state = context.state.containers[nodeKeyOf(frame.key, node.id)];
  if (!state) return;
  while (state.open.length < state.plan.parallelism && wantsAnotherFrame(state)) {
    openFrame(context, frame, node, state);
  }
  if (state.open.length === 0) finishContainer(context, frame, node, state);
}

function openFrame(
  context: KernelContext,
  frame: FrameState,
  node: CompiledNode,
  state: ContainerState,
): void {
  const { inner: scope, callee } = node;
  if (!scope) return;
  const index = state.next++;
  const inner = createFrame(scope, framePlace(frame, node, state.plan.items?.[index] ?? null, index));
  context.state.frames[inner.key] = inner;
  state.open.push(inner.key);
  if (callee) startRoots(context, inner, scope.roots, callee.startNodeId);
  else if (index === 0 && hasGate(node)) askGate(context, inner, 'before');
  else startRoots(context, inner, scope.roots);
  if (inner.remaining > 0 || inner.gate) return;
  state.results[index] = null;
  forgetFrame(context, inner, state);
}

/** What a container leaves, made of what its frames have left. @throws NODE_OUTPUT_TOO_LARGE */
function outputsOf(context: KernelContext, node: CompiledNode, state: ContainerState): JsonObject {
  const results: Json[] = [];
  for (let index = 0; index < state.next; index++) {
    if (!state.dropped[index]) results.push(state.results[index] ?? null);
  }
  const outputs = node.definition.container?.outputs(node.config, results, {
    rounds: state.next,
    variables: { ...state.variables },
    errors: state.errors,
  });
  refuseOversized(outputs ?? {}, context.maxOutputBytes);
  return outputs ?? {};
}

function finishContainer(
  context: KernelContext,
  frame: FrameState,
  node: CompiledNode,
  state: ContainerState,
): void {
  delete context.state.containers[nodeKeyOf(frame.key, node.id)];
  const elapsedMs = elapsedOf(frame, node, context.now);
  try {
    const outputs = outputsOf(context, node, state);
    context.drafts.push(draftEnd(frame, node, { outputs, frames: state.next, elapsedMs }));
  } catch (error) {
    context.drafts.push(draftFailure(frame, node, { error: toWireError(error, node.id), elapsedMs }));
  }
}

const draftEnd = (
  frame: FrameState,
  node: CompiledNode,
  { outputs, frames, elapsedMs }: { outputs: JsonObject; frames: number; elapsedMs: number },
): EventDraft => ({
  type: 'node.finished',
  nodeId: node.id,
  attempt: frame.attempts[node.index] ?? 1,
  ...eventPath(frame),
  data: {
    outputs,
    handle: node.handles[0]?.id ?? 'source',
    elapsed_ms: elapsedMs,
    ...(node.callee ? {} : { frames }),
  },
});

function parentOf(
  context: KernelContext,
  frame: FrameState,
): { parent: FrameState; node: CompiledNode; state: ContainerState } | undefined {
  if (frame.parentKey === null || frame.containerId === null) return undefined;
  const parent = context.state.frames[frame.parentKey];
  const state = context.state.containers[nodeKeyOf(frame.parentKey, frame.containerId)];
  return parent && state ? { parent, node: nodeOf(context, parent, frame.containerId), state } : undefined;
}

function forgetFrame(context: KernelContext, frame: FrameState, state: ContainerState): void {
  forgetInside(context, frame);
  state.open.splice(state.open.indexOf(frame.key), 1);
  speak(context);
}

const hasGate = (node: CompiledNode): boolean => node.definition.container?.hasGate?.(node.config) ?? false;

function askGate(context: KernelContext, frame: FrameState, phase: GateState['phase']): void {
  frame.gate = { phase, isRunning: false, attempt: 0 };
  context.state.ready.push({ frame: frame.key, nodeId: frame.containerId ?? '', since: context.now });
}

/** A loop has decided whether to go on. */
export function onGateDecided(context: KernelContext, frame: FrameState, isDone: boolean): void {
  const place = parentOf(context, frame);
  if (!place || !frame.gate) return;
  const { parent, node, state } = place;
  const { phase } = frame.gate;
  frame.gate = null;
  if (isDone) state.hasExited = true;
  if (phase === 'after') {
    closeFrame(context, frame);
  } else if (isDone) {
    state.next--;
    forgetFrame(context, frame, state);
    advance(context, parent, node);
  } else if (node.inner) {
    startRoots(context, frame, node.inner.roots);
  }
}

/** All nodes of a container's frame are decided: a loop asks whether to go on, others close the frame at once. */
export function endFrame(context: KernelContext, frame: FrameState): void {
  const place = parentOf(context, frame);
  if (place && hasGate(place.node) && !place.state.hasExited) askGate(context, frame, 'after');
  else closeFrame(context, frame);
}

function resultOf(context: KernelContext, frame: FrameState, node: CompiledNode): Json {
  if (frame.call)
    return { ...frame.call.outputs, ...(frame.call.answer === '' ? {} : { answer: frame.call.answer }) };
  return node.definition.container?.frameResult(node.config, createLookup(seenFrom(context, frame))) ?? null;
}

/** The frame's result is kept, the next frame opened. */
export function closeFrame(context: KernelContext, frame: FrameState): void {
  const place = parentOf(context, frame);
  if (!place) return;
  const { parent, node, state } = place;
  try {
    state.results[frame.index] = resultOf(context, frame, node);
    forgetFrame(context, frame, state);
    advance(context, parent, node);
  } catch (error) {
    failFrame(context, frame, toWireError(error, node.id));
  }
}

/** A node inside a frame failed with nothing to catch it: the container's error mode decides. */
export function failFrame(context: KernelContext, frame: FrameState, error: WireError): void {
  const place = parentOf(context, frame);
  if (!place) return;
  const { parent, node, state } = place;
  if (node.inner) abandonFrame(context, frame, node.inner.nodes, stoppedWith(error));
  if (state.plan.onFrameError === 'stop') {
    forgetFrame(context, frame, state);
    failContainer(context, { frame: parent, node }, error);
    return;
  }
  context.state.exceptions++;
  state.errors.push({ index: frame.index, code: error.code, message: error.message } satisfies JsonObject);
  if (state.plan.onFrameError === 'drop') state.dropped[frame.index] = true;
  else state.results[frame.index] = null;
  forgetFrame(context, frame, state);
  advance(context, parent, node);
}

/** The frame that a node leaves: the round of the nearest loop, else that of the nearest container of its flow. */
function frameToLeave(context: KernelContext, frame: FrameState): FrameState | undefined {
  const frames = [...framesOutwards(context.state, frame)].filter(
    (outer) => outer.containerId !== null && !outer.call,
  );
  return frames.find((outer) => parentOf(context, outer)?.state.plan.items === null) ?? frames[0];
}

/**
 * A loop is left from inside, perhaps from a container in it: what else runs in the round is ended, no further round
 * opens. Answers false where there is nothing to leave.
 */
export function leaveLoop(context: KernelContext, from: FrameState): boolean {
  const frame = frameToLeave(context, from);
  const place = frame && parentOf(context, frame);
  if (!frame || !place) return false;
  place.state.hasExited = true;
  const error = engineErrors.RUN_STOPPED({ reason: 'The loop was left.' });
  if (place.node.inner) abandonFrame(context, frame, place.node.inner.nodes, toWireError(error));
  closeFrame(context, frame);
  return true;
}
