import type { AddMemberBody } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountsService } from '../auth/accounts.service';
import { Passwords } from '../auth/passwords';
import type { UserEntity } from '../auth/user.entity';
import { newFirstPassword } from './first-password';

/** A new password, hashed before a transaction begins, because hashing takes long. */
export interface PreparedPassword {
  readonly password: string;
  readonly passwordHash: string;
}

/** Gives accounts passwords that somebody else hands to their persons. */
@Injectable()
export class FirstPasswords {
  constructor(
    private readonly accounts: AccountsService,
    private readonly passwords: Passwords,
  ) {}

  async prepare(): Promise<PreparedPassword> {
    const password = newFirstPassword();
    return { password, passwordHash: await this.passwords.hash(password) };
  }

  /** The account of an address. An existing one keeps its name and password, and nobody is told the latter. */
  async accountFor(
    tx: EntityManager,
    { email, name }: Pick<AddMemberBody, 'email' | 'name'>,
    { password, passwordHash }: PreparedPassword,
  ): Promise<{ readonly account: UserEntity; readonly password: string | null }> {
    const known = await this.accounts.find(tx, email);
    if (known) return { account: known, password: null };
    return { account: await this.accounts.create(tx, { email, name, passwordHash }), password };
  }

  set(tx: EntityManager, userId: string, { passwordHash }: PreparedPassword): Promise<void> {
    return this.accounts.setPassword(tx, userId, passwordHash);
  }
}
