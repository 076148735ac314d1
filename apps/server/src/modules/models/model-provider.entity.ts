import type { ProviderHealth } from '@heddle/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A place where models are, with the keys that open it. */
@Entity('model_providers')
export class ModelProviderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @Column('uuid')
  workspace_id: string;

  @Column('text')
  name: string;

  /** The id of a preset. */
  @Column('text')
  provider_type: string;

  @Column('text')
  base_url: string;

  /** The keys in an envelope that is bound to this row; see `provider-keys`. */
  @Column('text', { nullable: true })
  api_key: string | null;

  @Column('text', { nullable: true })
  key_hint: string | null;

  @Column('integer', { default: 0 })
  key_count: number;

  /** A JSON object. */
  @Column('json', { default: () => `'{}'` })
  extra_config: object;

  @Column('boolean', { default: true })
  is_active: boolean;

  @Column('text', { default: 'unknown' })
  health_status: ProviderHealth['status'];

  @Column('integer', { nullable: true })
  health_latency_ms: number | null;

  @Column('timestamptz', { nullable: true })
  health_checked_at: Date | null;

  @Column('json', { nullable: true })
  health_error: { code: string; message: string } | null;

  @Index()
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  created_by: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;
}
