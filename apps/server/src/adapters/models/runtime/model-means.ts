import { systemClock, type Clock, type EmbeddingPort, type ModelChoice } from '@heddle/engine';
import type { ModelLimits, ModelType } from '@heddle/contracts';
import type { Fetch } from '../../http/guarded-fetch';
import { modelErrors } from '../failures/model-errors';
import type { ModelCallObserver, ModelDirectory } from '../model-directory';
import type { ModelTarget } from '../model-target';
import { DEFAULT_ANSWER_LIMITS, type AnswerLimits } from './answer-deadlines';
import { ProviderKeys } from './provider-keys';
import { BOUNDLESS_LIMITS, TargetLimits, type Allowance } from './target-limits';
import { Tries } from './tries';

/** What models are reached with. */
export interface ModelRuntimeOptions {
  readonly directory: ModelDirectory;
  /** Reaches providers; a guarded fetch in the product. */
  readonly fetch: Fetch;
  readonly observer?: ModelCallObserver;
  /** Counts what models' settings allow a minute; without it all is allowed. */
  readonly allowance?: Allowance;
  /** What all models of one workspace may be used together; without it as much as they like. */
  readonly workspaceLimits?: ModelLimits;
  /** Stands in where a workspace has no embedding model and none was named. */
  readonly localEmbedding?: EmbeddingPort;
  readonly limits?: Partial<AnswerLimits>;
  /** How often a model is asked again. */
  readonly retries?: number;
  readonly clock?: Clock;
}

/** Everything that stays the same from request to request. */
export interface ModelMeans {
  readonly directory: ModelDirectory;
  readonly fetch: Fetch;
  readonly observer: ModelCallObserver;
  readonly gate: TargetLimits;
  readonly keys: ProviderKeys;
  readonly limits: AnswerLimits;
  readonly retries: number;
  readonly clock: Clock;
}

const RETRIES = 2;
const BOUNDLESS: Allowance = { take: () => Promise.resolve(0) };

/** Puts together what requests share. */
export function createMeans(options: ModelRuntimeOptions): ModelMeans {
  const clock = options.clock ?? systemClock;
  return {
    directory: options.directory,
    fetch: options.fetch,
    observer: options.observer ?? { record: () => undefined },
    gate: new TargetLimits(
      options.allowance ?? BOUNDLESS,
      clock,
      options.workspaceLimits ?? BOUNDLESS_LIMITS,
    ),
    keys: new ProviderKeys(clock),
    limits: { ...DEFAULT_ANSWER_LIMITS, ...options.limits },
    retries: options.retries ?? RETRIES,
    clock,
  };
}

/** Whose model is asked for, and what it is for. */
export interface Asked extends ModelChoice {
  readonly workspaceId: string;
}

/** The part of a request that chooses the model. */
export const choiceOf = ({ model, modelInstanceId }: ModelChoice): ModelChoice => ({
  ...(modelInstanceId === undefined ? {} : { modelInstanceId }),
  ...(model === undefined ? {} : { model }),
});

/** Finds what a request may try. @throws MODEL_NOT_CONFIGURED */
export async function findTries(
  means: ModelMeans,
  asked: Asked,
  {
    type,
    fits = () => true,
  }: { type: ModelType; fits?: (first: ModelTarget, other: ModelTarget) => boolean },
): Promise<Tries> {
  const { clock, directory, keys, limits, retries } = means;
  const [first, ...others] = await directory.find(asked.workspaceId, type, choiceOf(asked));
  if (first === undefined) {
    const named = asked.model ?? asked.modelInstanceId;
    throw modelErrors.MODEL_NOT_CONFIGURED(named === undefined ? {} : { model: named });
  }
  return new Tries({
    targets: [first, ...others.filter((other) => fits(first, other))],
    keys,
    clock,
    until: clock.monotonic() + limits.totalMs,
    retries,
  });
}
