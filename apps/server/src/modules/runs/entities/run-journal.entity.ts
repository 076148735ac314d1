import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StoredEvent } from '../../../adapters/journal/stored-events';

/** Events of a run that one commit stored. */
@Entity('flow_run_journal')
export class RunJournalEntity {
  @PrimaryColumn('uuid')
  run_id: string;

  @PrimaryColumn('integer')
  first_seq: number;

  @Column('integer')
  last_seq: number;

  @Column('json')
  events: StoredEvent[];

  @Column('timestamptz', { nullable: true })
  committed_at: Date | null;
}
