import type { AuditAction, AuditDetails } from '@heddle/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One thing that was done or tried in a workspace; the database refuses to change it. */
@Entity('audit_entries')
@Index(['workspace_id', 'number'], { unique: true })
@Index(['workspace_id', 'actor_id', 'number'])
@Index(['workspace_id', 'action', 'number'])
export class AuditEntryEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @Column('uuid')
  workspace_id: string;

  /** Counts up from 1 in each workspace, without gaps. */
  @Column('integer')
  number: number;

  @Column('timestamptz')
  at: Date;

  /** Not a reference: what somebody did outlasts the account. */
  @Column('uuid', { nullable: true })
  actor_id: string | null;

  @Column('text')
  actor_email: string;

  @Column('text')
  action: AuditAction;

  @Column('text', { nullable: true })
  target_id: string | null;

  @Column('text')
  target_name: string;

  @Column('jsonb')
  details: AuditDetails;

  /** Of everything in the row and of the entry before it. */
  @Column('bytea')
  hash: Buffer;
}
