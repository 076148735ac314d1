import type {
  ChangePasswordBody,
  LoginBody,
  SetupBody,
  SignedIn,
  User,
  WorkspaceRole,
} from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../../platform/auth/actor';
import { SessionsService } from '../../platform/auth/sessions.service';
import { inTransaction } from '../../platform/database/in-transaction';
import { accessErrors } from '../../platform/errors/request-errors';
import { WorkspacesService } from '../workspaces/workspaces.service';
import { AccountsService } from './accounts.service';
import { authErrors } from './auth-errors';
import { LoginLimits } from './login-limits';
import { Passwords } from './passwords';
import type { UserEntity } from './user.entity';

const toUser = (row: UserEntity, workspaceId: string, role: WorkspaceRole): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role,
  workspace_id: workspaceId,
});

/** Signs accounts in and out. */
@Injectable()
export class AuthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly workspaces: WorkspacesService,
    private readonly sessions: SessionsService,
    private readonly passwords: Passwords,
    private readonly limits: LoginLimits,
  ) {}

  /** Makes the first owner and signs them in. @throws SETUP_DONE */
  setup(body: SetupBody): Promise<SignedIn> {
    return this.accounts.createOwner(body, async (tx, { user, workspaceId }) => ({
      token: await this.sessions.open(tx, user.id, workspaceId),
      user: toUser(user, workspaceId, 'owner'),
    }));
  }

  /** @throws AUTH_INVALID, RATE_LIMITED */
  async login({ email, password }: LoginBody, address: string): Promise<SignedIn> {
    await this.limits.count({ email, address });
    const user = await this.accounts.find(this.dataSource.manager, email);
    const isRight = await this.passwords.verify(user?.password_hash, password);
    if (user === null || !isRight) throw accessErrors.AUTH_INVALID({ subject: 'the e-mail or the password' });
    await this.limits.succeeded({ email, address });
    return inTransaction(this.dataSource, async (tx) => {
      const membership = await this.workspaces.firstMembership(tx, user.id);
      if (membership === null) throw accessErrors.AUTH_INVALID({ subject: 'the e-mail or the password' });
      return {
        token: await this.sessions.open(tx, user.id, membership.workspace_id),
        user: toUser(user, membership.workspace_id, membership.role),
      };
    });
  }

  async logout(actor: Actor): Promise<void> {
    await this.sessions.close(actor.sessionId);
  }

  async me(actor: Actor): Promise<User> {
    return toUser(await this.accounts.get(actor.userId), actor.workspaceId, actor.role);
  }

  /** Changes one's own password and ends every other session. @throws PASSWORD_WRONG, RATE_LIMITED */
  async changePassword(actor: Actor, body: ChangePasswordBody, address: string): Promise<void> {
    const user = await this.accounts.get(actor.userId);
    const attempt = { email: user.email, address };
    await this.limits.count(attempt);
    if (!(await this.passwords.verify(user.password_hash, body.current_password))) {
      throw authErrors.PASSWORD_WRONG({});
    }
    await this.limits.succeeded(attempt);
    const passwordHash = await this.passwords.hash(body.new_password);
    await inTransaction(this.dataSource, async (tx) => {
      await this.accounts.setPassword(tx, user.id, passwordHash);
      await this.sessions.closeOthers(tx, user.id, actor.sessionId);
    });
  }
}
