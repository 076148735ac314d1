import {
  type Json,
  type NodeChunkData,
  type ReferencePath,
  renderText,
  type RunEventOf,
} from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';
import { type KernelContext, nodeOf, scopeOf } from '../kernel/kernel-context';
import { callOf, findValue, framesOutwards } from '../kernel/lookup';
import { eventPath, type FrameState, NodeState, nodeKeyOf, type ResponseSession } from '../kernel/state';

const bufferKey = (frame: string, nodeId: string, output: string): string =>
  `${nodeKeyOf(frame, nodeId)}|${output}`;

/** A response node is bound to run: it takes its place in the line of speakers. */
export function openSession(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  // Nobody listens to a called flow: its answer is handed over when it is done.
  if (callOf(context.state, frame)) return;
  const parts = [...(node.responseParts ?? [])];
  context.state.sessions.push({ frame: frame.key, path: frame.path, nodeId: node.id, parts, emitted: '' });
  speak(context);
}

function emit(
  context: KernelContext,
  session: ResponseSession,
  text: string,
  source?: NodeChunkData['source'],
): void {
  if (text === '') return;
  context.drafts.push({
    type: 'node.chunked',
    nodeId: session.nodeId,
    attempt: 1,
    ...eventPath(session),
    data: { output: 'text', text, is_answer: true, ...(source ? { source } : {}) },
  });
}

/** The frame that holds a node, seen from a session's frame. */
function producerFrame(
  context: KernelContext,
  session: ResponseSession,
  nodeId: string,
): FrameState | undefined {
  const own = context.state.frames[session.frame];
  if (!own) return undefined;
  return [...framesOutwards(context.state, own)].find((frame) => scopeOf(context, frame).byId.has(nodeId));
}

const render = (context: KernelContext, session: ResponseSession, value: Json): string =>
  speaker(context, session)?.definition.renderResponse?.(value) ?? renderText(value);

const speaker = (context: KernelContext, { frame, nodeId }: ResponseSession): CompiledNode | undefined => {
  const own = context.state.frames[frame];
  return own && nodeOf(context, own, nodeId);
};

/** Passes on what a producer has streamed; whether the producer is done. */
function sayStreamed(
  context: KernelContext,
  session: ResponseSession,
  frame: FrameState,
  path: ReferencePath,
): boolean {
  const [head, output] = path;
  const status = frame.nodes[scopeOf(context, frame).byId.get(head)?.index ?? -1];
  if (path.length === 2) {
    const key = bufferKey(frame.key, head, String(output));
    const text = context.state.buffers[key] ?? '';
    delete context.state.buffers[key];
    session.emitted += text;
    emit(context, session, text, [head, String(output)]);
  }
  return status === NodeState.finished || status === NodeState.skipped;
}

/** Namespaces that no node on the way can change. */
const FIXED_NAMESPACES: ReadonlySet<string> = new Set(['sys', 'env', 'item', 'index']);

/** Variables that a node before the speaker may still change are read when the speaker's turn to run has come. */
function mayStillChange(context: KernelContext, session: ResponseSession, [head]: ReferencePath): boolean {
  const own = context.state.frames[session.frame];
  if (!own || FIXED_NAMESPACES.has(head)) return false;
  return own.nodes[nodeOf(context, own, session.nodeId).index] === NodeState.waiting;
}

/** Says as much of a reference as is known; true when nothing more will come. */
function sayReference(context: KernelContext, session: ResponseSession, path: ReferencePath): boolean {
  const frame = producerFrame(context, session, path[0]);
  if (frame ? !sayStreamed(context, session, frame, path) : mayStillChange(context, session, path))
    return false;
  if (session.emitted !== '') return true;
  const own = context.state.frames[session.frame];
  const value = own && findValue({ ...context, frame: own }, path);
  if (value !== undefined) emit(context, session, render(context, session, value), path);
  return true;
}

/** Lets the first speaker say what it can, then the next, until one has to wait. */
export function speak(context: KernelContext): void {
  const { sessions } = context.state;
  for (let session = sessions[0]; session; session = sessions[0]) {
    for (let part = session.parts[0]; part; part = session.parts[0]) {
      if (part.kind === 'text') emit(context, session, part.text);
      else if (!sayReference(context, session, part.path)) return;
      session.parts.shift();
      session.emitted = '';
    }
    sessions.shift();
  }
}

/** Streamed text has arrived from a producer: passed on now, or kept until its turn. */
export function onProducerChunk(
  context: KernelContext,
  frame: FrameState,
  event: RunEventOf<'node.chunked'>,
): void {
  const node = nodeOf(context, frame, event.nodeId);
  if (!node.answeredOutputs.has(event.data.output)) return;
  const key = bufferKey(frame.key, node.id, event.data.output);
  context.state.buffers[key] = (context.state.buffers[key] ?? '') + event.data.text;
  speak(context);
}

/** A producer starts over: what it had streamed is taken back, by a replacement if callers have seen it. */
export function onProducerRestart(context: KernelContext, frame: FrameState, node: CompiledNode): void {
  const { state } = context;
  for (const output of node.answeredOutputs) delete state.buffers[bufferKey(frame.key, node.id, output)];
  const [session] = state.sessions;
  const part = session?.parts[0];
  if (!session || session.emitted === '' || part?.kind !== 'reference' || part.path[0] !== node.id) return;
  const text = state.answer.slice(0, state.answer.length - session.emitted.length);
  session.emitted = '';
  context.drafts.push({
    type: 'node.chunked',
    nodeId: session.nodeId,
    attempt: 1,
    data: { output: 'text', text, is_answer: true, is_replacement: true },
  });
}

/** A frame is about to be forgotten: what its response nodes have yet to say becomes plain text. */
export function settleSessions(context: KernelContext, frame: FrameState): void {
  for (const session of context.state.sessions) {
    if (session.frame !== frame.key) continue;
    session.parts.forEach((part, position) => {
      if (part.kind !== 'reference') return;
      const value = findValue({ ...context, frame }, part.path);
      const text = value === undefined ? '' : render(context, session, value);
      const rest =
        position === 0 && text.startsWith(session.emitted) ? text.slice(session.emitted.length) : text;
      session.parts[position] = { kind: 'text', text: rest };
    });
  }
}
