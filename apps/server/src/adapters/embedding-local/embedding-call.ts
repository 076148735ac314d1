import type { TextVector } from './embedding-process';
import type { VectorCache } from './vector-cache';

/** What the model can see of a text at most, and more: it takes 256 pieces of words. */
const MAX_TEXT_LENGTH = 8_192;
/** Of one step, so that a short text never waits long behind the many long ones of another call. */
const MAX_STEP_TEXTS = 16;
const MAX_STEP_LENGTH = 4_096;

interface MissingText {
  readonly key: string;
  readonly text: string;
}

/** Groups texts that are about equally long, as each group is padded to its longest. */
function toSteps(missing: readonly MissingText[]): MissingText[][] {
  const steps: MissingText[][] = [];
  let step: MissingText[] = [];
  let length = 0;
  for (const each of [...missing].sort((a, b) => a.text.length - b.text.length)) {
    length += each.text.length;
    if (step.length === 0 || step.length >= MAX_STEP_TEXTS || length > MAX_STEP_LENGTH) {
      step = [];
      steps.push(step);
      length = each.text.length;
    }
    step.push(each);
  }
  return steps;
}

/** Texts on their way to vectors, step by step. Equal texts, and those in the cache, are not embedded again. */
export class EmbeddingCall {
  private readonly keys: readonly string[];
  private readonly found = new Map<string, TextVector>();
  private readonly steps: MissingText[][];

  constructor(
    texts: readonly string[],
    private readonly cache: VectorCache,
  ) {
    const missing = new Map<string, MissingText>();
    this.keys = texts.map((whole) => {
      const text = whole.slice(0, MAX_TEXT_LENGTH);
      const key = cache.keyOf(text);
      const entry = cache.get(key);
      if (entry !== undefined) this.found.set(key, entry.vector);
      else missing.set(key, { key, text });
      return key;
    });
    this.steps = toSteps([...missing.values()]);
  }

  get isDone(): boolean {
    return this.steps.length === 0;
  }

  /** Embeds the texts of the next step. */
  async advance(run: (texts: string[]) => Promise<TextVector[]>): Promise<void> {
    const step = this.steps.shift() ?? [];
    const vectors = await run(step.map(({ text }) => text));
    step.forEach(({ key }, index) => {
      const vector = vectors[index] ?? null;
      this.found.set(key, vector);
      this.cache.set(key, vector);
    });
  }

  /** The vectors in the order of the texts. */
  result(): (number[] | null)[] {
    return this.keys.map((key) => {
      const vector = this.found.get(key);
      return vector ? Array.from(vector) : null;
    });
  }
}
