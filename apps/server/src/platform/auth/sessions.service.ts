import type { WorkspaceRole } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager, LessThan, Not } from 'typeorm';
import type { Actor } from './actor';
import { hashToken, newSessionToken } from './session-token';
import { SessionEntity } from './session.entity';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFETIME_MS = 30 * DAY_MS;
const TOUCH_AFTER_MS = 5 * 60 * 1000;

/** How long browsers keep the cookie: as long as the session can live. */
export const SESSION_LIFETIME_SECONDS = LIFETIME_MS / 1000;

const FIND = `
  SELECT s.id AS session_id, s.user_id, s.last_used_at, m.workspace_id, m.role
  FROM auth_sessions s
  LEFT JOIN workspace_members m ON m.user_id = s.user_id AND m.workspace_id = COALESCE($2::uuid, s.workspace_id)
  WHERE s.token_hash = $1 AND s.expires_at > now() AND s.last_used_at > now() - interval '7 days'`;

interface FoundRow {
  readonly session_id: string;
  readonly user_id: string;
  readonly last_used_at: Date;
  readonly workspace_id: string | null;
  readonly role: WorkspaceRole | null;
}

/** What a token leads to: an actor, an account that is no member of that workspace, or nothing. */
export type Resolution =
  | { readonly kind: 'actor'; readonly actor: Actor }
  | { readonly kind: 'not-a-member' }
  | { readonly kind: 'unknown' };

/** Opens, finds and ends sign-ins. */
@Injectable()
export class SessionsService {
  constructor(private readonly dataSource: DataSource) {}

  /** Signs an account in; the token is in this answer only. */
  async open(tx: EntityManager, userId: string, workspaceId: string): Promise<string> {
    const token = newSessionToken();
    await tx.delete(SessionEntity, { user_id: userId, expires_at: LessThan(new Date()) });
    await tx.insert(SessionEntity, {
      token_hash: hashToken(token),
      user_id: userId,
      workspace_id: workspaceId,
      expires_at: new Date(Date.now() + LIFETIME_MS),
    });
    return token;
  }

  /** Finds who a token belongs to, within the named workspace or else the session's own. */
  async resolve(token: string, workspaceId: string | undefined): Promise<Resolution> {
    const rows = await this.dataSource.query<FoundRow[]>(FIND, [hashToken(token), workspaceId ?? null]);
    const row = rows[0];
    if (row === undefined) return { kind: 'unknown' };
    if (row.workspace_id === null || row.role === null) {
      return workspaceId === undefined ? { kind: 'unknown' } : { kind: 'not-a-member' };
    }
    this.touch(row);
    return {
      kind: 'actor',
      actor: {
        userId: row.user_id,
        workspaceId: row.workspace_id,
        role: row.role,
        sessionId: row.session_id,
      },
    };
  }

  /** Ends one sign-in. */
  async close(tx: EntityManager, sessionId: string): Promise<void> {
    await tx.delete(SessionEntity, { id: sessionId });
  }

  /** Ends every sign-in of an account: after somebody else changed its password. */
  async closeAll(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(SessionEntity, { user_id: userId });
  }

  /** Ends every sign-in of an account in one workspace: after its role there changed, or it left. */
  async closeIn(tx: EntityManager, userId: string, workspaceId: string): Promise<void> {
    await tx.delete(SessionEntity, { user_id: userId, workspace_id: workspaceId });
  }

  /** Ends every sign-in of an account but one: after it changed its password. */
  async closeOthers(tx: EntityManager, userId: string, keptSessionId: string): Promise<void> {
    await tx.delete(SessionEntity, { user_id: userId, id: Not(keptSessionId) });
  }

  /** Keeps a session in use from going stale, at most every few minutes and without making the request wait. */
  private touch(row: FoundRow): void {
    if (Date.now() - row.last_used_at.getTime() < TOUCH_AFTER_MS) return;
    this.dataSource.manager
      .update(SessionEntity, { id: row.session_id }, { last_used_at: () => 'now()' })
      .catch(() => undefined);
  }
}
