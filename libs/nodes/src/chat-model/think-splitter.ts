/** A piece of an answer, told apart by what it is. */
export interface AnswerPiece {
  readonly kind: 'text' | 'reasoning';
  readonly text: string;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/** How many characters at the end of a text may be the beginning of a tag. */
function unfinishedTagLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}

/** Takes the `<think>` blocks out of a text that arrives in pieces. */
export class ThinkSplitter {
  private pending = '';
  private isThinking = false;
  /** Right after a tag or at the very beginning, blank lines belong to nobody. */
  private isAtEdge = true;

  /** What is certain after another piece of text. */
  push(text: string): AnswerPiece[] {
    this.pending += text;
    const pieces: AnswerPiece[] = [];
    for (;;) {
      const tag = this.isThinking ? CLOSE : OPEN;
      const at = this.pending.indexOf(tag);
      if (at < 0) break;
      this.take(at, pieces);
      this.pending = this.pending.slice(tag.length);
      this.isThinking = !this.isThinking;
      this.isAtEdge = true;
    }
    const held = unfinishedTagLength(this.pending, this.isThinking ? CLOSE : OPEN);
    this.take(this.pending.length - held, pieces);
    return pieces;
  }

  /** What is left when the answer has ended. */
  flush(): AnswerPiece[] {
    const pieces: AnswerPiece[] = [];
    this.take(this.pending.length, pieces);
    return pieces;
  }

  private take(length: number, pieces: AnswerPiece[]): void {
    const taken = this.pending.slice(0, length);
    this.pending = this.pending.slice(length);
    const text = this.isAtEdge ? taken.trimStart() : taken;
    if (text === '') return;
    this.isAtEdge = false;
    pieces.push({ kind: this.isThinking ? 'reasoning' : 'text', text });
  }
}
