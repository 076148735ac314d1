import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A webhook or schedule of a flow's published version. */
@Entity('flow_triggers')
export class TriggerEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  workspace_id: string;

  @Column('uuid')
  flow_id: string;

  @Column('text')
  node_id: string;

  @Column('text')
  kind: 'webhook' | 'schedule';

  /** Whether the live version has it. */
  @Column('boolean', { default: true })
  is_live: boolean;

  /** Last part of a webhook's address. */
  @Column('text', { nullable: true })
  token: string | null;

  @Column('text', { nullable: true })
  cron: string | null;

  @Column('text', { nullable: true })
  timezone: string | null;

  @Column('timestamptz', { nullable: true })
  next_at: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
