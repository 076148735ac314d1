import type { ModelType } from '@heddle/contracts';
import type { ModelChoice } from '@heddle/engine';
import type { ModelTarget } from './model-target';

/** Knows the models of workspaces; the models module is behind it. */
export interface ModelDirectory {
  /**
   * The model that a choice means, then its fallbacks in order; empty when there is none.
   * Answered from memory in the ordinary case: it lies before each call of a model.
   */
  find(workspaceId: string, type: ModelType, choice: ModelChoice): Promise<readonly ModelTarget[]>;
}

/** One finished call of a model, for statistics and the provider's health. */
export interface ModelCall {
  readonly workspaceId: string;
  readonly target: ModelTarget;
  readonly type: ModelType;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cost: number;
  /** Null where nothing came, or nothing streams. */
  readonly firstTokenMs: number | null;
  readonly totalMs: number;
  /** Absent for a success; a caller that left is `CANCELLED` and says nothing about the provider's health. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** Is told of every call; must not throw and must not wait. */
export interface ModelCallObserver {
  record(call: ModelCall): void;
}
