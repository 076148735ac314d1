const COST_DIGITS = 6;

/** A number of tokens in few characters: 128K, 1M, 8191. */
export function shortTokens(count: number): string {
  if (count < 1_000) return String(count);
  const base = count % 1_000 !== 0 && count % 1_024 === 0 ? 1_024 : 1_000;
  const [amount, unit] = count >= base * base ? [count / (base * base), 'M'] : [count / base, 'K'];
  return `${Number(amount.toFixed(amount < 10 ? 1 : 0))}${unit}`;
}

/** What something cost, in the workspace's currency, whose sign is not known here. */
export const costText = (cost: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: cost !== 0 && Math.abs(cost) < 1 ? COST_DIGITS : 2,
  }).format(cost);
