import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { CallerScope, OwnConversation } from './stored-conversations';

/** What somebody thinks of an answer. */
export type Rating = 'like' | 'dislike';

/** A question with its answer, as far as there is one. */
export interface StoredExchange {
  /** Id of the question. */
  readonly questionId: string;
  readonly runId: string | null;
  readonly query: string;
  /** Null while there is none, and when the run failed. */
  readonly answer: string | null;
  readonly rating: Rating | null;
  readonly createdAt: Date;
}

/** Where an answer stands. */
export interface AnswerPlace {
  readonly sessionId: string;
  readonly runId: string | null;
}

const OWN = 'm.workspace_id = $1 AND m.flow_id = $2 AND m.user_id = $3 AND m.deleted_at IS NULL';
const ANSWER = `a.flow_id = m.flow_id AND a.session_id = m.session_id AND a.client_id = m.run_id || ':assistant'`;

const LIST = `
SELECT m.id AS "questionId", m.run_id AS "runId", m.content AS query, a.content AS answer, f.rating,
  m.created_at AS "createdAt"
FROM memory_messages m
LEFT JOIN memory_messages a ON ${ANSWER}
LEFT JOIN message_feedbacks f ON f.message_id = a.id
WHERE ${OWN} AND m.session_id = $4 AND m.role = 'user' AND ($5::bigint IS NULL OR m.seq < $5)
ORDER BY m.seq DESC LIMIT $6`;
const QUESTION_OF = `
SELECT m.seq FROM memory_messages m JOIN memory_messages a ON ${ANSWER}
WHERE ${OWN} AND m.session_id = $4 AND m.role = 'user' AND a.id = $5`;
const UNANSWERED = `
SELECT m.seq, m.run_id AS "runId", m.id AS "questionId" FROM memory_messages m
WHERE ${OWN} AND m.session_id = $4 AND m.role = 'user'
  AND NOT EXISTS (SELECT 1 FROM memory_messages a WHERE ${ANSWER})`;
const PLACE = `
SELECT m.session_id AS "sessionId", m.run_id AS "runId" FROM memory_messages m
WHERE ${OWN} AND m.id = $4 AND m.role = 'assistant'`;

/** A question without an answer; `seq` orders it in its conversation. */
export interface UnansweredQuestion {
  readonly seq: string;
  readonly runId: string | null;
  readonly questionId: string;
}

const valuesOf = ({ workspaceId, flowId, userId }: CallerScope): unknown[] => [workspaceId, flowId, userId];

/** What was said in conversations, question by question. */
@Injectable()
export class Exchanges {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The last exchanges before a place in the conversation, the newest first. */
  list(own: OwnConversation, before: string | undefined, limit: number): Promise<StoredExchange[]> {
    return this.database.query(LIST, [...valuesOf(own), own.sessionId, before ?? null, limit]);
  }

  /** The place of the question that an answer answers; undefined when the answer is not of the conversation. */
  async placeOfAnswer(own: OwnConversation, answerId: string): Promise<string | undefined> {
    const values = [...valuesOf(own), own.sessionId, answerId];
    const [row] = await this.database.query<{ seq: string }[]>(QUESTION_OF, values);
    return row?.seq;
  }

  unanswered(own: OwnConversation): Promise<UnansweredQuestion[]> {
    return this.database.query(UNANSWERED, [...valuesOf(own), own.sessionId]);
  }

  /** Undefined when the caller got no such answer. */
  async findAnswer(scope: CallerScope, answerId: string): Promise<AnswerPlace | undefined> {
    const [row] = await this.database.query<AnswerPlace[]>(PLACE, [...valuesOf(scope), answerId]);
    return row;
  }
}
