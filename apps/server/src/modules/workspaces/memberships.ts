import type { WorkspaceRole } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requestErrors } from '../../platform/errors/request-errors';
import { MemberEntity } from './member.entity';
import { WorkspaceEntity } from './workspace.entity';

/** An account's place in a workspace. */
export interface MemberKey {
  readonly workspaceId: string;
  readonly userId: string;
}

const whereOf = ({ workspaceId, userId }: MemberKey) => ({ workspace_id: workspaceId, user_id: userId });

/** Changes who is in which workspace, always within somebody's transaction. */
@Injectable()
export class Memberships {
  /** Makes other changes of a workspace's members wait for this transaction, so that what was counted stays true. */
  async lock(tx: EntityManager, workspaceId: string): Promise<void> {
    await tx.findOneOrFail(WorkspaceEntity, {
      where: { id: workspaceId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** @throws NOT_FOUND */
  async get(tx: EntityManager, key: MemberKey): Promise<MemberEntity> {
    const member = await tx.findOneBy(MemberEntity, whereOf(key));
    if (member === null) throw requestErrors.NOT_FOUND({ what: 'the member' });
    return member;
  }

  has(tx: EntityManager, key: MemberKey): Promise<boolean> {
    return tx.existsBy(MemberEntity, whereOf(key));
  }

  /** Every workspace of an account, with its role there. */
  of(tx: EntityManager, userId: string): Promise<MemberEntity[]> {
    return tx.findBy(MemberEntity, { user_id: userId });
  }

  /** How many owners a workspace has. */
  owners(tx: EntityManager, workspaceId: string): Promise<number> {
    return tx.countBy(MemberEntity, { workspace_id: workspaceId, role: 'owner' });
  }

  async add(tx: EntityManager, key: MemberKey, role: WorkspaceRole): Promise<void> {
    await tx.insert(MemberEntity, { ...whereOf(key), role });
  }

  async setRole(tx: EntityManager, key: MemberKey, role: WorkspaceRole): Promise<void> {
    await tx.update(MemberEntity, whereOf(key), { role });
  }

  async remove(tx: EntityManager, key: MemberKey): Promise<void> {
    await tx.delete(MemberEntity, whereOf(key));
  }
}
