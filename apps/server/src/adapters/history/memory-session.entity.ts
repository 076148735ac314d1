import type { JsonObject } from '@heddle/model';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A conversation: what it carries from exchange to exchange. */
@Entity('memory_sessions')
export class MemorySessionEntity {
  @Column('uuid')
  workspace_id: string;

  @PrimaryColumn('uuid')
  flow_id: string;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  user_id: string;

  @Column('text', { default: '' })
  name: string;

  /** The inputs that it began with. */
  @Column('json', { default: {} })
  inputs: JsonObject;

  /** Conversation variables; null while none was ever changed. */
  @Column('json', { nullable: true })
  variables: JsonObject | null;

  /** Orders the messages; counts up with each. */
  @Column('bigint', { default: 0 })
  last_seq: string;

  @Column('integer', { default: 0 })
  dialogue_count: number;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;

  @Column('timestamptz', { nullable: true })
  deleted_at: Date | null;
}
