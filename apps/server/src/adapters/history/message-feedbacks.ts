import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Rating } from './exchanges';
import type { OwnConversation } from './stored-conversations';

/** What a user said about an answer. */
export interface StoredFeedback {
  readonly id: string;
  readonly messageId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly rating: Rating;
  readonly content: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const SET = `
INSERT INTO message_feedbacks AS f (message_id, workspace_id, flow_id, session_id, user_id, rating, content)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (message_id) DO UPDATE SET rating = excluded.rating, content = excluded.content, updated_at = now()`;
const REMOVE = `DELETE FROM message_feedbacks WHERE message_id = $1 RETURNING id`;
const LIST = `
SELECT id, message_id AS "messageId", session_id AS "sessionId", user_id AS "userId", rating, content,
  created_at AS "createdAt", updated_at AS "updatedAt"
FROM message_feedbacks WHERE workspace_id = $1 AND flow_id = $2
ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`;

/** What users think of answers; whether an answer is theirs is asked before. */
@Injectable()
export class MessageFeedbacks {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async set(
    own: OwnConversation,
    messageId: string,
    { rating, content }: { rating: Rating; content: string | null },
  ): Promise<void> {
    const { workspaceId, flowId, sessionId, userId } = own;
    await this.database.query(SET, [messageId, workspaceId, flowId, sessionId, userId, rating, content]);
  }

  /** @returns whether there was any */
  async remove(messageId: string): Promise<boolean> {
    // TypeORM answers a DELETE with its rows and their number.
    const [rows] = await this.database.query<[unknown[], number]>(REMOVE, [messageId]);
    return rows.length > 0;
  }

  /** The feedback on all answers of a flow, the newest first. */
  list(
    { workspaceId, flowId }: { workspaceId: string; flowId: string },
    { limit, offset }: { limit: number; offset: number },
  ): Promise<StoredFeedback[]> {
    return this.database.query(LIST, [workspaceId, flowId, limit, offset]);
  }
}
