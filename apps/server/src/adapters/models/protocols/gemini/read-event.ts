import type { AnswerPart, TokenCounts, ToolCallPart } from '../../answer/answer-part';
import { modelErrors } from '../../failures/model-errors';
import { signed } from '../call-signature';

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly id?: string; readonly name?: string; readonly args?: unknown };
}

interface Event {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly Part[] };
    readonly finishReason?: string;
    readonly finishMessage?: string;
  }[];
  readonly promptFeedback?: { readonly blockReason?: string };
  readonly usageMetadata?: {
    readonly promptTokenCount?: number;
    readonly candidatesTokenCount?: number;
    readonly thoughtsTokenCount?: number;
    readonly totalTokenCount?: number;
  };
  readonly modelVersion?: string;
}

const FINISH_REASONS: Readonly<Record<string, string>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
};

function tokensOf(usage: Event['usageMetadata']): { tokens?: TokenCounts } {
  if (usage === undefined) return {};
  const {
    candidatesTokenCount,
    promptTokenCount: prompt,
    thoughtsTokenCount,
    totalTokenCount: total,
  } = usage;
  const said = candidatesTokenCount ?? thoughtsTokenCount;
  return {
    tokens: {
      ...(prompt === undefined ? {} : { prompt }),
      ...(said === undefined ? {} : { completion: (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0) }),
      ...(total === undefined ? {} : { total }),
    },
  };
}

const joined = (parts: readonly Part[], isThought: boolean): string =>
  parts.map((part) => ((part.thought ?? false) === isThought ? (part.text ?? '') : '')).join('');

/** Makes the function that reads the events of one answer. @throws TOOL_ARGUMENTS_INVALID as the protocol reports it */
export function partReader(): (event: unknown) => AnswerPart {
  let calls = 0;

  const callPart = ({ functionCall, thoughtSignature }: Part): readonly ToolCallPart[] => {
    if (functionCall === undefined) return [];
    const { args, id, name = '' } = functionCall;
    const index = calls++;
    return [
      {
        index,
        ...(id ? { id } : {}),
        name,
        arguments: JSON.stringify(args ?? {}),
        ...(thoughtSignature ? { signature: signed('gemini', thoughtSignature) } : {}),
      },
    ];
  };

  const finishOf = (reason: string | undefined, message: string | undefined): AnswerPart => {
    if (!reason || reason === 'FINISH_REASON_UNSPECIFIED') return {};
    if (reason === 'MALFORMED_FUNCTION_CALL') {
      throw modelErrors.TOOL_ARGUMENTS_INVALID({
        tool: '',
        arguments: (message ?? '').slice(0, 1_000),
        reason: 'the provider says that they are malformed',
      });
    }
    const said = FINISH_REASONS[reason] ?? reason.toLowerCase();
    return { finishReason: said === 'stop' && calls > 0 ? 'tool_calls' : said };
  };

  return (event) => {
    const { candidates, modelVersion, promptFeedback, usageMetadata } = event as Event;
    const candidate = candidates?.[0];
    const parts = candidate?.content?.parts ?? [];
    const toolCalls = parts.flatMap(callPart);
    return {
      ...(modelVersion ? { model: modelVersion } : {}),
      ...tokensOf(usageMetadata),
      reasoning: joined(parts, true),
      text: joined(parts, false),
      ...(toolCalls.length > 0 ? { toolCalls } : {}),
      ...finishOf(candidate?.finishReason, candidate?.finishMessage),
      ...(promptFeedback?.blockReason ? { finishReason: 'content_filter' } : {}),
    };
  };
}
