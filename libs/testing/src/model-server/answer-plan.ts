import { messageText, type ChatBody } from './chat-body';
import { directiveNamed, lastTextOf, numberOr, readConversation, type Conversation } from './conversation';
import { demandedCalls, directedCalls } from './directed-calls';
import { directedFault, type FailureCounts } from './directed-faults';
import { parseSettings } from './directives';
import { jsonOfSchema } from './json-of-schema';
import type { ModelAnswer, ModelFault, ModelToolCall } from './model-answer';
import { fillerText, textPieces } from './text-pieces';

/** How fast an answer is sent. */
export interface Pace {
  readonly firstTokenMs: number;
  /** 0 sends everything at once. */
  readonly tokensPerSecond: number;
}

/** Everything one answer needs, decided before the first byte is sent. */
export interface AnswerPlan extends Pace {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly finishReason: string;
  readonly fault: ModelFault | undefined;
}

/** How the server answers when neither rule nor directive says otherwise. */
export interface AnswerDefaults extends Pace {
  readonly failures: FailureCounts;
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

function formattedText({ body, said }: Conversation): string | undefined {
  const format = body.response_format;
  if (format?.type === 'json_object') return JSON.stringify({ answer: said });
  if (format?.type !== 'json_schema') return undefined;
  return JSON.stringify(jsonOfSchema(format.json_schema?.schema ?? {}, said));
}

const argumentOf = (conversation: Conversation, name: string): string | undefined =>
  directiveNamed(conversation, name)?.argument;

function directedText(conversation: Conversation): string {
  const directive = directiveNamed(conversation, ...Object.keys(TEXT_DIRECTIVES));
  const make = directive && TEXT_DIRECTIVES[directive.name];
  if (directive && make) return make(directive.argument, conversation);
  return formattedText(conversation) ?? fillerText(numberOr(argumentOf(conversation, 'words'), 12));
}

function plannedText(conversation: Conversation, rule: ModelAnswer, hasCalls: boolean): string {
  if (rule.reply !== undefined) return rule.reply;
  if (rule.json !== undefined) return JSON.stringify(rule.json);
  return hasCalls ? (argumentOf(conversation, 'say') ?? '') : directedText(conversation);
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

function paceOf(conversation: Conversation, rule: ModelAnswer, defaults: AnswerDefaults): Pace {
  const { settings } = parseSettings(argumentOf(conversation, 'pace') ?? '');
  return {
    firstTokenMs: rule.firstTokenMs ?? numberOr(settings.get('ttft'), defaults.firstTokenMs),
    tokensPerSecond: rule.tokensPerSecond ?? numberOr(settings.get('tps'), defaults.tokensPerSecond),
  };
}

function plannedCalls(conversation: Conversation, rule: ModelAnswer): readonly ModelToolCall[] {
  const isReplyGiven = rule.reply !== undefined || rule.json !== undefined;
  if (rule.toolCalls || isReplyGiven) return rule.toolCalls ?? [];
  const directed = directedCalls(conversation);
  const isTextDirected = directiveNamed(conversation, ...Object.keys(TEXT_DIRECTIVES)) !== undefined;
  return directed.length > 0 || isTextDirected ? directed : demandedCalls(conversation);
}

function usualFinish(hasCalls: boolean, isCut: boolean): string {
  if (hasCalls) return 'tool_calls';
  return isCut ? 'length' : 'stop';
}

/** Decides the answer to a request: the rule first, then the directives of the last user message, then defaults. */
export function planAnswer(body: ChatBody, rule: ModelAnswer, defaults: AnswerDefaults): AnswerPlan {
  const conversation = readConversation(body);
  const toolCalls = plannedCalls(conversation, rule);
  const { text, isCut } = limited(plannedText(conversation, rule, toolCalls.length > 0), body);
  return {
    text,
    reasoning: rule.reasoning ?? argumentOf(conversation, 'think') ?? '',
    toolCalls,
    finishReason: rule.finishReason ?? usualFinish(toolCalls.length > 0, isCut),
    fault: rule.fault ?? directedFault(conversation.directives, defaults.failures),
    ...paceOf(conversation, rule, defaults),
  };
}
