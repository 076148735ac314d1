import type { CONVERSATION_ORDERS } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/in-transaction';
import type { ConversationKey } from './conversations';

/** Whose conversations are meant; nobody sees those of another user or flow. */
export interface CallerScope {
  readonly workspaceId: string;
  readonly flowId: string;
  readonly userId: string;
}

/** A conversation of a caller. */
export type OwnConversation = CallerScope & ConversationKey;

/** A conversation as lists show it. */
export interface StoredConversation {
  readonly id: string;
  /** Empty until somebody gives it one. */
  readonly name: string;
  /** The beginning of what was said first. */
  readonly firstWords: string;
  readonly inputs: JsonObject;
  /** As far as they were ever changed. */
  readonly variables: JsonObject | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Which part of the list is wanted. */
export interface ConversationSlice {
  readonly afterId: string | undefined;
  readonly limit: number;
  readonly order: (typeof CONVERSATION_ORDERS)[number];
}

const FIRST_WORDS = 200;

const COLUMNS = `
s.id, s.name, s.inputs, s.variables, s.created_at AS "createdAt", s.updated_at AS "updatedAt",
COALESCE((
  SELECT left(m.content, ${FIRST_WORDS}) FROM memory_messages m
  WHERE m.flow_id = s.flow_id AND m.session_id = s.id AND m.role = 'user' AND m.deleted_at IS NULL
  ORDER BY m.seq LIMIT 1
), '') AS "firstWords"`;
const OWN = `s.workspace_id = $1 AND s.flow_id = $2 AND s.user_id = $3 AND s.deleted_at IS NULL`;

const listSql = (order: ConversationSlice['order']): string => {
  const isDescending = order.startsWith('-');
  const column = order.replace('-', '');
  const [direction, past] = isDescending ? ['DESC', '<'] : ['ASC', '>'];
  return `
SELECT ${COLUMNS} FROM memory_sessions s
WHERE ${OWN} AND ($4::text IS NULL OR (s.${column}, s.id) ${past} (
  SELECT c.${column}, c.id FROM memory_sessions c WHERE c.flow_id = $2 AND c.id = $4
))
ORDER BY s.${column} ${direction}, s.id ${direction} LIMIT $5`;
};

const ONE = `SELECT ${COLUMNS} FROM memory_sessions s WHERE ${OWN} AND s.id = $4`;
const RENAME = `UPDATE memory_sessions s SET name = $5 WHERE ${OWN} AND s.id = $4`;
const LOCK = `SELECT s.variables FROM memory_sessions s WHERE ${OWN} AND s.id = $4 FOR UPDATE`;
const CHANGE = `UPDATE memory_sessions s SET variables = $5, updated_at = now() WHERE ${OWN} AND s.id = $4`;
/** The row stays, empty: a run that is still under way must not bring the conversation back. */
const EMPTY = `
UPDATE memory_sessions s SET deleted_at = now(), name = '', inputs = '{}', variables = NULL
WHERE ${OWN} AND s.id = $4`;
const FORGET = `DELETE FROM memory_messages WHERE workspace_id = $1 AND flow_id = $2 AND session_id = $3`;

const valuesOf = ({ workspaceId, flowId, userId }: CallerScope): unknown[] => [workspaceId, flowId, userId];

/** Conversations as their users look at them and keep them in order. */
@Injectable()
export class StoredConversations {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  list(scope: CallerScope, { afterId, limit, order }: ConversationSlice): Promise<StoredConversation[]> {
    return this.database.query(listSql(order), [...valuesOf(scope), afterId ?? null, limit]);
  }

  /** Undefined when the caller has no such conversation. */
  async find(own: OwnConversation): Promise<StoredConversation | undefined> {
    const [row] = await this.database.query<StoredConversation[]>(ONE, [...valuesOf(own), own.sessionId]);
    return row;
  }

  async rename(own: OwnConversation, name: string): Promise<void> {
    await this.database.query(RENAME, [...valuesOf(own), own.sessionId, name]);
  }

  /** Sets one variable and leaves the others as they are. */
  async setVariable(own: OwnConversation, change: JsonObject): Promise<void> {
    const values = [...valuesOf(own), own.sessionId];
    await inTransaction(this.database, async (tx) => {
      const [row] = await tx.query<{ variables: JsonObject | null }[]>(LOCK, values);
      if (row) await tx.query(CHANGE, [...values, JSON.stringify({ ...row.variables, ...change })]);
    });
  }

  /** Removes what was said, and everything said about it. */
  async remove(own: OwnConversation): Promise<void> {
    const { workspaceId, flowId, sessionId } = own;
    await inTransaction(this.database, async (tx: EntityManager) => {
      await tx.query(EMPTY, [...valuesOf(own), sessionId]);
      await tx.query(FORGET, [workspaceId, flowId, sessionId]);
    });
  }
}
