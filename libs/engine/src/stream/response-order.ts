import {
  type Json,
  type NodeChunkData,
  type ReferencePath,
  renderText,
  type RunEventOf,
} from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';
import { type KernelContext, nodeOf, scopeOf } from '../kernel/kernel-context';
import { callOf, findValue, seenFrom } from '../kernel/lookup';
import {
  eventPath,
  type FrameState,
  NodeState,
  nodeKeyOf,
  type ResponseSession,
  type ResponseSessionPart,
} from '../kernel/state';
import { referenceSource } from './reference-source';

const bufferKey = (frame: string, nodeId: string, output: string): string =>
  `${nodeKeyOf(frame, nodeId)}|${output}`;

/** A response node is bound to run, and everybody who speaks before it has a place: it takes its own in the line. */
export function openSession(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  // Nobody listens to a called flow: its answer is handed over when it is done.
  if (callOf(context.state, frame)) return;
  const parts = [...(node.responseParts ?? [])];
  context.state.sessions.push({ frame: frame.key, path: frame.path, nodeId: node.id, parts, emitted: '' });
  speak(context);
}

/** What a response node has said, or takes back. */
function say(
  context: KernelContext,
  session: ResponseSession,
  data: Omit<NodeChunkData, 'output' | 'is_answer'>,
): void {
  context.drafts.push({
    type: 'node.chunked',
    nodeId: session.nodeId,
    attempt: 1,
    ...eventPath(session),
    data: { output: 'text', is_answer: true, ...data },
  });
}

function emit(
  context: KernelContext,
  session: ResponseSession,
  text: string,
  source?: NodeChunkData['source'],
): void {
  if (text !== '') say(context, session, { text, ...(source ? { source } : {}) });
}

const render = (node: CompiledNode | undefined, value: Json | undefined): string =>
  value === undefined ? '' : (node?.definition.renderResponse?.(value) ?? renderText(value));

const isDecided = (frame: FrameState, node: CompiledNode | undefined): boolean => {
  const status = node && frame.nodes[node.index];
  return status === NodeState.finished || status === NodeState.skipped;
};

/** Passes on what a producer has streamed; whether the producer is done. */
function sayStreamed(
  context: KernelContext,
  session: ResponseSession,
  frame: FrameState,
  path: ReferencePath,
): boolean {
  const [head, output] = path;
  if (path.length === 2) {
    const key = bufferKey(frame.key, head, String(output));
    const text = context.state.buffers[key] ?? '';
    delete context.state.buffers[key];
    session.emitted += text;
    emit(context, session, text, [head, String(output)]);
  }
  return isDecided(frame, scopeOf(context, frame).byId.get(head));
}

/** Says as much of a reference as is known; true when nothing more will come. */
function sayReference(
  context: KernelContext,
  session: ResponseSession,
  own: FrameState,
  path: ReferencePath,
): boolean {
  const source = referenceSource(context, own, path);
  // Variables that a node before the speaker may still change are fixed when the speaker starts.
  if (source.kind === 'variable') return false;
  if (source.kind === 'output' && !sayStreamed(context, session, source.frame, path)) return false;
  if (session.emitted !== '') return true;
  const node = nodeOf(context, own, session.nodeId);
  emit(context, session, render(node, findValue(seenFrom(context, own), path)), path);
  return true;
}

/** Lets the first speaker say what it can, then the next, until one has to wait. */
export function speak(context: KernelContext): void {
  const { sessions, frames } = context.state;
  for (let session = sessions[0]; session; session = sessions[0]) {
    const own = frames[session.frame];
    for (let part = session.parts[0]; part; part = session.parts[0]) {
      if (part.kind === 'text') emit(context, session, part.text);
      else if (own && !sayReference(context, session, own, part.path)) return;
      session.parts.shift();
      session.emitted = '';
    }
    sessions.shift();
  }
}

const sessionOf = (context: KernelContext, frame: FrameState, node: CompiledNode) =>
  context.state.sessions.find(({ frame: key, nodeId }) => key === frame.key && nodeId === node.id);

/** A response node starts: it says the variables as they are now, whatever happens before its turn to speak. */
export function fixVariables(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  const session = sessionOf(context, frame, node);
  if (!session) return;
  session.parts.forEach((part, position) => {
    if (part.kind === 'text' || referenceSource(context, frame, part.path).kind !== 'variable') return;
    const text = render(node, findValue(seenFrom(context, frame), part.path));
    session.parts[position] = { kind: 'text', text };
  });
  speak(context);
}

/** Streamed text has arrived from a producer: passed on now, or kept until its turn. */
export function onProducerChunk(
  context: KernelContext,
  frame: FrameState,
  event: RunEventOf<'node.chunked'>,
): void {
  const node = nodeOf(context, frame, event.nodeId);
  if (!node.answeredOutputs.has(event.data.output) || callOf(context.state, frame)) return;
  const key = bufferKey(frame.key, node.id, event.data.output);
  context.state.buffers[key] = (context.state.buffers[key] ?? '') + event.data.text;
  speak(context);
}

/** A producer starts over: what it had streamed is taken back, by a replacement if callers have seen it. */
export function onProducerRestart(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  const { state } = context;
  forgetStreamed(context, frame, node);
  const [session] = state.sessions;
  const part = session?.parts[0];
  const own = session && state.frames[session.frame];
  if (!own || session.emitted === '' || part?.kind !== 'reference' || part.path[0] !== node.id) return;
  const source = referenceSource(context, own, part.path);
  if (source.kind !== 'output' || source.frame !== frame) return;
  const text = state.answer.slice(0, state.answer.length - session.emitted.length);
  session.emitted = '';
  say(context, session, { text, is_replacement: true });
}

function forgetStreamed(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  for (const output of node.answeredOutputs) {
    delete context.state.buffers[bufferKey(frame.key, node.id, output)];
  }
}

/** What is left to say of a reference whose frame closes. */
function restOf(
  context: KernelContext,
  frame: FrameState,
  path: ReferencePath,
  { node, hasBegun }: { node: CompiledNode; hasBegun: boolean },
): ResponseSessionPart {
  const [head, output] = path;
  const source = referenceSource(context, frame, path);
  const streamed =
    source.kind === 'output' && path.length === 2
      ? (context.state.buffers[bufferKey(source.frame.key, head, String(output))] ?? '')
      : '';
  if (hasBegun || streamed !== '') return { kind: 'text', text: streamed };
  return { kind: 'text', text: render(node, findValue(seenFrom(context, frame), path)) };
}

/**
 * A frame is about to be forgotten: what its response nodes have yet to say becomes plain text. Those that never ran,
 * because the frame was given up, say no more.
 */
export function settleSessions(context: KernelContext, frame: FrameState): void {
  const { sessions } = context.state;
  const scope = scopeOf(context, frame);
  const left = sessions.filter((session) => {
    if (session.frame !== frame.key) return true;
    const node = scope.byId.get(session.nodeId);
    if (!node || !frame.outputs[node.id]) return false;
    session.parts.forEach((part, position) => {
      const hasBegun = position === 0 && session.emitted !== '';
      if (part.kind === 'reference')
        session.parts[position] = restOf(context, frame, part.path, { node, hasBegun });
    });
    return true;
  });
  if (left.length < sessions.length) sessions.splice(0, sessions.length, ...left);
  for (const node of scope.nodes) forgetStreamed(context, frame, node);
}
