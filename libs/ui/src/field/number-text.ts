/** Limits of a number entry. */
export interface NumberLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isInteger?: boolean | undefined;
}

/** Reads what was typed; undefined for empty text and for what is no finite number. */
export function parseNumber(text: string): number | undefined {
  const normalised = text
    .trim()
    .replace(/[０-９．－]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(',', '.');
  if (normalised === '') return undefined;
  const value = Number(normalised);
  return Number.isFinite(value) ? value : undefined;
}

/** The nearest allowed number. */
export function clampNumber(value: number, limits: NumberLimits): number {
  const whole = limits.isInteger === true ? Math.round(value) : value;
  const low = Math.max(whole, limits.min ?? Number.NEGATIVE_INFINITY);
  return Math.min(low, limits.max ?? Number.POSITIVE_INFINITY);
}

/** One step up or down, free of binary fractions such as 0.30000000000000004. */
export function stepNumber(value: number, delta: number, limits: NumberLimits): number {
  const decimals = Math.max(decimalsOf(value), decimalsOf(delta));
  return clampNumber(Number((value + delta).toFixed(decimals)), limits);
}

function decimalsOf(value: number): number {
  const text = String(value);
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : Math.min(text.length - dot - 1, 12);
}
