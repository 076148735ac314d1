import { z } from 'zod';

/** Longest name of an end user, conversation or idempotency key. */
export const MAX_CALLER_TEXT = 255;

const user = z.string().min(1).max(MAX_CALLER_TEXT);
const inputs = z.record(z.string(), z.unknown()).nullish();
const files = z.array(z.record(z.string(), z.unknown())).max(50).nullish();
const responseMode = z.enum(['blocking', 'streaming']).nullish();

/** Body of `POST /v1/workflows/run`; unknown keys are let through, as clients of Dify send some. */
export const workflowRunBodySchema = z.looseObject({ inputs, user, response_mode: responseMode, files });
/** See {@link workflowRunBodySchema}. */
export type WorkflowRunBody = z.output<typeof workflowRunBodySchema>;

/** Body of `POST /v1/chat-messages`; an empty `conversation_id` begins a conversation. */
export const chatMessageBodySchema = z.looseObject({
  query: z.string(),
  inputs,
  user,
  response_mode: responseMode,
  conversation_id: z.string().max(MAX_CALLER_TEXT).nullish(),
  /** One version of the flow; the live one without it. */
  workflow_id: z.string().max(MAX_CALLER_TEXT).nullish(),
  files,
});
/** See {@link chatMessageBodySchema}. */
export type ChatMessageBody = z.output<typeof chatMessageBodySchema>;

/** Body of the stop routes of `/v1`. */
export const stopTaskBodySchema = z.looseObject({ user });
/** See {@link stopTaskBodySchema}. */
export type StopTaskBody = z.output<typeof stopTaskBodySchema>;

const contentPart = z.looseObject({ type: z.string(), text: z.string().optional() });

/** A message of an OpenAI-compatible request. */
export const openAiMessageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string(), z.array(contentPart)]).nullish(),
});
/** See {@link openAiMessageSchema}. */
export type OpenAiMessage = z.output<typeof openAiMessageSchema>;

/** Body of `POST /v1/chat/completions`; `inputs` are the flow's own, everything else is OpenAI's. */
export const chatCompletionBodySchema = z.looseObject({
  model: z.string().nullish(),
  messages: z.array(openAiMessageSchema).min(1).max(2_000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  user: user.nullish(),
  inputs,
});
/** See {@link chatCompletionBodySchema}. */
export type ChatCompletionBody = z.output<typeof chatCompletionBodySchema>;
