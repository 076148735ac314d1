import type { AddedMember, AddMemberBody, Member, UpdateMemberBody, WorkspaceRole } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { roleAllows } from '../../platform/auth/permissions';
import { SessionsService } from '../../platform/auth/sessions.service';
import { inTransaction } from '../../platform/database/in-transaction';
import { accessErrors } from '../../platform/errors/request-errors';
import { Memberships, type MemberKey } from '../workspaces/memberships';
import { FirstPasswords } from './first-passwords';
import { memberErrors } from './member-errors';
import { MembersRepository } from './members.repository';

/** Only owners make owners and change them. @throws FORBIDDEN */
function checkMayChange(actor: Actor, roles: readonly WorkspaceRole[]): void {
  const permission = 'workspace.manage';
  if (roles.includes('owner') && !roleAllows(actor.role, permission)) {
    throw accessErrors.FORBIDDEN({ permission, role: actor.role });
  }
}

const keyOf = (actor: Actor, userId: string): MemberKey => ({ workspaceId: actor.workspaceId, userId });

/** Adds, changes and removes the members of a workspace. */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: DataSource,
    private readonly rows: MembersRepository,
    private readonly memberships: Memberships,
    private readonly passwords: FirstPasswords,
    private readonly sessions: SessionsService,
    private readonly audit: AuditTrail,
  ) {}

  /** Adds an account, made now if there is none of that address. @throws MEMBER_EXISTS, FORBIDDEN */
  async add(actor: Actor, body: AddMemberBody): Promise<AddedMember> {
    checkMayChange(actor, [body.role]);
    const prepared = await this.passwords.prepare();
    return this.changing(actor, async (tx) => {
      const { account, password } = await this.passwords.accountFor(tx, body, prepared);
      const key = keyOf(actor, account.id);
      if (await this.memberships.has(tx, key)) throw memberErrors.MEMBER_EXISTS({ email: body.email });
      await this.memberships.add(tx, key, body.role);
      const member = await this.rows.get(tx, actor.workspaceId, account.id);
      const details = { role: body.role };
      await this.audit.record(tx, actor, { action: 'member.added', target: targetOf(member), details });
      return { member, password };
    });
  }

  /** @throws NOT_FOUND, LAST_OWNER, FORBIDDEN */
  setRole(actor: Actor, userId: string, { role }: UpdateMemberBody): Promise<Member> {
    const key = keyOf(actor, userId);
    return this.changing(actor, async (tx) => {
      const before = await this.memberships.get(tx, key);
      if (before.role === role) return this.rows.get(tx, actor.workspaceId, userId);
      checkMayChange(actor, [before.role, role]);
      if (before.role === 'owner') await this.refuseLastOwner(tx, actor.workspaceId);
      await this.memberships.setRole(tx, key, role);
      await this.endSessions(tx, actor, userId);
      const member = await this.rows.get(tx, actor.workspaceId, userId);
      const details = { from: before.role, to: role };
      await this.audit.record(tx, actor, {
        action: 'member.role_changed',
        target: targetOf(member),
        details,
      });
      return member;
    });
  }

  /** Takes an account out of the workspace; what it made stays. @throws NOT_FOUND, LAST_OWNER, FORBIDDEN */
  remove(actor: Actor, userId: string): Promise<void> {
    const key = keyOf(actor, userId);
    return this.changing(actor, async (tx) => {
      const { role } = await this.memberships.get(tx, key);
      checkMayChange(actor, [role]);
      if (role === 'owner') await this.refuseLastOwner(tx, actor.workspaceId);
      const member = await this.rows.get(tx, actor.workspaceId, userId);
      await this.memberships.remove(tx, key);
      await this.sessions.closeIn(tx, userId, actor.workspaceId);
      const details = { role };
      await this.audit.record(tx, actor, { action: 'member.removed', target: targetOf(member), details });
    });
  }

  /**
   * Gives a member a new password and signs them out everywhere.
   * @throws NOT_FOUND, MEMBER_IS_YOU, MEMBER_ELSEWHERE, FORBIDDEN
   */
  async resetPassword(actor: Actor, userId: string): Promise<string> {
    if (userId === actor.userId) throw memberErrors.MEMBER_IS_YOU({});
    const prepared = await this.passwords.prepare();
    return this.changing(actor, async (tx) => {
      const { role } = await this.memberships.get(tx, keyOf(actor, userId));
      checkMayChange(actor, [role]);
      await this.refuseElsewhere(tx, actor, userId);
      await this.passwords.set(tx, userId, prepared);
      await this.sessions.closeAll(tx, userId);
      const member = await this.rows.get(tx, actor.workspaceId, userId);
      await this.audit.record(tx, actor, { action: 'member.password_reset', target: targetOf(member) });
      return prepared.password;
    });
  }

  /** One change of a workspace's members after another: two owners cannot both cease to be the last but one. */
  private changing<T>(actor: Actor, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.database, async (tx) => {
      await this.memberships.lock(tx, actor.workspaceId);
      return work(tx);
    });
  }

  /** Whoever changes their own role stays signed in; the new role holds from the next request anyway. */
  private async endSessions(tx: EntityManager, actor: Actor, userId: string): Promise<void> {
    if (userId !== actor.userId) await this.sessions.closeIn(tx, userId, actor.workspaceId);
  }

  private async refuseLastOwner(tx: EntityManager, workspaceId: string): Promise<void> {
    if ((await this.memberships.owners(tx, workspaceId)) < 2) throw memberErrors.LAST_OWNER({});
  }

  /** A password opens all workspaces of an account: only who manages them all may set it. */
  private async refuseElsewhere(tx: EntityManager, actor: Actor, userId: string): Promise<void> {
    const [own, theirs] = [
      await this.memberships.of(tx, actor.userId),
      await this.memberships.of(tx, userId),
    ];
    const isManaged = theirs.every(({ workspace_id: workspaceId, role }) => {
      const mine = own.find((membership) => membership.workspace_id === workspaceId)?.role;
      return mine !== undefined && roleAllows(mine, role === 'owner' ? 'workspace.manage' : 'member.manage');
    });
    if (!isManaged) throw memberErrors.MEMBER_ELSEWHERE({});
  }
}

const targetOf = ({ id, email }: Member) => ({ id, name: email });
