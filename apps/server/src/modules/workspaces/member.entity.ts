import type { WorkspaceRole } from '@heddle/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An account in a workspace, and what it may do there. */
@Entity('workspace_members')
export class MemberEntity {
  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  workspace_id: string;

  @Index()
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  user_id: string;

  @Column('text')
  role: WorkspaceRole;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
