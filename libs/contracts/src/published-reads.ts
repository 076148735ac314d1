import { z } from 'zod';
import { MAX_CALLER_TEXT } from './published';

/** Who calls when a request of `/v1` that needs no user names none. */
export const DEFAULT_CALLER = 'DEFAULT-USER';

const user = z.string().min(1).max(MAX_CALLER_TEXT);
const anyUser = z
  .string()
  .max(MAX_CALLER_TEXT)
  .nullish()
  .transform((name) => (name ? name : DEFAULT_CALLER));
const limit = z.coerce.number().int().min(1).max(100).default(20);
const page = z.coerce.number().int().min(1).max(99_999).default(1);
/** Ids and names in queries; an empty one means none, as forms of clients send it. */
const given = z
  .string()
  .max(MAX_CALLER_TEXT)
  .optional()
  .transform((id) => (id ? id : undefined));
const instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'expected a time such as 2026-01-31T12:00:00Z')
  .transform((text) => new Date(text))
  .optional();

/** Orders of conversations. */
export const CONVERSATION_ORDERS = ['-updated_at', 'updated_at', '-created_at', 'created_at'] as const;

/** Query of `GET /v1/conversations`. */
export const conversationListQuerySchema = z.object({
  user: anyUser,
  last_id: given,
  limit,
  sort_by: z.enum(CONVERSATION_ORDERS).default('-updated_at'),
});
/** See {@link conversationListQuerySchema}. */
export type ConversationListQuery = z.output<typeof conversationListQuerySchema>;

/** Query of `GET /v1/conversations/:id/variables`. */
export const conversationVariablesQuerySchema = z.object({
  user: anyUser,
  last_id: given,
  limit,
  variable_name: z.string().max(MAX_CALLER_TEXT).optional(),
});
/** See {@link conversationVariablesQuerySchema}. */
export type ConversationVariablesQuery = z.output<typeof conversationVariablesQuerySchema>;

/** Query of `GET /v1/messages`. */
export const messageListQuerySchema = z.object({
  user: anyUser,
  conversation_id: z.string().min(1).max(MAX_CALLER_TEXT),
  first_id: given,
  limit,
});
/** See {@link messageListQuerySchema}. */
export type MessageListQuery = z.output<typeof messageListQuerySchema>;

/** Query of `GET /v1/app/feedbacks`. */
export const feedbackListQuerySchema = z.object({ page, limit });
/** See {@link feedbackListQuerySchema}. */
export type FeedbackListQuery = z.output<typeof feedbackListQuerySchema>;

/** Query of routes of `/v1` that only have to know who asks. */
export const callerQuerySchema = z.object({ user });
/** See {@link callerQuerySchema}. */
export type CallerQuery = z.output<typeof callerQuerySchema>;

/** Statuses of runs in Dify's words that lists can be filtered by. */
export const DIFY_RUN_STATUSES = [
  'succeeded',
  'failed',
  'stopped',
  'running',
  'partial-succeeded',
  'paused',
] as const;

/** Query of `GET /v1/workflows/logs`. */
export const workflowLogsQuerySchema = z.object({
  keyword: z.string().max(200).optional(),
  status: z.enum(DIFY_RUN_STATUSES).optional(),
  created_at__before: instant,
  created_at__after: instant,
  created_by_end_user_session_id: z.string().max(MAX_CALLER_TEXT).optional(),
  created_by_account: z.string().max(MAX_CALLER_TEXT).optional(),
  page,
  limit,
});
/** See {@link workflowLogsQuerySchema}. */
export type WorkflowLogsQuery = z.output<typeof workflowLogsQuerySchema>;

/** Query of `GET /v1/files/:id/preview`. */
export const filePreviewQuerySchema = z.object({
  user: given,
  as_attachment: z
    .string()
    .optional()
    .transform((text) => text === 'true' || text === '1'),
});
/** See {@link filePreviewQuerySchema}. */
export type FilePreviewQuery = z.output<typeof filePreviewQuerySchema>;

/** Body of `DELETE /v1/conversations/:id`. */
export const deleteConversationBodySchema = z.looseObject({ user: anyUser }).prefault({});
/** See {@link deleteConversationBodySchema}. */
export type DeleteConversationBody = z.output<typeof deleteConversationBodySchema>;

/** Body of `POST /v1/conversations/:id/name`. */
export const renameConversationBodySchema = z.looseObject({
  user,
  name: z.string().trim().max(MAX_CALLER_TEXT).nullish(),
  auto_generate: z.boolean().nullish(),
});
/** See {@link renameConversationBodySchema}. */
export type RenameConversationBody = z.output<typeof renameConversationBodySchema>;

/** Body of `PUT /v1/conversations/:id/variables/:variableId`. */
export const setVariableBodySchema = z.looseObject({ user, value: z.json() });
/** See {@link setVariableBodySchema}. */
export type SetVariableBody = z.output<typeof setVariableBodySchema>;

/** Body of `POST /v1/messages/:id/feedbacks`; a rating of null takes the feedback back. */
export const messageFeedbackBodySchema = z.looseObject({
  user,
  rating: z.enum(['like', 'dislike']).nullish(),
  content: z.string().max(10_000).nullish(),
});
/** See {@link messageFeedbackBodySchema}. */
export type MessageFeedbackBody = z.output<typeof messageFeedbackBodySchema>;
