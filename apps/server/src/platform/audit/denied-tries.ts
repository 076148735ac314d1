import type { WorkspaceRole } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppLogger } from '../logging/app-logger';
import { AuditTrail, type AuditActor } from './audit-trail';

const ONCE_MS = 60_000;
const MAX_KNOWN = 10_000;

/** What somebody tried whose role does not allow it. */
export interface DeniedTry {
  readonly permission: string;
  readonly role: WorkspaceRole;
  readonly method: string;
  /** As logs may show it. */
  readonly path: string;
}

/** Notes in the audit log what was refused for want of a permission; the same try once a minute. */
@Injectable()
export class DeniedTries {
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: ONCE_MS });

  constructor(
    private readonly audit: AuditTrail,
    private readonly logger: AppLogger,
  ) {}

  /** Never fails: the refusal stands whether or not it can be noted. */
  async note(actor: AuditActor, { permission, role, method, path }: DeniedTry): Promise<void> {
    const key = [actor.userId, actor.workspaceId, permission, method, path].join(' ');
    if (this.known.has(key)) return;
    this.known.set(key, true);
    const details = { permission, role, request: `${method} ${path}` };
    try {
      await this.audit.recordAlone(actor, { action: 'access.denied', details });
    } catch (error) {
      this.known.delete(key);
      this.logger.pino.warn({ err: error }, 'A denied try was not written to the audit log');
    }
  }
}
