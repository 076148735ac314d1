/** What providers say about a prompt that does not fit: the prompt's tokens and the limit, where they are told. */
export interface ContextLength {
  readonly prompt_tokens?: number;
  readonly limit_tokens?: number;
}

const CODES: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'string_above_max_length',
]);

const PHRASES =
  /context (?:length|window|size)|input token count|prompt is too long|input (?:is )?too long|range of input length|too many (?:input )?tokens|exceeds? the (?:model'?s? )?max(?:imum)? (?:input|context)/i;

const LIMITS = [
  /tokens allowed[^\d]{0,5}([\d,]+)/i,
  /max(?:imum)? (?:context|input|model) (?:length|window|size)[^\d]{0,20}([\d,]+)/i,
  /range of input length should be \[\d+,\s*([\d,]+)\]/i,
  /tokens?\s*>\s*([\d,]+)/i,
  /(?:limit|maximum|max)[^\d]{0,30}([\d,]+)/i,
  /context size[^\d]{0,20}\(?([\d,]+)/i,
];

const PROMPTS = [
  /input token count[^\d]{0,5}([\d,]+)/i,
  /(?:resulted in|requested|contains?|has|have|of|is too long:)\s+(?:about\s+)?([\d,]+)\s+(?:input\s+)?tokens/i,
  /([\d,]+)\s+tokens?\s*>/i,
  /\(([\d,]+) in the messages/i,
  /([\d,]+)\s+(?:input\s+)?tokens/i,
];

function firstNumber(text: string, patterns: readonly RegExp[], except?: number): number | undefined {
  for (const pattern of patterns) {
    const value = Number(pattern.exec(text)?.[1]?.replaceAll(',', ''));
    if (Number.isFinite(value) && value > 0 && value !== except) return value;
  }
  return undefined;
}

/** Recognises a refusal for length, and reads the numbers out of it. */
export function contextLength(code: string, message: string): ContextLength | undefined {
  if (!CODES.has(code) && !PHRASES.test(message)) return undefined;
  const limit = firstNumber(message, LIMITS);
  const prompt = firstNumber(message, PROMPTS, limit);
  return {
    ...(limit === undefined ? {} : { limit_tokens: limit }),
    ...(prompt === undefined ? {} : { prompt_tokens: prompt }),
  };
}
