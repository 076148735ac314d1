import type { LoginBody, SetupBody, SignedIn } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { SessionsService } from '../../platform/auth/sessions.service';
import { inTransaction } from '../../platform/database/in-transaction';
import { accessErrors } from '../../platform/errors/request-errors';
import { WorkspacesService } from '../workspaces/workspaces.service';
import { AccountsService } from './accounts.service';
import { Credentials } from './credentials';
import { toUser } from './own-account.service';
import type { UserEntity } from './user.entity';

const wrongPair = () => accessErrors.AUTH_INVALID({ subject: 'the e-mail or the password' });

/** A try to sign in that was refused. */
interface RefusedTry {
  readonly email: string;
  readonly address: string;
  readonly account: UserEntity | null;
}

/** Signs accounts in and out. */
@Injectable()
export class AuthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly workspaces: WorkspacesService,
    private readonly sessions: SessionsService,
    private readonly credentials: Credentials,
    private readonly audit: AuditTrail,
  ) {}

  /** Makes the first owner and signs them in. @throws SETUP_DONE */
  setup(body: SetupBody, address: string): Promise<SignedIn> {
    return this.accounts.createOwner(body, async (tx, { user, workspaceId }) => {
      const token = await this.sessions.open(tx, user.id, workspaceId);
      const actor = { userId: user.id, workspaceId };
      await this.audit.record(tx, actor, { action: 'session.opened', details: { address } });
      return { token, user: toUser(user, workspaceId, 'owner') };
    });
  }

  /** @throws AUTH_INVALID, RATE_LIMITED */
  async login({ email, password }: LoginBody, address: string): Promise<SignedIn> {
    const given = { email, password, address };
    const { account, isRight } = await this.credentials.check(given, () =>
      this.accounts.find(this.dataSource.manager, email),
    );
    const signedIn = account !== null && isRight ? await this.open(account, address) : undefined;
    if (signedIn !== undefined) return signedIn;
    await this.noteRefused({ email, address, account });
    throw wrongPair();
  }

  async logout(actor: Actor): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await this.sessions.close(tx, actor.sessionId);
      await this.audit.record(tx, actor, { action: 'session.closed' });
    });
  }

  /** Nothing for an account that is in no workspace any more. */
  private open(account: UserEntity, address: string): Promise<SignedIn | undefined> {
    return inTransaction(this.dataSource, async (tx) => {
      const membership = await this.workspaces.firstMembership(tx, account.id);
      if (membership === null) return undefined;
      const { workspace_id: workspaceId, role } = membership;
      const token = await this.sessions.open(tx, account.id, workspaceId);
      const actor = { userId: account.id, workspaceId };
      await this.audit.record(tx, actor, { action: 'session.opened', details: { address } });
      return { token, user: toUser(account, workspaceId, role) };
    });
  }

  /** Into the log of the workspace that a right password would have opened; of nobody's tries, into the oldest one. */
  private async noteRefused({ email, address, account }: RefusedTry): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      const workspaceId =
        (account && (await this.workspaces.firstMembership(tx, account.id))?.workspace_id) ??
        (await this.workspaces.oldest(tx));
      if (workspaceId === undefined) return;
      const target = { id: account?.id ?? null, name: email };
      const event = { action: 'session.refused', target, details: { address } } as const;
      await this.audit.record(tx, { workspaceId, userId: null }, event);
    });
  }
}
