import type { ChatChunk, ChatToolCall } from '@heddle/engine';
import type { Usage } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { type AnswerPiece, ThinkSplitter } from './think-splitter';

/** A whole answer of a model. */
export interface ModelAnswer {
  readonly text: string;
  readonly reasoning: string;
  /** The tools that the model asks for, in its order. */
  readonly toolCalls: readonly ChatToolCall[];
  readonly finishReason: string;
  readonly usage: Usage;
  /** Time until the first piece of text or reasoning. */
  readonly firstTokenMs: number;
  readonly totalMs: number;
}

/** Turns chunks of a model into pieces, thoughts kept apart. */
class SeparateReader {
  private readonly splitter = new ThinkSplitter();

  push(kind: AnswerPiece['kind'], text: string): AnswerPiece[] {
    return kind === 'reasoning' ? [{ kind, text }] : this.splitter.push(text);
  }

  flush(): AnswerPiece[] {
    return this.splitter.flush();
  }
}

/** Turns chunks of a model into text alone, thoughts inside `<think>` tags. */
class InlineReader {
  private isThinking = false;

  push(kind: AnswerPiece['kind'], text: string): AnswerPiece[] {
    const isThought = kind === 'reasoning';
    const mark = isThought === this.isThinking ? '' : isThought ? '<think>\n' : '\n</think>\n\n';
    this.isThinking = isThought;
    return [{ kind: 'text', text: mark + text }];
  }

  flush(): AnswerPiece[] {
    return this.isThinking ? [{ kind: 'text', text: '\n</think>\n' }] : [];
  }
}

/** How an answer is read. */
export interface ReadOptions {
  readonly reasoning: 'inline' | 'separate';
  readonly signal: AbortSignal;
  /** Called with every piece as it comes. */
  onPiece(piece: AnswerPiece): void;
}

/**
 * Reads an answer to its end.
 * @throws UPSTREAM_TRUNCATED when the model stops without saying so; the signal's reason when it is aborted
 */
export async function readAnswer(
  chunks: AsyncIterable<ChatChunk>,
  options: ReadOptions,
): Promise<ModelAnswer> {
  const startedAt = performance.now();
  const reader = options.reasoning === 'inline' ? new InlineReader() : new SeparateReader();
  const whole = { text: '', reasoning: '' };
  const toolCalls: ChatToolCall[] = [];
  let firstTokenMs: number | undefined;
  let done: Extract<ChatChunk, { type: 'done' }> | undefined;
  const pass = (pieces: readonly AnswerPiece[]): void => {
    for (const piece of pieces) {
      whole[piece.kind] += piece.text;
      options.onPiece(piece);
    }
  };
  for await (const chunk of chunks) {
    if (chunk.type === 'done') done = chunk;
    if (chunk.type === 'tool_call') toolCalls.push(chunk.call);
    if (chunk.type !== 'text' && chunk.type !== 'reasoning') continue;
    firstTokenMs ??= performance.now() - startedAt;
    pass(reader.push(chunk.type, chunk.text));
  }
  options.signal.throwIfAborted();
  if (!done) throw nodeErrors.UPSTREAM_TRUNCATED({});
  pass(reader.flush());
  const totalMs = performance.now() - startedAt;
  const { finishReason, usage } = done;
  return { ...whole, toolCalls, finishReason, usage, firstTokenMs: firstTokenMs ?? totalMs, totalMs };
}
