import type { ChatChunk, ChatPort, ChatRequest, ChatToolCall } from '@heddle/engine';
import type { Usage } from '@heddle/model';
import { untilAborted } from './until-aborted';

/** What the scripted model does with one request. */
export interface ScriptedAnswer {
  /** Text, in the pieces that it streams. */
  readonly chunks?: readonly string[];
  readonly reasoning?: readonly string[];
  readonly toolCalls?: readonly ChatToolCall[];
  readonly finishReason?: string;
  readonly usage?: Partial<Usage>;
  /** Thrown after the chunks. */
  readonly error?: Error;
  /** Awaited before each chunk of text, with its index; for tests that decide when a piece arrives. */
  readonly gate?: (index: number) => Promise<void>;
  /** After the chunks, waits until the request is aborted. */
  readonly isHanging?: boolean;
}

/** One answer, a text in short; or a function of the request and the number of requests before it. */
export type ChatScript =
  string | ScriptedAnswer | ((request: ChatRequest, index: number) => string | ScriptedAnswer);

/** A chat port that follows a script and remembers what it was asked. */
export interface FakeChat extends ChatPort {
  readonly requests: readonly ChatRequest[];
  /** How many requests were aborted before they were done. */
  readonly abortedCount: number;
}

const wholeAnswer = (answer: string | ScriptedAnswer): ScriptedAnswer =>
  typeof answer === 'string' ? { chunks: answer.match(/\s*\S+\s*$|\s*\S+/gu) ?? [answer] } : answer;

function usageOf(answer: ScriptedAnswer, request: ChatRequest): Usage {
  const counted = {
    prompt_tokens: request.messages.length,
    completion_tokens: answer.chunks?.length ?? 0,
    cost: 0,
  };
  const usage = { ...counted, ...answer.usage };
  return { total_tokens: usage.prompt_tokens + usage.completion_tokens, ...usage };
}

const doneChunk = (answer: ScriptedAnswer, request: ChatRequest): ChatChunk => ({
  type: 'done',
  finishReason: answer.finishReason ?? (answer.toolCalls?.length ? 'tool_calls' : 'stop'),
  usage: usageOf(answer, request),
  model: request.model ?? 'scripted',
});

async function* playText({ chunks, gate }: ScriptedAnswer, signal: AbortSignal): AsyncGenerator<ChatChunk> {
  for (const [index, text] of (chunks ?? []).entries()) {
    if (gate) await Promise.race([gate(index), untilAborted(signal)]);
    if (signal.aborted) return;
    yield { type: 'text', text };
  }
}

async function* play(
  answer: ScriptedAnswer,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatChunk> {
  for (const text of answer.reasoning ?? []) yield { type: 'reasoning', text };
  yield* playText(answer, signal);
  if (answer.isHanging) await untilAborted(signal);
  if (signal.aborted) return;
  if (answer.error) throw answer.error;
  for (const call of answer.toolCalls ?? []) yield { type: 'tool_call', call };
  yield doneChunk(answer, request);
}

/** Makes a chat port that answers request after request by the scripts; the last one repeats. */
export function fakeChat(...scripts: ChatScript[]): FakeChat {
  const requests: ChatRequest[] = [];
  let abortedCount = 0;
  return {
    requests,
    get abortedCount() {
      return abortedCount;
    },
    async *stream(request, signal) {
      const index = requests.push(request) - 1;
      const script = scripts[Math.min(index, scripts.length - 1)] ?? 'ok';
      const answer = typeof script === 'function' ? script(request, index) : script;
      yield* play(wholeAnswer(answer), request, signal);
      if (signal.aborted) abortedCount += 1;
    },
  };
}
