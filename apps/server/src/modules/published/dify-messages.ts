import type { FeedbackListQuery, MessageFeedbackBody, MessageListQuery } from '@heddle/contracts';
import { isJsonObject, type JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { Exchanges, type StoredExchange } from '../../adapters/history/exchanges';
import { MessageFeedbacks, type StoredFeedback } from '../../adapters/history/message-feedbacks';
import type { OwnConversation } from '../../adapters/history/stored-conversations';
import { requestErrors } from '../../platform/errors/request-errors';
import type { KeyHolder } from '../flows/api-keys.service';
import { idWithinRun } from '../runs/run-id';
import { RunOpenings, type RunOpening } from '../runs/run-openings';
import { seconds } from './dify-answers';
import { DifyConversations } from './dify-conversations';
import { PublishedCalls } from './published-calls';

/** A message is a question with its answer, and has the answer's id, whether there is one yet or not. */
const messageIdOf = ({ runId, questionId }: Pick<StoredExchange, 'runId' | 'questionId'>): string =>
  runId === null ? questionId : idWithinRun(runId, 'assistant');

const whereabouts = ({ id, url }: JsonObject, user: string): JsonObject => {
  if (typeof url === 'string' && !id) return { transfer_method: 'remote_url', url, upload_file_id: null };
  const preview = `/v1/files/${String(id)}/preview?user=${encodeURIComponent(user)}`;
  return { transfer_method: 'local_file', url: preview, upload_file_id: id ?? null };
};

const sentFile = (file: JsonObject, user: string): JsonObject => ({
  id: file['id'] ?? '',
  filename: file['name'] ?? '',
  type: file['type'] ?? 'custom',
  mime_type: file['mime_type'] ?? '',
  size: file['size'] ?? 0,
  ...whereabouts(file, user),
  belongs_to: 'user',
});

function messageOf(
  exchange: StoredExchange,
  { sessionId, userId }: OwnConversation,
  run: RunOpening | undefined,
): JsonObject {
  const { rating, query, answer, createdAt } = exchange;
  return {
    id: messageIdOf(exchange),
    conversation_id: sessionId,
    parent_message_id: null,
    inputs: run?.inputs ?? {},
    query,
    answer: answer ?? '',
    message_files: (run?.files ?? []).filter(isJsonObject).map((file) => sentFile(file, userId)),
    feedback: rating === null ? null : { rating },
    retriever_resources: [],
    agent_thoughts: [],
    status: run?.status === 'failed' ? 'error' : 'normal',
    error: run?.error?.message ?? null,
    created_at: seconds(createdAt.getTime()),
    extra_contents: [],
  };
}

const feedbackOf = (row: StoredFeedback, flowId: string): JsonObject => ({
  id: row.id,
  app_id: flowId,
  conversation_id: row.sessionId,
  message_id: row.messageId,
  rating: row.rating,
  content: row.content,
  from_source: 'user',
  from_end_user_id: row.userId,
  from_account_id: null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** What was said in the conversations of callers, and what they think of it, in Dify's words. */
@Injectable()
export class DifyMessages {
  constructor(
    private readonly calls: PublishedCalls,
    private readonly conversations: DifyConversations,
    private readonly exchanges: Exchanges,
    private readonly feedbacks: MessageFeedbacks,
    private readonly openings: RunOpenings,
  ) {}

  /** The last messages before `first_id`, the oldest first. @throws NOT_CHAT_APP, NOT_FOUND */
  async list(holder: KeyHolder, query: MessageListQuery): Promise<JsonObject> {
    const { user, conversation_id: id, first_id: firstId, limit } = query;
    const { own } = await this.conversations.own(holder, { user, id });
    const before = firstId === undefined ? undefined : await this.placeOf(own, firstId);
    const rows = await this.exchanges.list(own, before, limit + 1);
    const shown = rows.slice(0, limit).reverse();
    const runIds = shown.flatMap(({ runId }) => (runId === null ? [] : [runId]));
    const runs = await this.openings.of(holder, runIds);
    return {
      limit,
      has_more: rows.length > limit,
      data: shown.map((row) => messageOf(row, own, row.runId === null ? undefined : runs.get(row.runId))),
    };
  }

  /** Notes what the caller thinks of an answer, or takes it back. @throws NOT_FOUND, INPUT_INVALID */
  async rate(
    holder: KeyHolder,
    messageId: string,
    { user, rating, content }: MessageFeedbackBody,
  ): Promise<{ result: 'success' }> {
    const own = await this.answerOf(holder, user, messageId);
    if (rating) {
      await this.feedbacks.set(own, messageId, { rating, content: content ?? null });
    } else if (!(await this.feedbacks.remove(messageId))) {
      throw requestErrors.INPUT_INVALID({ path: 'rating', reason: 'there is no feedback to take back' });
    }
    return { result: 'success' };
  }

  /** The feedback of all users of the flow, the newest first. */
  async listFeedbacks(holder: KeyHolder, { page, limit }: FeedbackListQuery): Promise<JsonObject> {
    const { id } = await this.calls.flowOf(holder);
    const rows = await this.feedbacks.list(holder, { limit, offset: (page - 1) * limit });
    return { data: rows.map((row) => feedbackOf(row, id)) };
  }

  /** The conversation of an answer that the caller got. @throws NOT_CHAT_APP, NOT_FOUND */
  async answerOf(holder: KeyHolder, user: string, messageId: string): Promise<OwnConversation> {
    await this.calls.chatflowOf(holder);
    const { workspaceId, flowId } = holder;
    const scope = { workspaceId, flowId, userId: user };
    const place = await this.exchanges.findAnswer(scope, messageId);
    if (!place) throw requestErrors.NOT_FOUND({ what: 'the message' });
    return { ...scope, sessionId: place.sessionId };
  }

  private async placeOf(own: OwnConversation, messageId: string): Promise<string> {
    const place = await this.exchanges.placeOfAnswer(own, messageId);
    if (place !== undefined) return place;
    const open = await this.exchanges.unanswered(own);
    const question = open.find((row) => messageIdOf(row) === messageId);
    if (!question) throw requestErrors.NOT_FOUND({ what: 'the first message' });
    return question.seq;
  }
}
