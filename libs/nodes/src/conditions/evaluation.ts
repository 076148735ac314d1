import type { Json, ReferencePath } from '@heddle/model';
import type { CompareMode } from './compare';
import type { Comparison } from './condition-schema';
import type { Operator } from './operators';

/** What conditions read. */
export interface ConditionScope extends CompareMode {
  resolve(value: Json): Json;
  has(path: ReferencePath): boolean;
  /** Reads both sides in a way of its own, where the left one is not a value of the flow. */
  sides?(comparison: Comparison): readonly [Json, Json];
  /** Told about every comparison that was made, for the trace. */
  onCompared?(comparison: ComparedSides): void;
}

/** A comparison as it came out. */
export interface ComparedSides {
  readonly left: Json;
  readonly operator: Operator;
  readonly right: Json;
  readonly holds: boolean;
}

/** A question that only the sandbox may answer: whether an RE2 pattern is found in a text. */
export interface PatternQuestion {
  readonly pattern: string;
  readonly text: string;
}

/** An evaluation that pauses at each pattern and goes on with the answer. */
export type Evaluation<Result> = Generator<PatternQuestion, Result, boolean>;
