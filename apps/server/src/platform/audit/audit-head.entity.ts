import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The newest entry of a workspace's audit log. */
@Entity('audit_heads')
export class AuditHeadEntity {
  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  workspace_id: string;

  @Column('integer')
  number: number;

  @Column('bytea')
  hash: Buffer;
}
