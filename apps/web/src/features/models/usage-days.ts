import type { ModelUsage } from '@heddle/contracts';

/** What of the use of models is shown over time. */
export const USAGE_METRICS = ['requests', 'tokens', 'cost', 'failures'] as const;
/** One of {@link USAGE_METRICS}. */
export type UsageMetric = (typeof USAGE_METRICS)[number];

/** One day of use, over one model or several. */
export interface UsageDay extends Record<UsageMetric, number> {
  /** By UTC, as `2026-12-01`. */
  readonly day: string;
  readonly firstTokenMs: number | null;
}

type Item = ModelUsage['items'][number];

const DAY_MS = 86_400_000;

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function groupBy(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function dayOf(day: string, items: readonly Item[]): UsageDay {
  const sum = (value: (item: Item) => number): number =>
    items.reduce((total, item) => total + value(item), 0);
  const timed = items.filter((item) => item.first_token_ms !== null && item.requests > 0);
  const timedRequests = timed.reduce((total, { requests }) => total + requests, 0);
  const weighted = timed.reduce((total, item) => total + (item.first_token_ms ?? 0) * item.requests, 0);
  return {
    day,
    requests: sum(({ requests }) => requests),
    failures: sum(({ failures }) => failures),
    tokens: sum((item) => item.prompt_tokens + item.completion_tokens),
    cost: sum(({ cost }) => cost),
    firstTokenMs: timedRequests === 0 ? null : weighted / timedRequests,
  };
}

/** The use of the last days, one entry each and those without use too, oldest first. */
export function usageDays(
  items: readonly Item[],
  options: { days: number; now: number },
): readonly UsageDay[] {
  const byDay = groupBy(items, ({ day }) => day);
  return Array.from({ length: options.days }, (_, index) => {
    const day = isoDay(options.now - (options.days - 1 - index) * DAY_MS);
    return dayOf(day, byDay.get(day) ?? []);
  });
}

/** A model that was used, as the choice of what to show offers it. */
export interface UsedModel {
  /** The id, or the name of a model that has none. */
  readonly key: string;
  readonly name: string;
}

const keyOf = (item: Item): string => item.model_id ?? `name:${item.model_name}`;

/** The models that were used, the busiest first. */
export function usedModels(items: readonly Item[]): readonly UsedModel[] {
  const groups = [...groupBy(items, keyOf)].map(([key, members]) => ({
    key,
    name: members.at(-1)?.model_name ?? key,
    requests: members.reduce((total, { requests }) => total + requests, 0),
  }));
  return groups.sort((left, right) => right.requests - left.requests).map(({ key, name }) => ({ key, name }));
}

/** The use of one model, or of all when none is named. */
export const usageOf = (items: readonly Item[], key: string | undefined): readonly Item[] =>
  key === undefined ? items : items.filter((item) => keyOf(item) === key);

/** A round number at or above the highest value, for the top of the scale. */
export function scaleTop(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}
