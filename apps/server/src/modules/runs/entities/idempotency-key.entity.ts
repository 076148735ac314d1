import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which run a repeated request means. */
@Entity('idempotency_keys')
export class IdempotencyKeyEntity {
  /** The API key or account that sent it. */
  @PrimaryColumn('uuid')
  caller: string;

  @PrimaryColumn('text')
  key: string;

  @Column('uuid')
  workspace_id: string;

  @Column('bytea')
  body_hash: Buffer;

  @Column('uuid')
  run_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
