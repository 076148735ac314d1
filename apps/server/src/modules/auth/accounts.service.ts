import type { SetupBody } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/in-transaction';
import { WorkspacesService } from '../workspaces/workspaces.service';
import { authErrors } from './auth-errors';
import { Passwords } from './passwords';
import { UserEntity } from './user.entity';

const FIRST_WORKSPACE = 'Workspace';

const nameFromEmail = (email: string): string => email.split('@', 1)[0] ?? email;

/** The first account and the workspace it owns. */
export interface FirstOwner {
  readonly user: UserEntity;
  readonly workspaceId: string;
}

/** What an account begins with. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** Makes and finds accounts. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workspaces: WorkspacesService,
    private readonly passwords: Passwords,
  ) {}

  /** Whether nobody has an account yet. */
  async isFresh(): Promise<boolean> {
    return !(await this.dataSource.manager.existsBy(UserEntity, {}));
  }

  find(tx: EntityManager, email: string): Promise<UserEntity | null> {
    return tx.findOneBy(UserEntity, { email });
  }

  get(userId: string): Promise<UserEntity> {
    return this.dataSource.manager.findOneByOrFail(UserEntity, { id: userId });
  }

  /** Makes the first account, once; `then` runs in the same transaction. @throws SETUP_DONE */
  async createOwner<T>(
    { name, email, password }: SetupBody,
    then: (tx: EntityManager, owner: FirstOwner) => Promise<T>,
  ): Promise<T> {
    if (!(await this.isFresh())) throw authErrors.SETUP_DONE({});
    const passwordHash = await this.passwords.hash(password);
    return inTransaction(this.dataSource, async (tx) => {
      // Two first setups at once: the second waits here and then finds an account.
      await tx.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE');
      if (await tx.existsBy(UserEntity, {})) throw authErrors.SETUP_DONE({});
      const user = await this.create(tx, { email, name: name ?? nameFromEmail(email), passwordHash });
      const workspace = await this.workspaces.createIn(tx, { name: FIRST_WORKSPACE, ownerId: user.id });
      return then(tx, { user, workspaceId: workspace.id });
    });
  }

  /** Makes an account that belongs to no workspace yet. */
  async create(tx: EntityManager, account: NewAccount): Promise<UserEntity> {
    const id = randomUUID();
    const { email, name, passwordHash } = account;
    await tx.insert(UserEntity, { id, email, name, password_hash: passwordHash });
    return tx.findOneByOrFail(UserEntity, { id });
  }

  async rename(tx: EntityManager, userId: string, name: string): Promise<void> {
    await tx.update(UserEntity, { id: userId }, { name, updated_at: () => 'now()' });
  }

  async setPassword(tx: EntityManager, userId: string, passwordHash: string): Promise<void> {
    await tx.update(UserEntity, { id: userId }, { password_hash: passwordHash, updated_at: () => 'now()' });
  }
}
