import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A file that was uploaded or made by a run; its bytes lie in the blob store under the same id. */
@Entity('files')
@Index(['workspace_id', 'created_at'])
export class FileEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @Column('uuid')
  workspace_id: string;

  /** Cleaned, to be shown; never part of a path. */
  @Column('text')
  name: string;

  @Column('text')
  extension: string;

  @Column('text')
  mime_type: string;

  /** In bytes; the driver gives bigint as text. */
  @Column('bigint')
  size: string;

  @Column('bytea')
  sha256: Buffer;

  @Index()
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  created_by: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
