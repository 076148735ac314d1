import type { ModelPrice } from '@heddle/contracts';
import type { Usage } from '@heddle/model';
import type { TokenCounts } from '../answer/answer-part';

/** Usage of one call, and whether a part of it is a guess. */
export interface CountedUsage {
  readonly usage: Usage;
  readonly isEstimated: boolean;
}

/** Guesses for what a provider has not counted; asked for only then. */
export interface Estimates {
  prompt(): number;
  completion(): number;
}

const PER_PRICE = 1_000_000;

/** What tokens cost by a model's price. */
export const costOf = (price: ModelPrice | null, prompt: number, completion: number): number =>
  price === null ? 0 : (prompt * price.input + completion * price.output) / PER_PRICE;

/** Counts what a call has used: as the provider says, else as it is guessed. */
export function countUsage(
  counted: TokenCounts,
  estimates: Estimates,
  price: ModelPrice | null,
): CountedUsage {
  const rest = (known: number | undefined): number | undefined =>
    counted.total === undefined || known === undefined ? undefined : Math.max(0, counted.total - known);
  const prompt = counted.prompt ?? rest(counted.completion);
  const completion = counted.completion ?? rest(counted.prompt);
  const prompt_tokens = prompt ?? estimates.prompt();
  const completion_tokens = completion ?? estimates.completion();
  return {
    usage: {
      prompt_tokens,
      completion_tokens,
      total_tokens: counted.total ?? prompt_tokens + completion_tokens,
      cost: costOf(price, prompt_tokens, completion_tokens),
    },
    isEstimated: prompt === undefined || completion === undefined,
  };
}
