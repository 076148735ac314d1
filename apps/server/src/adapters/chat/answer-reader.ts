import type { ChatChunk } from '@heddle/engine';
import type { Usage } from '@heddle/model';
import { chatErrors } from './chat-errors';
import { ToolCallAssembly, type ToolCallDelta } from './tool-call-assembly';

/** The content of a chunk, or the message of an answer that was not streamed, with what providers add to it. */
interface Delta {
  readonly content?: string | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly ToolCallDelta[] | null;
}

/** A chunk as providers really send it: any part may be missing. */
export interface CompletionChunk {
  readonly model?: string | null;
  readonly choices?: readonly {
    readonly delta?: Delta | null;
    readonly message?: Delta | null;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { prompt_tokens?: number; completion_tokens?: number; total_tokens?: number } | null;
}

const NO_CHUNKS: readonly ChatChunk[] = [];

/** Reads one answer, chunk by chunk, and knows at its end whether it is whole. */
export class AnswerReader {
  /** Whether any part of the answer has come, so that asking again would repeat it. */
  hasBegun = false;
  /** The text so far. */
  text = '';
  finishReason = '';
  #model: string;
  #usage: CompletionChunk['usage'];
  readonly #calls = new ToolCallAssembly();

  constructor(model: string) {
    this.#model = model;
  }

  /** Takes a chunk and returns what it adds to the answer. */
  take(chunk: CompletionChunk): readonly ChatChunk[] {
    if (chunk.usage) this.#usage = chunk.usage;
    if (chunk.model) this.#model = chunk.model;
    const choice = chunk.choices?.[0];
    if (!choice) return NO_CHUNKS;
    if (choice.finish_reason) this.finishReason = choice.finish_reason;
    const delta = choice.delta ?? choice.message;
    return delta ? this.#takeDelta(delta) : NO_CHUNKS;
  }

  /** What follows the text: tool calls, then `done`. @throws UPSTREAM_TRUNCATED, TOOL_ARGUMENTS_INVALID */
  finish(extra: { readonly attempts: number }): readonly ChatChunk[] {
    if (this.finishReason === '') throw this.truncated('it ended without a finish reason');
    const calls = this.#calls.finish().map((call): ChatChunk => ({ type: 'tool_call', call }));
    const { finishReason } = this;
    return [
      ...calls,
      { type: 'done', finishReason, usage: this.#finalUsage(), model: this.#model, extra: { ...extra } },
    ];
  }

  /** The error for an answer that stops before its end. */
  truncated(reason: string, cause?: unknown): Error {
    return chatErrors.UPSTREAM_TRUNCATED({ partial_text: this.text, reason }, cause);
  }

  #takeDelta(delta: Delta): readonly ChatChunk[] {
    const reasoning = delta.reasoning_content ?? delta.reasoning;
    const chunks: ChatChunk[] = [];
    if (reasoning) chunks.push({ type: 'reasoning', text: reasoning });
    if (delta.content) {
      this.text += delta.content;
      chunks.push({ type: 'text', text: delta.content });
    }
    delta.tool_calls?.forEach((call, position) => this.#calls.add(call, position));
    if (chunks.length > 0 || delta.tool_calls?.length) this.hasBegun = true;
    return chunks;
  }

  #finalUsage(): Usage {
    const { prompt_tokens = 0, completion_tokens = 0, total_tokens } = this.#usage ?? {};
    return {
      prompt_tokens,
      completion_tokens,
      total_tokens: total_tokens ?? prompt_tokens + completion_tokens,
      cost: 0,
    };
  }
}
