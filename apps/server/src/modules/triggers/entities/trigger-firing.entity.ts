import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What became of one time that a schedule was due. */
@Entity('flow_trigger_firings')
export class TriggerFiringEntity {
  @PrimaryColumn('uuid')
  trigger_id: string;

  @PrimaryColumn('timestamptz')
  scheduled_at: Date;

  @Column('uuid')
  workspace_id: string;

  @Column('uuid')
  run_id: string;

  @Column('text')
  status: 'pending' | 'started' | 'failed' | 'skipped';

  /** Why it did not start. */
  @Column('text', { default: '' })
  note: string;

  /** Until when the process that took it may be starting its run. */
  @Column('timestamptz', { default: () => 'now()' })
  lease_until: Date;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
