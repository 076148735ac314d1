import { messageText, type ChatBody } from './chat-body';
import { directiveNamed, lastTextOf, numberOr, readConversation, type Conversation } from './conversation';
import { directedCalls } from './directed-calls';
import { directedFault, type FailureCounts } from './directed-faults';
import { parseSettings } from './directives';
import { jsonOfSchema } from './json-of-schema';
import type { ModelAnswer, ModelFault, ModelToolCall } from './model-answer';
import { fillerText, textPieces } from './text-pieces';

/** Everything one answer needs, decided before the first byte is sent. */
export interface AnswerPlan {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly finishReason: string;
  readonly fault: ModelFault | undefined;
  readonly firstTokenMs: number;
  readonly tokensPerSecond: number;
}

/** How the server answers when neither rule nor directive says otherwise. */
export interface AnswerDefaults {
  readonly failures: FailureCounts;
  readonly firstTokenMs: number;
  readonly tokensPerSecond: number;
}

const TEXT_DIRECTIVES: Readonly<Record<string, (argument: string, conversation: Conversation) => string>> = {
  reply: (argument) => argument,
  json: (argument) => argument,
  echo: (_argument, { said }) => said,
  system: (_argument, { body }) => lastTextOf(body, 'system'),
  last_tool: (_argument, { body }) => lastTextOf(body, 'tool'),
  history: (_argument, { body }) =>
    JSON.stringify(body.messages.map((message) => ({ role: message.role, content: messageText(message) }))),
};

function directedText(conversation: Conversation): string {
  const directive = directiveNamed(conversation, ...Object.keys(TEXT_DIRECTIVES));
  if (directive) return TEXT_DIRECTIVES[directive.name]?.(directive.argument, conversation) ?? '';
  const { said } = conversation;
  const format = conversation.body.response_format;
  if (format?.type === 'json_schema')
    return JSON.stringify(jsonOfSchema(format.json_schema?.schema ?? {}, said));
  if (format?.type === 'json_object') return JSON.stringify({ answer: said });
  return fillerText(numberOr(directiveNamed(conversation, 'words')?.argument, 12));
}

function plannedText(conversation: Conversation, rule: ModelAnswer, hasCalls: boolean): string {
  if (rule.reply !== undefined) return rule.reply;
  if (rule.json !== undefined) return JSON.stringify(rule.json);
  return hasCalls ? (directiveNamed(conversation, 'say')?.argument ?? '') : directedText(conversation);
}

/** Cuts a text where the request's stop words and token limit do. */
function limited(text: string, body: ChatBody): { text: string; isCut: boolean } {
  const stops = [body.stop ?? []].flat().map((stop) => text.indexOf(stop));
  const until = text.slice(0, Math.min(...stops.filter((at) => at >= 0), text.length));
  const pieces = textPieces(until);
  const most = body.max_completion_tokens ?? body.max_tokens ?? Infinity;
  return pieces.length > most
    ? { text: pieces.slice(0, most).join(''), isCut: true }
    : { text: until, isCut: false };
}

/** Decides the answer to a request: the rule first, then the directives of the last user message, then defaults. */
export function planAnswer(body: ChatBody, rule: ModelAnswer, defaults: AnswerDefaults): AnswerPlan {
  const conversation = readConversation(body);
  const pace = parseSettings(directiveNamed(conversation, 'pace')?.argument ?? '').settings;
  const isReplyGiven = rule.reply !== undefined || rule.json !== undefined;
  const toolCalls = rule.toolCalls ?? (isReplyGiven ? [] : directedCalls(conversation));
  const { text, isCut } = limited(plannedText(conversation, rule, toolCalls.length > 0), body);
  const usual = toolCalls.length > 0 ? 'tool_calls' : isCut ? 'length' : 'stop';
  return {
    text,
    reasoning: rule.reasoning ?? directiveNamed(conversation, 'think')?.argument ?? '',
    toolCalls,
    finishReason: rule.finishReason ?? usual,
    fault: rule.fault ?? directedFault(conversation, defaults.failures),
    firstTokenMs: rule.firstTokenMs ?? numberOr(pace.get('ttft'), defaults.firstTokenMs),
    tokensPerSecond: rule.tokensPerSecond ?? numberOr(pace.get('tps'), defaults.tokensPerSecond),
  };
}
