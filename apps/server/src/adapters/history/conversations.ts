import type { HistoryMessage, HistoryPort } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../journal/pool';

/** What a conversation carries into its next exchange. */
export interface ConversationState {
  readonly userId: string;
  readonly inputs: JsonObject;
  readonly variables: JsonObject | null;
  readonly dialogueCount: number;
}

/** Names a conversation and who asks for it. */
export interface ConversationKey {
  readonly workspaceId: string;
  readonly flowId: string;
  readonly sessionId: string;
}

const STATE = `
SELECT user_id AS "userId", inputs, variables, dialogue_count AS "dialogueCount"
FROM memory_sessions WHERE workspace_id = $1 AND flow_id = $2 AND id = $3 AND deleted_at IS NULL`;

/** Only exchanges that were answered: the one under way, and those that failed, would confuse a model. */
const WINDOW = `
WITH answered AS (
  SELECT run_id FROM memory_messages
  WHERE workspace_id = $1 AND flow_id = $2 AND session_id = $3 AND user_id = $4 AND role = 'assistant'
    AND deleted_at IS NULL
  ORDER BY seq DESC LIMIT $5
)
SELECT m.role, m.content FROM memory_messages m JOIN answered a ON a.run_id = m.run_id
WHERE m.flow_id = $2 AND m.session_id = $3 AND m.deleted_at IS NULL
ORDER BY m.seq`;

/** Reads conversations: what was said, and what they carry along. */
@Injectable()
export class Conversations implements HistoryPort {
  private readonly pool: pg.Pool;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /** Undefined when there is no such conversation in the flow. */
  async state({ workspaceId, flowId, sessionId }: ConversationKey): Promise<ConversationState | undefined> {
    const { rows } = await this.pool.query<ConversationState>(STATE, [workspaceId, flowId, sessionId]);
    return rows[0];
  }

  async window(
    scope: ConversationKey & { readonly userId: string },
    exchanges: number,
  ): Promise<readonly HistoryMessage[]> {
    if (exchanges <= 0) return [];
    const { workspaceId, flowId, sessionId, userId } = scope;
    const values = [workspaceId, flowId, sessionId, userId, exchanges];
    return (await this.pool.query<HistoryMessage>(WINDOW, values)).rows;
  }
}
