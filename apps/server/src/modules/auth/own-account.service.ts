import type { ChangePasswordBody, UpdateAccountBody, User, WorkspaceRole } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { SessionsService } from '../../platform/auth/sessions.service';
import { inTransaction } from '../../platform/database/in-transaction';
import { AccountsService } from './accounts.service';
import { authErrors } from './auth-errors';
import { Credentials } from './credentials';
import { Passwords } from './passwords';
import type { UserEntity } from './user.entity';

/** An account as it is shown to itself. */
export const toUser = (row: UserEntity, workspaceId: string, role: WorkspaceRole): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role,
  workspace_id: workspaceId,
});

/** What people see and change of their own accounts. */
@Injectable()
export class OwnAccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly audit: AuditTrail,
  ) {}

  async get(actor: Actor): Promise<User> {
    return toUser(await this.accounts.get(actor.userId), actor.workspaceId, actor.role);
  }

  async update(actor: Actor, { name }: UpdateAccountBody): Promise<User> {
    const before = await this.accounts.get(actor.userId);
    await inTransaction(this.dataSource, async (tx) => {
      await this.accounts.rename(tx, actor.userId, name);
      const details = { from: before.name, to: name };
      await this.audit.record(tx, actor, { action: 'account.renamed', details });
    });
    return this.get(actor);
  }

  /** Changes the password and ends every other session. @throws PASSWORD_WRONG, RATE_LIMITED */
  async changePassword(actor: Actor, body: ChangePasswordBody, address: string): Promise<void> {
    const user = await this.accounts.get(actor.userId);
    const given = { email: user.email, password: body.current_password, address };
    const { isRight } = await this.credentials.check(given, () => Promise.resolve(user));
    if (!isRight) throw authErrors.PASSWORD_WRONG({});
    const passwordHash = await this.passwords.hash(body.new_password);
    await inTransaction(this.dataSource, async (tx) => {
      await this.accounts.setPassword(tx, user.id, passwordHash);
      await this.sessions.closeOthers(tx, user.id, actor.sessionId);
      await this.audit.record(tx, actor, { action: 'account.password_changed' });
    });
  }
}
