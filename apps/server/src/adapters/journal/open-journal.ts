import type { RunJournal } from '@heddle/engine';
import type { FramePath, RunEvent } from '@heddle/model';
import { storableText } from '@heddle/contracts';
import { RunFold, type RunRow } from './run-fold';
import type { ConversationTurn, RunRecord, SpokenMessage } from './run-record';
import type { Payload } from './payloads/detach-payloads';
import { storeEvent, storeValue, type StoredValue, type Storing } from './stored-events';

/** What one journal has to write with the next commit; it stays as it is while the run goes on. */
export interface CommitItem {
  readonly record: RunRecord;
  /** Whether the run has no row yet. */
  readonly isNew: boolean;
  readonly fence: number;
  readonly row: RunRow;
  /** Only for a run that has no row yet. */
  readonly inputs: StoredValue | null;
  readonly outputs: StoredValue | null;
  /** What rows and events hold by reference, as far as the database does not have it yet. */
  readonly payloads: readonly Payload[];
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** JSON text of the list of events. */
  readonly events: string;
  readonly said: SpokenTurn | undefined;
}

/** What a conversation gains with a commit. */
export interface SpokenTurn {
  readonly turn: ConversationTurn;
  readonly messages: readonly SpokenMessage[];
  /** JSON text of the conversation's variables, when they changed. */
  readonly variables: string | null;
}

/** What a journal needs to know to go on where another process stopped. */
export interface JournalStart {
  readonly record: RunRecord;
  readonly turn?: ConversationTurn | undefined;
  readonly fence?: number;
  /** What is in the database already, for a run that is taken over. */
  readonly past?: readonly RunEvent[];
}

/** What a journal needs of the process it is in. */
export interface JournalHooks {
  /** Characters of JSON text that one event may hold; what is longer is stored beside it. */
  readonly inlineLimit: number;
  readonly requestCommit: (journal: OpenJournal, isUrgent: boolean) => void;
  readonly onFailure: (error: unknown) => void;
}

interface Waiter {
  readonly seq: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Where a node stands in the run: in an iteration, the same node stands in many items at once. */
const placeOf = ({ nodeId, path = [] }: { nodeId: string; path?: FramePath }): string =>
  [...path, nodeId].join('/');

/** The journal of one run: gathers events between commits and tells who waits when they are durable. */
export class OpenJournal implements RunJournal {
  readonly fold = new RunFold();
  readonly record: RunRecord;
  readonly fence: number;
  private readonly turn: ConversationTurn | undefined;
  private readonly storing: Storing;
  private pending: string[] = [];
  private payloads: Payload[] = [];
  /** Hashes of what is stored, or will be with the next commit. */
  private readonly kept = new Set<string>();
  private durableSeq: number;
  private takenSeq: number;
  private hasRow: boolean;
  private hasSpoken: boolean;
  private failure: unknown;
  private waiters: Waiter[] = [];
  private last: RunEvent | undefined;
  /** Nodes that did not begin before that was durable: they change something outside, so their end matters as well. */
  private readonly momentous = new Set<string>();

  constructor(
    { record, turn, fence = 1, past = [] }: JournalStart,
    private readonly hooks: JournalHooks,
  ) {
    this.storing = { limit: hooks.inlineLimit, keep: (payload) => this.keep(payload) };
    this.record = record;
    this.turn = turn;
    this.fence = fence;
    for (const event of past) this.fold.apply(event);
    this.durableSeq = this.fold.lastSeq;
    this.takenSeq = this.fold.lastSeq;
    this.hasRow = past.length > 0 || fence > 1;
    this.hasSpoken = this.hasRow;
  }

  /** Whether the run has a row that a lease can be renewed on. */
  get isStored(): boolean {
    return this.hasRow;
  }

  append(events: readonly RunEvent[]): void {
    if (events.length === 0 || this.failure !== undefined) return;
    let isUrgent = false;
    for (const event of events) {
      this.fold.apply(event);
      this.pending.push(storeEvent(event, this.storing));
      this.last = event;
      if (event.type === 'node.finished' || event.type === 'node.failed') {
        isUrgent = this.momentous.delete(placeOf(event)) || isUrgent;
      }
    }
    this.hooks.requestCommit(this, isUrgent);
  }

  flush(): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure as Error);
    if (this.last?.type === 'node.started') this.momentous.add(placeOf(this.last));
    const seq = this.fold.lastSeq;
    if (seq <= this.durableSeq) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.waiters.push({ seq, resolve, reject });
      if (this.pending.length > 0) this.hooks.requestCommit(this, true);
    });
  }

  /** Hands over what is to be written; undefined when there is nothing. */
  take(): CommitItem | undefined {
    if (this.pending.length === 0) return undefined;
    const { record, fence, fold, storing } = this;
    const row = fold.row();
    // Before `payloads` is read, since these may add to it.
    const inputs = this.hasRow ? null : storeValue(row.inputs, storing);
    const outputs = row.outputs && storeValue(row.outputs, storing);
    const item: CommitItem = {
      record,
      isNew: !this.hasRow,
      fence,
      row,
      inputs,
      outputs,
      payloads: this.payloads,
      firstSeq: this.takenSeq + 1,
      lastSeq: fold.lastSeq,
      events: `[${this.pending.join(',')}]`,
      said: this.said(),
    };
    this.pending = [];
    this.payloads = [];
    this.takenSeq = fold.lastSeq;
    return item;
  }

  /** The database has it. */
  committed(item: CommitItem): void {
    this.hasRow = true;
    this.hasSpoken = true;
    this.durableSeq = item.lastSeq;
    const waiters = this.waiters;
    this.waiters = waiters.filter(({ seq }) => seq > item.lastSeq);
    for (const { seq, resolve } of waiters) if (seq <= item.lastSeq) resolve();
  }

  /** The database refused it, or has given the run to another process: nothing more is written. */
  fail(error: unknown): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    this.pending = [];
    this.payloads = [];
    const waiters = this.waiters;
    this.waiters = [];
    for (const { reject } of waiters) reject(error);
    this.hooks.onFailure(error);
  }

  private keep(payload: Payload): void {
    if (this.kept.has(payload.sha256)) return;
    this.kept.add(payload.sha256);
    this.payloads.push(payload);
  }

  private said(): SpokenTurn | undefined {
    const { turn, fold, record } = this;
    if (!turn) return undefined;
    const messages: SpokenMessage[] = [];
    const say = (role: 'user' | 'assistant', id: string, text: string): void => {
      messages.push({ id, role, content: storableText(text), clientId: `${record.id}:${role}` });
    };
    if (!this.hasSpoken) say('user', turn.userMessageId, turn.query);
    if (fold.hasAnswered) say('assistant', turn.assistantMessageId, fold.answer);
    const isChanged = fold.isFinished && fold.hasConversationChanges;
    if (messages.length === 0 && !isChanged) return undefined;
    return { turn, messages, variables: isChanged ? JSON.stringify(fold.conversation) : null };
  }
}
