import type { ChatChunk, ChatToolCall } from '@heddle/engine';
import { modelErrors } from '../failures/model-errors';
import type { AnswerPart, TokenCounts } from './answer-part';
import { ToolCallAssembly } from './tool-call-assembly';

const NO_CHUNKS: readonly ChatChunk[] = [];

/** Reads one answer, part by part, and knows at its end whether it is whole. */
export class AnswerReader {
  /** Whether any part of the answer has come, so that asking again would repeat it. */
  hasBegun = false;
  /** The text so far. */
  text = '';
  /** The reasoning so far. */
  reasoning = '';
  finishReason = '';
  /** What the provider has counted so far. */
  tokens: TokenCounts = {};
  #model: string;
  readonly #calls = new ToolCallAssembly();

  constructor(model: string) {
    this.#model = model;
  }

  /** The model as the provider names it. */
  get model(): string {
    return this.#model;
  }

  /** The tool calls so far as one text, to be counted. */
  get callText(): string {
    return this.#calls.text;
  }

  /** Takes a part and returns what it adds to the answer. */
  take(part: AnswerPart): readonly ChatChunk[] {
    if (part.tokens) this.tokens = { ...this.tokens, ...part.tokens };
    if (part.model) this.#model = part.model;
    if (part.finishReason) this.finishReason = part.finishReason;
    const chunks = this.#takeWords(part);
    part.toolCalls?.forEach((call) => this.#calls.add(call));
    if (chunks.length > 0 || part.toolCalls?.length) this.hasBegun = true;
    return chunks;
  }

  /** The tool calls of a whole answer. @throws UPSTREAM_TRUNCATED, TOOL_ARGUMENTS_INVALID */
  finish(): readonly ChatToolCall[] {
    if (this.finishReason === '') throw this.truncated('it ended without a finish reason');
    return this.#calls.finish();
  }

  /** The error for an answer that stops before its end. */
  truncated(reason: string, cause?: unknown): Error {
    return modelErrors.UPSTREAM_TRUNCATED({ partial_text: this.text, reason }, cause);
  }

  #takeWords({ reasoning, text }: AnswerPart): readonly ChatChunk[] {
    if (!reasoning && !text) return NO_CHUNKS;
    const chunks: ChatChunk[] = [];
    if (reasoning) {
      this.reasoning += reasoning;
      chunks.push({ type: 'reasoning', text: reasoning });
    }
    if (text) {
      this.text += text;
      chunks.push({ type: 'text', text });
    }
    return chunks;
  }
}
