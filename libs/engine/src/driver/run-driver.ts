import { isCallableStart, isFlowError, type RunEvent, type RunStatus, type WireError } from '@heddle/model';
import type { CompiledNode } from '../compile/compiled-flow';
import { engineErrors } from '../errors';
import type { NodeResult } from '../executor/executor';
import { refuseOversized } from '../kernel/bounded-value';
import { type ContainerPlace, containersAtWork, isAtWork } from '../kernel/container-place';
import { failContainer } from '../kernel/containers';
import { type EventDraft, placed } from '../kernel/event-draft';
import { draftFailure } from '../kernel/failure';
import { type KernelContext, nodeOf } from '../kernel/kernel-context';
import { callOf } from '../kernel/lookup';
import { plannedFrames } from '../kernel/planned-frames';
import { nodesInFlight, replay } from '../kernel/replay';
import { finishRun } from '../kernel/run-end';
import {
  attemptOf,
  createState,
  type FrameState,
  isGateOf,
  type NodeKey,
  nodeKeyOf,
  type ReadyNode,
} from '../kernel/state';
import { toWireError } from '../kernel/wire-error';
import { type Clock, systemClock } from '../ports/clock';
import { noJournal, type RunJournal } from '../ports/journal';
import { Attempt } from './attempt';
import { EventRecorder } from './event-recorder';
import { startedData } from './first-event';
import { knownResult } from './known-result';
import { maskSecrets } from './mask-secrets';
import { createNodeContext } from './node-context';
import { effectOf } from './node-effect';
import { nodeFinished, nodeStarted } from './node-data';
import { retryDelayMs } from './retry-delay';
import {
  DEFAULT_LIMITS,
  type RunHandle,
  type RunLimits,
  type RunOptions,
  type RunResult,
} from './run-options';

/** A node of a frame at work. */
interface Running {
  readonly key: NodeKey;
  readonly frame: FrameState;
  readonly node: CompiledNode;
  readonly attempt: Attempt;
}

const isPromise = (value: NodeResult | Promise<NodeResult>): value is Promise<NodeResult> =>
  'then' in value && typeof value.then === 'function';

const concluded = (result: NodeResult): NodeResult =>
  result.conclude ? { ...result, ...result.conclude() } : result;

/** Performs what the kernel decides: numbers and records events, runs executors, keeps time. One per run. */
export class RunDriver implements RunHandle {
  readonly result: Promise<RunResult>;
  private readonly context: KernelContext;
  private readonly recorder: EventRecorder;
  private readonly clock: Clock;
  private readonly journal: RunJournal;
  private readonly limits: RunLimits;
  private readonly secrets: string[];
  private readonly startNodeId: string;
  private readonly running = new Map<string, Running>();
  private readonly timers = new Set<() => void>();
  private isPumping = false;
  private resolve: (result: RunResult) => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;

  constructor(private readonly options: RunOptions) {
    this.clock = options.clock ?? systemClock;
    this.journal = options.journal ?? noJournal;
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.secrets = [...(options.secrets ?? [])];
    this.startNodeId = options.startNodeId ?? this.firstStart();
    this.context = {
      flow: options.flow,
      state: createState(),
      env: options.env ?? {},
      maxOutputBytes: this.limits.maxOutputBytes,
      now: 0,
      drafts: [],
      aborts: [],
    };
    this.recorder = new EventRecorder({
      runId: this.runId,
      context: this.context,
      startNodeId: this.startNodeId,
      clock: this.clock,
      journal: this.journal,
      onEvent: options.onEvent,
      onAbort: (key) => this.closeAttempt(nodeKeyOf(key.frame, key.nodeId), true),
      onEnd: (last) => this.end(last),
    });
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.result.catch(() => undefined);
  }

  get runId(): string {
    return this.options.scope.runId;
  }

  /** Begins at the start node. */
  start(): this {
    this.after(this.limits.maxWallMs, () =>
      this.fail(engineErrors.RUN_TIMEOUT({ limit_ms: this.limits.maxWallMs })),
    );
    this.recorder.record({ type: 'run.started', data: startedData(this.options) });
    this.pump();
    return this;
  }

  /** Goes on from a journal. Nodes in flight run again, unless running twice could be noticed outside. */
  resume(events: readonly RunEvent[], options: { readonly repeatsWrites: boolean }): this {
    const { pending, lastSeq } = replay(this.context, events, this.startNodeId);
    this.recorder.seq = lastSeq;
    this.after(this.limits.maxWallMs, () =>
      this.fail(engineErrors.RUN_TIMEOUT({ limit_ms: this.limits.maxWallMs })),
    );
    // All at once: what follows from the first of them was to come behind the last.
    this.context.drafts.push(...pending);
    this.recorder.recordDrafts();
    if (this.recorder.hasEnded) return this;
    const inFlight = [...nodesInFlight(this.context)];
    const isUnsafe = inFlight.some((key) => this.mayChangeSomething(key));
    if (isUnsafe && !options.repeatsWrites) {
      this.recorder.record({ type: 'run.paused', data: { reason: 'interrupted' } });
      this.end();
      return this;
    }
    for (const place of containersAtWork(this.context)) this.limitContainer(place);
    for (const key of inFlight) this.runAgain(key);
    this.pump();
    return this;
  }

  stop(reason = 'The run was stopped.'): void {
    queueMicrotask(() => this.finish('stopped', toWireError(engineErrors.RUN_STOPPED({ reason }))));
  }

  private firstStart(): string {
    const starts = this.options.flow.root.roots.filter((node) => node.definition.kind === 'start');
    const start = starts.find((node) => isCallableStart(node.config)) ?? starts[0];
    return start?.id ?? '';
  }

  private after(delayMs: number, callback: () => void): void {
    const cancel = this.clock.after(delayMs, () => {
      this.timers.delete(cancel);
      callback();
    });
    this.timers.add(cancel);
  }

  private fail(error: unknown): void {
    this.finish('failed', toWireError(error));
  }

  private finish(status: RunStatus, error: WireError): void {
    if (this.recorder.hasEnded) return;
    this.context.now = this.clock.now();
    finishRun(this.context, { status, error });
    this.recorder.recordDrafts();
  }

  private end(last?: RunEvent): void {
    this.recorder.hasEnded = true;
    for (const key of [...this.running.keys()]) this.closeAttempt(key, true);
    for (const cancel of this.timers) cancel();
    this.timers.clear();
    const { state } = this.context;
    this.journal.flush().then(() => {
      if (last) this.options.onEvent?.(last);
      this.resolve({
        status: state.status,
        outputs: state.outputs,
        error: state.error,
        usage: state.usage,
        elapsedMs: last?.type === 'run.finished' ? last.data.elapsed_ms : this.clock.now() - state.startedAt,
        answer: state.answer,
        conversation: state.conversation,
      });
    }, this.reject);
  }

  /** Starts what is ready, as far as the run's parallelism allows. Nodes that answer at once are done in this loop. */
  private pump(): void {
    if (this.isPumping) return;
    this.isPumping = true;
    try {
      const { ready } = this.context.state;
      while (ready[0] && !this.recorder.hasEnded && this.running.size < this.limits.maxParallel) {
        this.startReady(ready[0]);
      }
    } finally {
      this.isPumping = false;
    }
  }

  private startReady(ready: ReadyNode): void {
    this.startNode(ready, 1, Math.max(0, this.clock.now() - ready.since));
  }

  private mayChangeSomething({ frame: key, nodeId }: NodeKey): boolean {
    const frame = this.context.state.frames[key];
    if (!frame) return false;
    const node = nodeOf(this.context, frame, nodeId);
    return effectOf(node) === 'write' && !this.known(frame, node);
  }

  private known(frame: FrameState, node: CompiledNode): NodeResult | undefined {
    return knownResult(this.options, this.context.state, { frame, node });
  }

  private startNode(key: NodeKey, attempt: number, queuedMs?: number): void {
    const { frames } = this.context.state;
    const frame = frames[key.frame];
    if (!frame || this.recorder.hasEnded) {
      this.takeFromLine(key);
      return;
    }
    const node = nodeOf(this.context, frame, key.nodeId);
    if (this.context.state.steps >= this.limits.maxSteps) {
      this.fail(engineErrors.MAX_STEPS({ limit: this.limits.maxSteps, node_id: node.id }));
      return;
    }
    const isRecorded = this.known(frame, node) !== undefined;
    const isContainer = node.inner !== undefined && !isRecorded && !isGateOf(frame, node);
    const planned = isContainer ? plannedFrames(this.context, frame, node) : undefined;
    const data = nodeStarted(node, { isRecorded, queuedMs, frames: planned });
    this.record(frame, { type: 'node.started', nodeId: node.id, attempt, data });
    if (this.recorder.hasEnded) return;
    if (isContainer) this.limitContainer({ frame, node });
    else this.execute(key, frame, node);
  }

  /** A container has no executor whose time is kept: this ends it, and all that runs inside. */
  private limitContainer(place: ContainerPlace): void {
    const { frame, node } = place;
    const limitMs = node.node.timeout_ms;
    if (limitMs === undefined || !isAtWork(this.context, place)) return;
    const startedAt = frame.startedAt[node.index] ?? 0;
    this.after(Math.max(0, startedAt + limitMs - this.clock.now()), () => {
      if (!isAtWork(this.context, place) || frame.startedAt[node.index] !== startedAt) return;
      this.context.now = this.clock.now();
      const error = engineErrors.NODE_TIMEOUT({ limit_ms: limitMs, node_id: node.id });
      failContainer(this.context, place, toWireError(error));
      this.recorder.recordDrafts();
      this.pump();
    });
  }

  /** A node of a frame that is over cannot start; left in line it would hold up everybody behind it. */
  private takeFromLine(key: NodeKey): void {
    const { ready } = this.context.state;
    const place = ready.findIndex((other) => other === key);
    if (place >= 0) ready.splice(place, 1);
  }

  private execute(key: NodeKey, frame: FrameState, node: CompiledNode): void {
    const number = attemptOf(frame, node);
    const attempt = new Attempt(this.clock, number, (error) => this.onFailure(running, error));
    const running: Running = { key, frame, node, attempt };
    this.running.set(nodeKeyOf(key.frame, key.nodeId), running);
    try {
      const result = this.perform(running);
      if (!isPromise(result)) {
        this.onSuccess(running, result);
        return;
      }
      attempt.limit(node.node.timeout_ms ?? this.limits.defaultNodeTimeoutMs, node.node.idle_timeout_ms);
      result.then(
        (value) => this.onSuccess(running, value),
        (error: unknown) => this.onFailure(running, error),
      );
    } catch (error) {
      this.onFailure(running, error);
    }
  }

  private perform({ frame, node, attempt }: Running): NodeResult | Promise<NodeResult> {
    const known = this.known(frame, node);
    if (known) return known;
    const executor = this.options.executors.get(node.node.type);
    if (!executor) throw engineErrors.NODE_TYPE_UNKNOWN({ node_id: node.id, type: node.node.type });
    const context = createNodeContext({
      run: this.options.scope,
      node,
      scope: { flow: this.context.flow, state: this.context.state, env: this.context.env, frame },
      attempt,
      ports: this.options.ports,
      inputs: (callOf(this.context.state, frame) ?? this.context.state).inputs,
      onChunk: (output, text) => this.onChunk({ frame, node, attempt }, output, text),
    });
    if (effectOf(node) === 'none') return executor.run(node.config, context);
    // What reaches out begins once everything before it is durable: a crash then repeats, and pays for, nothing but
    // what was under way, and what may have changed the world is known to have begun.
    return this.journal.flush().then(() => {
      if (attempt.isClosed)
        throw engineErrors.RUN_STOPPED({ reason: 'The node was stopped before it began.' });
      return executor.run(node.config, context);
    });
  }

  private onChunk({ frame, node, attempt }: Omit<Running, 'key'>, output: string, text: string): void {
    if (attempt.isClosed || text === '') return;
    attempt.touch();
    this.record(frame, {
      type: 'node.chunked',
      nodeId: node.id,
      attempt: attempt.number,
      data: { output, text: maskSecrets(text, this.secrets), is_answer: false },
    });
  }

  private onSuccess(running: Running, given: NodeResult): void {
    const { frame, node, attempt, key } = running;
    if (attempt.isClosed) return;
    const handle = given.handle ?? node.handles[0]?.id ?? 'source';
    let result = given;
    try {
      result = concluded(given);
      if (result.handle !== undefined && !node.handles.some(({ id }) => id === result.handle)) {
        throw engineErrors.NODE_HANDLE_UNKNOWN({ handle: result.handle });
      }
      refuseOversized(result.outputs, this.limits.maxOutputBytes);
    } catch (error) {
      this.onFailure(running, error);
      return;
    }
    if (result.secrets) this.secrets.push(...result.secrets);
    this.closeAttempt(nodeKeyOf(key.frame, key.nodeId), false);
    const isCalled = callOf(this.context.state, frame) !== null;
    const finished = nodeFinished(result, { handle, elapsedMs: attempt.elapsedMs, isCalled });
    const data = maskSecrets(finished, this.secrets);
    this.record(frame, { type: 'node.finished', nodeId: node.id, attempt: attempt.number, data });
    this.pump();
  }

  private record(frame: FrameState, draft: EventDraft): void {
    this.recorder.record(placed(draft, frame.path));
  }

  private onFailure(running: Running, cause: unknown): void {
    const { frame, node, attempt, key } = running;
    if (attempt.isClosed) return;
    this.closeAttempt(nodeKeyOf(key.frame, key.nodeId), true);
    const error = maskSecrets(toWireError(cause, node.id), this.secrets);
    const retry = node.node.retry;
    if (retry && attempt.number <= retry.max_attempts && isFlowError(cause) && cause.isRetryable) {
      const delay = retryDelayMs(retry, attempt.number);
      this.recordRetry(frame, node, { error, delay_ms: delay, elapsed_ms: attempt.elapsedMs });
      this.after(delay, () => this.startNode(key, attempt.number + 1));
    } else {
      this.recorder.record(draftFailure(frame, node, { error, elapsedMs: attempt.elapsedMs }));
    }
    this.pump();
  }

  private recordRetry(
    frame: FrameState,
    node: CompiledNode,
    data: { error: WireError; delay_ms: number; elapsed_ms: number },
  ): void {
    const attempt = attemptOf(frame, node);
    this.record(frame, { type: 'node.retried', nodeId: node.id, attempt, data });
  }

  private runAgain(key: NodeKey): void {
    const frame = this.context.state.frames[key.frame];
    if (!frame) return;
    const node = nodeOf(this.context, frame, key.nodeId);
    const error = toWireError(engineErrors.PROCESS_RESTARTED({ node_id: node.id }));
    this.recordRetry(frame, node, { error, delay_ms: 0, elapsed_ms: 0 });
    this.startNode(key, attemptOf(frame, node) + 1);
  }

  private closeAttempt(key: string, abort: boolean): void {
    this.running.get(key)?.attempt.close(abort);
    this.running.delete(key);
  }
}
