import {
  addUsage,
  type ChatMessage,
  type ChatRequest,
  type ChatToolCall,
  type NodeContext,
} from '@heddle/engine';
import { isFlowError, type FlowError, type JsonObject } from '@heddle/model';
import type { Ask } from '../chat-model/ask-for-json';
import type { ModelAnswer } from '../chat-model/read-answer';
import { nodeErrors } from '../errors/node-errors';
import { callTools } from './call-tools';
import type { OfferedTool } from './offered-tools';

/** How often a model may ask for tools before it has to answer. */
export const MAX_TOOL_ROUNDS = 10;

/** What stands between the words of one round and those of the next. */
export const PARAGRAPH = '\n\n';

/** What a conversation with tools is made of. */
export interface ConversationParts {
  readonly tools: readonly OfferedTool[];
  /** Names of functions that the flow calls: with one of them the answer ends. */
  readonly declared: readonly string[];
  /** Whether what is said before a call belongs to the answer. */
  readonly keepsText: boolean;
  readonly ask: Ask;
  readonly context: Pick<NodeContext, 'signal' | 'idempotencyKey'>;
}

/** Two answers of one conversation with tools as one; the first one's words stay unless they are only on the way. */
function joined(first: ModelAnswer, second: ModelAnswer, keepsText: boolean): ModelAnswer {
  const words = [keepsText ? first.text : '', second.text].filter((text) => text !== '');
  return {
    ...second,
    text: words.join(PARAGRAPH),
    reasoning: first.reasoning + second.reasoning,
    usage: addUsage(first.usage, second.usage),
    firstTokenMs: first.firstTokenMs,
    totalMs: first.totalMs + second.totalMs,
  };
}

/** What the conversation goes on with when a call could not even be read. */
const unreadableCall = (error: FlowError): ChatMessage => ({
  role: 'user',
  content: `${error.message} Call it again with arguments that are a JSON object, or answer without it.`,
});

const nobody: readonly ChatToolCall[] = [];

/**
 * A model together with tools that it calls by itself: asks, makes the calls that it asks for, and asks again until
 * it answers. What was said and called on the way is kept.
 */
export class ToolConversation {
  /** Every call that was made, in order, as nodes after this one read it. */
  readonly calls: JsonObject[] = [];
  /** What followed the messages of the first request. */
  readonly exchanged: ChatMessage[] = [];
  private rounds = 0;

  constructor(private readonly parts: ConversationParts) {}

  /**
   * Asks until there is an answer, or calls that are not ours to make.
   * @throws MAX_STEPS after too many rounds
   */
  readonly answer: Ask = async (request) => {
    let whole: ModelAnswer | undefined;
    const from = this.exchanged.length;
    for (;;) {
      const next = await this.next({
        ...request,
        messages: [...request.messages, ...this.exchanged.slice(from)],
      });
      if (next) whole = whole ? joined(whole, next, this.parts.keepsText) : next;
      const calls = next?.toolCalls ?? nobody;
      if (next && whole && !this.isOurs(calls)) return whole;
      this.rounds += 1;
      if (this.rounds > MAX_TOOL_ROUNDS) throw nodeErrors.MAX_STEPS({ limit: MAX_TOOL_ROUNDS });
      if (next) await this.make(next);
    }
  };

  /** One answer; undefined when the model called a tool in a way that cannot be read, which it is told. */
  private async next(request: ChatRequest): Promise<ModelAnswer | undefined> {
    try {
      return await this.parts.ask(request);
    } catch (error) {
      if (this.parts.tools.length === 0 || !isFlowError(error, 'TOOL_ARGUMENTS_INVALID')) throw error;
      this.exchanged.push(unreadableCall(error));
      return undefined;
    }
  }

  /** Whether the calls are made here, those of names that nobody knows included. */
  private isOurs(calls: readonly ChatToolCall[]): boolean {
    const { tools, declared } = this.parts;
    return calls.length > 0 && tools.length > 0 && !calls.some(({ name }) => declared.includes(name));
  }

  private async make({ text, toolCalls }: ModelAnswer): Promise<void> {
    const { tools, context } = this.parts;
    const made = await callTools(toolCalls, tools, context);
    this.calls.push(...made.map(({ record }) => record));
    this.exchanged.push(
      { role: 'assistant', content: text, toolCalls },
      ...made.map(({ message }) => message),
    );
  }
}
