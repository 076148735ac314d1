import type { ChatToolCall } from '@heddle/engine';
import { isJsonObject } from '@heddle/model';
import { chatErrors } from './chat-errors';

/** A piece of a tool call as providers stream it; most leave out what they have said before. */
export interface ToolCallDelta {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null;
}

interface OpenCall {
  readonly index: number;
  id: string;
  name: string;
  arguments: string;
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

  /** Takes one delta; `position` stands in for the index where a provider sends none. */
  add(delta: ToolCallDelta, position: number): void {
    const call = this.#callFor(delta, delta.index ?? position);
    call.id ||= delta.id ?? '';
    call.name ||= delta.function?.name ?? '';
    call.arguments += delta.function?.arguments ?? '';
  }

  /** The calls in the order in which they began. @throws TOOL_ARGUMENTS_INVALID */
  finish(): readonly ChatToolCall[] {
    return this.#calls.map((call, position) => {
      const text = call.arguments.trim() === '' ? '{}' : call.arguments;
      const reason = invalidReason(text);
      if (reason !== undefined) {
        throw chatErrors.TOOL_ARGUMENTS_INVALID({ tool: call.name, arguments: text.slice(0, 1_000), reason });
      }
      return { id: call.id || `call_${position + 1}`, name: call.name, arguments: text };
    });
  }

  /** Some servers give every call of an answer the same index, so a new id begins a new call too. */
  #callFor({ id }: ToolCallDelta, index: number): OpenCall {
    const known = this.#calls.findLast((call) => call.index === index);
    if (known && (!id || !known.id || known.id === id)) return known;
    const call = { index, id: '', name: '', arguments: '' };
    this.#calls.push(call);
    return call;
  }
}
