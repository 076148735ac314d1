import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { planAnswer, type AnswerDefaults, type AnswerPlan } from './answer-plan';
import { chatBodySchema, type ChatBody } from './chat-body';
import { completion, completionStream, usageOf } from './completion-payloads';
import { lastTextOf } from './conversation';
import type { ModelFault, ModelRule } from './model-answer';
import { dropConnection, sendJson, sendStream, waitWhileConnected } from './send-answer';

/** What the chat route needs of the server around it. */
export interface ChatSettings extends AnswerDefaults {
  /** Prompts of more tokens are refused as OpenAI refuses them; 0 is no limit. */
  readonly contextLimit: number;
  /** Finds the rule for a request and uses it up. */
  takeRule(model: string, said: string): ModelRule | undefined;
  newId(): string;
}

/** A received chat request. */
export interface ChatCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

const errorBody = (message: string, type: string, code: string | null = null): object => ({
  error: { message, type, param: null, code },
});

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  429: 'rate_limit_error',
};
const ERROR_CODES: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' };

function refuse(response: ServerResponse, call: ChatCall, fault: ModelFault & { kind: 'status' }): void {
  const { status, retryAfter } = fault;
  const key = call.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const message = (fault.message ?? `The scripted model refuses with ${status}.`).replaceAll('{{key}}', key);
  const type = ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  sendJson(response, status, errorBody(message, type, fault.code ?? ERROR_CODES[status] ?? null), headers);
}

function sendPage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end('<!doctype html><title>Welcome</title><p>This is a web page, not a model.</p>');
}

interface PlannedAnswer {
  readonly body: ChatBody;
  readonly id: string;
  readonly plan: AnswerPlan;
}

async function sendWhole(response: ServerResponse, { body, id, plan }: PlannedAnswer): Promise<void> {
  await waitWhileConnected(response, plan.firstTokenMs);
  const answer = completion(id, body, plan);
  switch (plan.fault?.kind) {
    case 'hang':
      return;
    case 'drop':
      dropConnection(response);
      return;
    case 'error_in_200':
      sendJson(response, 200, errorBody(plan.fault.message ?? 'The scripted model failed.', 'server_error'));
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

function refuseLongPrompt(response: ServerResponse, limit: number, tokens: number): void {
  const message =
    `This model's maximum context length is ${limit} tokens. ` +
    `However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`;
  sendJson(response, 400, errorBody(message, 'invalid_request_error', 'context_length_exceeded'));
}

async function sendAnswer(response: ServerResponse, call: ChatCall, planned: PlannedAnswer): Promise<void> {
  const { body, id, plan } = planned;
  const { fault } = plan;
  if (fault?.kind === 'status') return refuse(response, call, fault);
  if (fault?.kind === 'html') return sendPage(response);
  if (fault?.kind === 'hang' && fault.afterChunks < 0) return;
  if (body.stream) return sendStream(response, completionStream(id, body, plan), plan);
  return sendWhole(response, planned);
}

async function answer(
  response: ServerResponse,
  call: ChatCall,
  { body, settings }: { body: ChatBody; settings: ChatSettings },
): Promise<void> {
  const rule = settings.takeRule(body.model, lastTextOf(body, 'user')) ?? {};
  const plan = planAnswer(body, rule, settings);
  const promptTokens = Number(usageOf(body, plan)['prompt_tokens']);
  if (settings.contextLimit > 0 && promptTokens > settings.contextLimit) {
    refuseLongPrompt(response, settings.contextLimit, promptTokens);
    return;
  }
  await sendAnswer(response, call, { body, id: settings.newId(), plan });
}

/** Answers `POST /v1/chat/completions`. */
export async function handleChat(
  response: ServerResponse,
  call: ChatCall,
  settings: ChatSettings,
): Promise<void> {
  const parsed = chatBodySchema.safeParse(call.body);
  if (parsed.success) await answer(response, call, { body: parsed.data, settings });
  else sendJson(response, 400, errorBody(parsed.error.message, 'invalid_request_error'));
}
