import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An account. What it may do is decided by its memberships. */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  /** In lower case. */
  @Index({ unique: true })
  @Column('text')
  email: string;

  @Column('text')
  name: string;

  /** Argon2id, with its parameters. */
  @Column('text')
  password_hash: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;
}
