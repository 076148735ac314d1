/** What cannot be calculated, with where in the text. */
export class ArithmeticError extends Error {}

type Operation = (...values: number[]) => number;

const MAX_LENGTH = 2_000;
const MAX_DEPTH = 100;

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
]);

function factorial(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 170) return NaN;
  let product = 1;
  for (let factor = 2; factor <= value; factor += 1) product *= factor;
  return product;
}

function rounded(value: number, digits = 0): number {
  const text = Math.abs(value).toString();
  if (text.includes('e')) return value;
  // By decimal shift, so that 1.005 becomes 1.01 as people expect.
  return Math.sign(value) * Number(`${Math.round(Number(`${text}e${digits}`))}e${-digits}`);
}

const mean = (...values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Functions with the fewest and the most values that they take. */
const FUNCTIONS: ReadonlyMap<string, readonly [Operation, number, number]> = new Map<
  string,
  readonly [Operation, number, number]
>([
  ['abs', [Math.abs, 1, 1]],
  ['sqrt', [Math.sqrt, 1, 1]],
  ['cbrt', [Math.cbrt, 1, 1]],
  ['exp', [Math.exp, 1, 1]],
  ['ln', [Math.log, 1, 1]],
  ['log', [(value, base = 10) => (base === 10 ? Math.log10(value) : Math.log(value) / Math.log(base)), 1, 2]],
  ['log2', [Math.log2, 1, 1]],
  ['log10', [Math.log10, 1, 1]],
  ['sin', [Math.sin, 1, 1]],
  ['cos', [Math.cos, 1, 1]],
  ['tan', [Math.tan, 1, 1]],
  ['asin', [Math.asin, 1, 1]],
  ['acos', [Math.acos, 1, 1]],
  ['atan', [Math.atan, 1, 1]],
  ['floor', [Math.floor, 1, 1]],
  ['ceil', [Math.ceil, 1, 1]],
  ['trunc', [Math.trunc, 1, 1]],
  ['round', [rounded, 1, 2]],
  ['factorial', [factorial, 1, 1]],
  ['pow', [Math.pow, 2, 2]],
  ['hypot', [Math.hypot, 1, 100]],
  ['min', [Math.min, 1, 100]],
  ['max', [Math.max, 1, 100]],
  ['sum', [(...values) => values.reduce((sum, value) => sum + value, 0), 1, 100]],
  ['avg', [mean, 1, 100]],
]);

/** Infix operators: how strongly they bind, and whether the right one of two goes first. */
const INFIX: ReadonlyMap<string, { readonly power: number; readonly isRight?: boolean; apply: Operation }> =
  new Map([
    ['+', { power: 1, apply: (a: number, b: number) => a + b }],
    ['-', { power: 1, apply: (a: number, b: number) => a - b }],
    ['*', { power: 2, apply: (a: number, b: number) => a * b }],
    ['/', { power: 2, apply: (a: number, b: number) => a / b }],
    ['%', { power: 2, apply: (a: number, b: number) => a % b }],
    ['^', { power: 4, isRight: true, apply: (a: number, b: number) => a ** b }],
  ]);
/** A sign binds weaker than a power: -2^2 is -4. */
const SIGN_POWER = 3;

const TOKEN =
  /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z_][a-z0-9_]*)|(\*\*|[-+*/%^(),!]))/iy;
const SPELLINGS: Readonly<Record<string, string>> = {
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
  '，': ',',
  '（': '(',
  '）': ')',
};

interface Token {
  readonly kind: 'number' | 'name' | 'mark' | 'end';
  readonly text: string;
  readonly at: number;
}

function tokenOf([whole, number, name, mark = '']: RegExpExecArray, from: number): Token {
  const at = from + whole.length - whole.trimStart().length;
  if (number !== undefined) return { kind: 'number', text: number, at };
  if (name !== undefined) return { kind: 'name', text: name.toLowerCase(), at };
  return { kind: 'mark', text: mark === '**' ? '^' : mark, at };
}

function tokensOf(source: string): Token[] {
  const text = source.replace(/[×·÷−，（）]/g, (mark) => SPELLINGS[mark] ?? mark);
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) {
      const at = from + (/\S/.exec(text.slice(from))?.index ?? 0);
      throw new ArithmeticError(`"${text[at] ?? ''}" at ${at + 1} is not understood`);
    }
    tokens.push(tokenOf(match, from));
  }
  return [...tokens, { kind: 'end', text: 'the end', at: end }];
}

/** Reads an expression from left to right and calculates it on the way; nothing in it can do anything else. */
class Reader {
  private position = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): number {
    const value = this.expression(0);
    const rest = this.peek();
    if (rest.kind !== 'end') throw this.unexpected(rest);
    return value;
  }

  private peek(): Token {
    return this.tokens[this.position] ?? { kind: 'end', text: 'the end', at: 0 };
  }

  private take(): Token {
    const token = this.peek();
    this.position += 1;
    return token;
  }

  private takes(mark: string): boolean {
    const token = this.peek();
    if (token.kind !== 'mark' || token.text !== mark) return false;
    this.position += 1;
    return true;
  }

  private unexpected({ kind, text, at }: Token): ArithmeticError {
    return new ArithmeticError(
      kind === 'end' ? 'it ends too early' : `"${text}" at ${at + 1} does not belong there`,
    );
  }

  private expression(weakest: number): number {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new ArithmeticError(`it is nested deeper than ${MAX_DEPTH} levels`);
    let left = this.operand();
    for (;;) {
      const token = this.peek();
      const operator = token.kind === 'mark' ? INFIX.get(token.text) : undefined;
      if (operator === undefined || operator.power <= weakest) break;
      this.position += 1;
      left = operator.apply(
        left,
        this.expression(operator.isRight === true ? operator.power - 1 : operator.power),
      );
    }
    this.depth -= 1;
    return left;
  }

  private operand(): number {
    let value = this.primary();
    while (this.takes('!')) value = factorial(value);
    return value;
  }

  private primary(): number {
    const token = this.take();
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'name') return this.named(token);
    if (token.text === '-') return -this.expression(SIGN_POWER);
    if (token.text === '+') return this.expression(SIGN_POWER);
    if (token.text !== '(' || token.kind === 'end') throw this.unexpected(token);
    const value = this.expression(0);
    if (!this.takes(')')) throw this.unexpected(this.peek());
    return value;
  }

  private named({ text: name, at }: Token): number {
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return constant;
    const known = FUNCTIONS.get(name);
    if (known === undefined) throw new ArithmeticError(`"${name}" at ${at + 1} is not known`);
    const values = this.values();
    const [operation, fewest, most] = known;
    if (values.length < fewest || values.length > most) {
      throw new ArithmeticError(`${name} takes ${fewest === most ? fewest : `${fewest} to ${most}`} values`);
    }
    return operation(...values);
  }

  private values(): number[] {
    if (!this.takes('(')) throw this.unexpected(this.peek());
    const values = [this.expression(0)];
    while (this.takes(',')) values.push(this.expression(0));
    if (!this.takes(')')) throw this.unexpected(this.peek());
    return values;
  }
}

/** What binary fractions add at the end of a result is not meant: 0.1 + 0.2 is 0.3. */
const withoutNoise = (value: number): number => Number(value.toPrecision(15));

/**
 * Calculates an expression of numbers, operators, functions and constants.
 * @throws ArithmeticError when it cannot be read, or has no finite result
 */
export function calculate(source: string): number {
  if (source.length > MAX_LENGTH) throw new ArithmeticError(`it is longer than ${MAX_LENGTH} characters`);
  const value = new Reader(tokensOf(source)).whole();
  if (!Number.isFinite(value)) {
    throw new ArithmeticError(
      Number.isNaN(value) ? 'it has no result' : 'it divides by zero, or the result is too large',
    );
  }
  return withoutNoise(value);
}

/** The names that expressions may use. */
export const ARITHMETIC_NAMES: readonly string[] = [...FUNCTIONS.keys(), ...CONSTANTS.keys()];
