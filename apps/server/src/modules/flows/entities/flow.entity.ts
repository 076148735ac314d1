import type { FlowMode } from '@heddle/model';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A flow with its draft. */
@Entity('flow_definitions')
export class FlowEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  workspace_id: string;

  @Column('text')
  name: string;

  @Column('text', { default: '' })
  description: string;

  @Column('text')
  flow_mode: FlowMode;

  @Column('text', { array: true, default: [] })
  tags: string[];

  @Column('json')
  draft: object;

  @Column('text')
  draft_hash: string;

  @Column('integer', { nullable: true })
  published_version: number | null;

  /** The highest version that was ever published; numbers are never used twice. */
  @Column('integer', { default: 0 })
  last_version: number;

  @Column('uuid', { nullable: true })
  created_by: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;

  @Column('timestamptz', { nullable: true })
  deleted_at: Date | null;
}
