import type { ModelCapabilities, ModelLimits, ModelPrice, ModelType } from '@heddle/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A model of a provider, as a workspace uses it. */
@Entity('model_instances')
@Index(['provider_id', 'model_name', 'model_type'], { unique: true })
@Index(['workspace_id', 'provider_id'])
export class ModelInstanceEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @Column('uuid')
  workspace_id: string;

  @Column('uuid')
  provider_id: string;

  /** As the provider calls it. */
  @Column('text')
  model_name: string;

  @Column('text')
  model_type: ModelType;

  @Column('text')
  display_name: string;

  @Column('json', { default: () => `'{}'` })
  capabilities: ModelCapabilities;

  /** A JSON object. */
  @Column('json', { default: () => `'{}'` })
  default_params: object;

  @Column('json', { nullable: true })
  price: ModelPrice | null;

  @Column('json', { default: () => `'{}'` })
  limits: Partial<ModelLimits>;

  @Column('uuid', { array: true, default: () => `'{}'` })
  fallback_ids: string[];

  /** Whether it stands where no model of its type is chosen; true for one at most. */
  @Column('boolean', { default: false })
  is_default: boolean;

  @Column('boolean', { default: true })
  is_active: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;
}
