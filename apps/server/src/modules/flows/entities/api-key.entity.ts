import type { ApiKeyScope } from '@heddle/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key of a published flow; of its secret only the SHA-256 is kept. */
@Entity('flow_api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  workspace_id: string;

  @Column('uuid')
  flow_id: string;

  @Column('text')
  name: string;

  @Column('text')
  prefix: string;

  @Column('bytea')
  secret_hash: Buffer;

  @Column('text', { array: true })
  scopes: ApiKeyScope[];

  /** Calls a minute; null for the server's default. */
  @Column('integer', { nullable: true })
  rate_limit: number | null;

  @Column('timestamptz', { nullable: true })
  expires_at: Date | null;

  @Column('timestamptz', { nullable: true })
  last_used_at: Date | null;

  @Column('timestamptz', { nullable: true })
  revoked_at: Date | null;

  @Column('uuid', { nullable: true })
  created_by: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
