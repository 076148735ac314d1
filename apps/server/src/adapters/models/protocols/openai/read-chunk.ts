import type { AnswerPart, ToolCallPart } from '../../answer/answer-part';
import type { ChatTraits } from '../../presets/preset';
import { signed } from '../call-signature';

interface CallDelta {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | object | null } | null;
}

/** The content of a chunk, or the message of an answer that was not streamed, with what providers add to it. */
interface Delta {
  readonly content?: string | null;
  readonly tool_calls?: readonly CallDelta[] | null;
  readonly [field: string]: unknown;
}

/** A chunk as providers really send it: any part may be missing. */
interface Chunk {
  readonly model?: string | null;
  readonly choices?: readonly {
    readonly delta?: Delta | null;
    readonly message?: Delta | null;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
    readonly total_tokens?: number;
  } | null;
}

function callPart(delta: CallDelta, position: number): ToolCallPart {
  const given = delta.function?.arguments;
  const { id } = delta;
  const name = delta.function?.name;
  return {
    index: delta.index ?? position,
    ...(id ? { id } : {}),
    ...(name ? { name } : {}),
    ...(given ? { arguments: typeof given === 'string' ? given : JSON.stringify(given) } : {}),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Makes the function that reads chunks of one answer; it keeps reasoning that has to come back with tool calls. */
export function partReader(traits: ChatTraits): (event: unknown) => AnswerPart {
  let reasoned = '';

  const wordsOf = (delta: Delta): AnswerPart => {
    const reasoning = traits.reasoning.map((field) => textOf(delta[field])).find(Boolean);
    if (traits.reasoning_back !== null) reasoned += reasoning ?? '';
    // A refusal to answer stands beside the content; it is what the model has to say.
    const text = textOf(delta.content) ?? textOf(delta['refusal']);
    return { ...(reasoning ? { reasoning } : {}), ...(text ? { text } : {}) };
  };

  const callsOf = ({ tool_calls: calls }: Delta): AnswerPart => {
    if (!calls || calls.length === 0) return {};
    const toolCalls = calls.map(callPart);
    return {
      toolCalls:
        reasoned === ''
          ? toolCalls
          : toolCalls.map((call) => ({ ...call, signature: signed('openai', reasoned) })),
    };
  };

  return (event) => {
    const { choices, model, usage } = event as Chunk;
    const choice = choices?.[0];
    const delta = choice?.delta ?? choice?.message;
    return {
      ...(model ? { model } : {}),
      ...(usage ? { tokens: countsOf(usage) } : {}),
      ...(choice?.finish_reason ? { finishReason: choice.finish_reason } : {}),
      ...(delta ? { ...wordsOf(delta), ...callsOf(delta) } : {}),
    };
  };
}

function countsOf(usage: NonNullable<Chunk['usage']>): NonNullable<AnswerPart['tokens']> {
  const { completion_tokens: completion, prompt_tokens: prompt, total_tokens: total } = usage;
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(completion === undefined ? {} : { completion }),
    ...(total === undefined ? {} : { total }),
  };
}
