import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A value that flows use by name and nobody can read back. */
@Entity('secrets')
@Index(['workspace_id', 'name'], { unique: true })
export class SecretEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @Column('uuid')
  workspace_id: string;

  @Column('text')
  name: string;

  @Column('text', { default: '' })
  description: string;

  /** The value in an envelope that is bound to this row. */
  @Column('text')
  sealed: string;

  @Index()
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  created_by: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;
}
