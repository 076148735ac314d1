import type { ChatToolCall } from '@heddle/engine';
import { isJsonObject } from '@heddle/model';
import { modelErrors } from '../failures/model-errors';
import type { ToolCallPart } from './answer-part';

interface OpenCall {
  readonly index: number;
  id: string;
  name: string;
  arguments: string;
  signature: string;
}

function invalidReason(text: string): string | undefined {
  try {
    return isJsonObject(JSON.parse(text)) ? undefined : 'it is another kind of JSON';
  } catch (error) {
    return String((error as Error).message);
  }
}

/** Puts streamed tool calls together. */
export class ToolCallAssembly {
  readonly #calls: OpenCall[] = [];

  /** Everything so far as one text, to be counted. */
  get text(): string {
    return this.#calls.map((call) => call.name + call.arguments).join('');
  }

  /** Takes one part. */
  add(part: ToolCallPart): void {
    const call = this.#callFor(part);
    call.id ||= part.id ?? '';
    call.name ||= part.name ?? '';
    call.arguments += part.arguments ?? '';
    call.signature ||= part.signature ?? '';
  }

  /** The calls in the order in which they began. @throws TOOL_ARGUMENTS_INVALID */
  finish(): readonly ChatToolCall[] {
    return this.#calls.map(({ signature, ...call }, position) => {
      const text = call.arguments.trim() === '' ? '{}' : call.arguments;
      const reason = invalidReason(text);
      if (reason !== undefined) {
        throw modelErrors.TOOL_ARGUMENTS_INVALID({
          tool: call.name,
          arguments: text.slice(0, 1_000),
          reason,
        });
      }
      return {
        id: call.id || `call_${position + 1}`,
        name: call.name,
        arguments: text,
        ...(signature === '' ? {} : { signature }),
      };
    });
  }

  /** Some servers give every call of an answer the same index, so a new id begins a new call too. */
  #callFor({ id, index }: ToolCallPart): OpenCall {
    const known = this.#calls.findLast((call) => call.index === index);
    if (known && (!id || !known.id || known.id === id)) return known;
    const call = { index, id: '', name: '', arguments: '', signature: '' };
    this.#calls.push(call);
    return call;
  }
}
