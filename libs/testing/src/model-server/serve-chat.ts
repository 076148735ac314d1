import type { JsonObject } from '@heddle/model';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { ZodError } from 'zod';
import { planAnswer, type AnswerDefaults, type AnswerPlan } from './answer-plan';
import type { ChatBody } from './chat-body';
import { lastTextOf } from './conversation';
import { countedTokens } from './counted-tokens';
import type { Dialect, DialectRefusal } from './dialects/dialect';
import type { ModelFault, ModelRule } from './model-answer';
import { dropConnection, sendJson, sendStream, waitWhileConnected } from './send-answer';

/** What the chat routes need of the server around them. */
export interface ChatSettings extends AnswerDefaults {
  /** Prompts of more tokens are refused as the protocol's owner refuses them; 0 is no limit. */
  readonly contextLimit: number;
  /** Finds the rule for a request and uses it up. */
  takeRule(model: string, said: string): ModelRule | undefined;
  newId(): string;
}

/** A received request. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly dialect: Dialect;
  /** The model, where the path names it. */
  readonly model?: string;
  /** Whether the path asks for a stream. */
  readonly isStreamed?: boolean;
}

interface Refusal extends DialectRefusal {
  readonly retryAfter?: string | undefined;
}

/** Refuses in the words of the protocol. */
export function refuse(response: ServerResponse, { dialect, headers }: ReceivedCall, refusal: Refusal): void {
  const { retryAfter, status } = refusal;
  const message = refusal.message.replaceAll('{{key}}', dialect.keyOf(headers));
  const extra = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  sendJson(response, status, dialect.refusal({ ...refusal, message }), extra);
}

function sendPage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end('<!doctype html><title>Welcome</title><p>This is a web page, not a model.</p>');
}

/** Faults that leave no room for an answer; true when one was dealt with. */
function failedBefore(response: ServerResponse, call: ReceivedCall, fault: ModelFault | undefined): boolean {
  switch (fault?.kind) {
    case 'status': {
      const { message = `The scripted model refuses with ${fault.status}.` } = fault;
      refuse(response, call, { ...fault, message });
      return true;
    }
    case 'html':
      sendPage(response);
      return true;
    case 'hang':
      return fault.afterChunks < 0;
    default:
      return false;
  }
}

/** Sends an answer of one piece, or what its fault leaves of it. */
export function sendWhole(
  response: ServerResponse,
  call: ReceivedCall,
  { answer, fault }: { answer: JsonObject; fault: ModelFault | undefined },
): void {
  if (failedBefore(response, call, fault)) return;
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'drop':
      dropConnection(response);
      return;
    case 'error_in_200':
      sendJson(
        response,
        200,
        call.dialect.refusal({ status: 200, message: fault.message ?? 'The scripted model failed.' }),
      );
      return;
    case 'malformed':
    case 'end_early':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer).slice(0, -20));
      return;
    default:
      sendJson(response, 200, answer);
  }
}

interface PlannedAnswer {
  readonly body: ChatBody;
  readonly id: string;
  readonly plan: AnswerPlan;
}

async function sendAnswer(
  response: ServerResponse,
  call: ReceivedCall,
  { body, id, plan }: PlannedAnswer,
): Promise<void> {
  const { dialect } = call;
  if (call.isStreamed ?? body.stream) {
    if (failedBefore(response, call, plan.fault)) return;
    return sendStream(response, { stream: dialect.stream(id, body, plan), plan, dialect });
  }
  await waitWhileConnected(response, plan.firstTokenMs);
  sendWhole(response, call, { answer: dialect.whole(id, body, plan), fault: plan.fault });
}

async function answer(
  response: ServerResponse,
  call: ReceivedCall,
  { body, settings }: { body: ChatBody; settings: ChatSettings },
): Promise<void> {
  const rule = settings.takeRule(body.model, lastTextOf(body, 'user')) ?? {};
  const plan = planAnswer(body, rule, settings);
  const tokens = countedTokens(body, plan).prompt;
  const limit = settings.contextLimit;
  if (limit > 0 && tokens > limit) return refuse(response, call, call.dialect.tooLong(tokens, limit));
  await sendAnswer(response, call, { body, id: settings.newId(), plan });
}

/** Answers a chat request of any protocol. */
export async function serveChat(
  response: ServerResponse,
  call: ReceivedCall,
  settings: ChatSettings,
): Promise<void> {
  let body: ChatBody;
  try {
    body = call.dialect.read(call.body, call.model ?? '');
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    return refuse(response, call, { status: 400, message: error.message });
  }
  await answer(response, call, { body, settings });
}
