import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One sign-in of one account, on one browser or script. */
@Entity('auth_sessions')
export class SessionEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Index({ unique: true })
  @Column('bytea')
  token_hash: Buffer;

  @Index()
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @Column('uuid')
  user_id: string;

  /** The workspace that requests work in which name none. */
  @Index()
  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @Column('uuid')
  workspace_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  last_used_at: Date;

  @Index()
  @Column('timestamptz')
  expires_at: Date;
}
