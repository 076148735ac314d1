import type { JsonObject } from '@heddle/model';
import type { AnswerPart, TokenCounts } from '../../answer/answer-part';
import { signed } from '../call-signature';

interface Usage {
  readonly input_tokens?: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly output_tokens?: number;
}

interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: object;
}

interface Message {
  readonly model?: string;
  readonly content?: readonly Block[];
  readonly stop_reason?: string | null;
  readonly usage?: Usage;
}

/** An event of a stream, or the message of an answer that was not streamed. */
interface Event extends Message {
  readonly type?: string;
  readonly index?: number;
  readonly message?: Message;
  readonly content_block?: Block;
  readonly delta?: {
    readonly type?: string;
    readonly text?: string;
    readonly thinking?: string;
    readonly signature?: string;
    readonly partial_json?: string;
    readonly stop_reason?: string | null;
  };
}

const FINISH_REASONS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};

function tokensOf(usage: Usage | undefined): TokenCounts {
  if (usage === undefined) return {};
  const { cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage;
  const { input_tokens: input, output_tokens: completion } = usage;
  return {
    ...(input === undefined ? {} : { prompt: input + (written ?? 0) + (read ?? 0) }),
    ...(completion === undefined ? {} : { completion }),
  };
}

/** Reads the events of one answer; with `answersByTool`, the arguments of the tool are the text. */
class EventReader {
  readonly #thoughts = new Map<number, JsonObject>();

  constructor(readonly answersByTool: boolean) {}

  read(event: Event): AnswerPart {
    switch (event.type) {
      case 'message_start':
        return this.#head(event.message ?? {});
      case 'content_block_start':
        return this.#begin(event.index ?? 0, event.content_block ?? {});
      case 'content_block_delta':
        return this.#add(event.index ?? 0, event.delta ?? {});
      case 'message_delta':
        return { ...this.#finish(event.delta?.stop_reason), tokens: tokensOf(event.usage) };
      case 'message':
        return this.#whole(event);
      default:
        return {};
    }
  }

  #head({ model, usage }: Message): AnswerPart {
    return { ...(model ? { model } : {}), tokens: tokensOf(usage) };
  }

  #finish(reason: string | null | undefined): AnswerPart {
    if (!reason) return {};
    const said = FINISH_REASONS[reason] ?? reason;
    return { finishReason: this.answersByTool && said === 'tool_calls' ? 'stop' : said };
  }

  #begin(index: number, block: Block): AnswerPart {
    if (block.type === 'thinking' || block.type === 'redacted_thinking') {
      this.#thoughts.set(index, { ...block } as JsonObject);
    }
    if (block.type !== 'tool_use' || this.answersByTool) {
      return {
        ...(block.text ? { text: block.text } : {}),
        ...(block.thinking ? { reasoning: block.thinking } : {}),
      };
    }
    const { id = '', name = '' } = block;
    const thoughts = [...this.#thoughts.values()];
    const signature =
      thoughts.length === 0 ? {} : { signature: signed('anthropic', JSON.stringify(thoughts)) };
    return { toolCalls: [{ index, id, name, ...signature }] };
  }

  #add(index: number, delta: NonNullable<Event['delta']>): AnswerPart {
    const { partial_json: json, signature, text, thinking } = delta;
    const thought = this.#thoughts.get(index);
    if (thought && thinking) thought['thinking'] = String(thought['thinking'] ?? '') + thinking;
    if (thought && signature) thought['signature'] = signature;
    if (thinking) return { reasoning: thinking };
    if (text) return { text };
    if (!json) return {};
    return this.answersByTool ? { text: json } : { toolCalls: [{ index, arguments: json }] };
  }

  #whole(message: Message): AnswerPart {
    const parts = (message.content ?? []).map((block, index): AnswerPart => {
      const begun = this.#begin(index, block);
      const json = block.type === 'tool_use' ? JSON.stringify(block.input ?? {}) : '';
      if (this.answersByTool && json !== '') return { text: json };
      return {
        ...begun,
        ...(begun.toolCalls
          ? { toolCalls: begun.toolCalls.map((call) => ({ ...call, arguments: json })) }
          : {}),
      };
    });
    const joined = (pick: 'text' | 'reasoning'): string => parts.map((part) => part[pick] ?? '').join('');
    return {
      ...this.#head(message),
      ...this.#finish(message.stop_reason),
      text: joined('text'),
      reasoning: joined('reasoning'),
      toolCalls: parts.flatMap(({ toolCalls }) => toolCalls ?? []),
    };
  }
}

/** Makes the function that reads the events of one answer. */
export function partReader(answersByTool: boolean): (event: unknown) => AnswerPart {
  const reader = new EventReader(answersByTool);
  return (event) => reader.read(event as Event);
}
