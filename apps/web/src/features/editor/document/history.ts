import type { FlowDocument } from '@heddle/model';
import {
  applyChange,
  diffDocuments,
  invertChange,
  isEmptyChange,
  type DocumentChange,
} from './document-change';

/** How many steps can be taken back. */
export const HISTORY_LIMIT = 100;
/** Edits of one field that follow each other faster than this are one step. */
export const MERGE_WINDOW_MS = 1_000;

/** The name of a step, as a message key with its parameters. */
export interface StepLabel {
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** One thing that the user did. */
export interface Step {
  readonly label: StepLabel;
  readonly change: DocumentChange;
  /** Steps with the same key may grow together, as keystrokes in one field do. */
  readonly mergeKey?: string;
  /** When its latest part happened, milliseconds. */
  readonly at: number;
}

/** What can be undone, oldest first, and redone, next first. */
export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** A document with the steps that led to it. */
export interface Versioned {
  readonly document: FlowDocument;
  readonly history: History;
}

/** The history of a document that was just opened. */
export const emptyHistory: History = { past: [], future: [] };

/** What a step is called, whether it may merge, and when it is taken. */
export interface StepInfo {
  readonly label: StepLabel;
  readonly mergeKey?: string;
  readonly at: number;
}

const mayMerge = (last: Step | undefined, info: StepInfo): last is Step =>
  last !== undefined &&
  last.mergeKey !== undefined &&
  last.mergeKey === info.mergeKey &&
  info.at - last.at < MERGE_WINDOW_MS;

/** Takes a new document in as one step; forgets what could be redone. */
export function recordStep(state: Versioned, document: FlowDocument, info: StepInfo): Versioned {
  const change = diffDocuments(state.document, document);
  if (isEmptyChange(change)) return state;
  const { past } = state.history;
  const last = past.at(-1);
  if (state.history.future.length === 0 && mayMerge(last, info)) {
    const origin = applyChange(state.document, invertChange(last.change));
    const merged = diffDocuments(origin, document);
    const rest = past.slice(0, -1);
    const kept = isEmptyChange(merged) ? rest : [...rest, { ...info, change: merged }];
    return { document, history: { past: kept, future: [] } };
  }
  return { document, history: { past: [...past, { ...info, change }].slice(-HISTORY_LIMIT), future: [] } };
}

/** Takes the latest step back; the same state when there is none. */
export function undoStep(state: Versioned): Versioned {
  const step = state.history.past.at(-1);
  if (!step) return state;
  return {
    document: applyChange(state.document, invertChange(step.change)),
    history: { past: state.history.past.slice(0, -1), future: [step, ...state.history.future] },
  };
}

/** Does again what was taken back last; the same state when there is nothing. */
export function redoStep(state: Versioned): Versioned {
  const [step, ...future] = state.history.future;
  if (!step) return state;
  return {
    document: applyChange(state.document, step.change),
    // Without its merge key, so that typing after a redo starts a step of its own.
    history: {
      past: [...state.history.past, { label: step.label, change: step.change, at: step.at }],
      future,
    },
  };
}
