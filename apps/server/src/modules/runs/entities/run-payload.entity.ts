import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A large value of a run, which its events and its row name by the hash. */
@Entity('flow_run_payloads')
export class RunPayloadEntity {
  @PrimaryColumn('uuid')
  run_id: string;

  @PrimaryColumn('text')
  sha256: string;

  @Column('uuid')
  workspace_id: string;

  /** JSON text. */
  @Column('text')
  content: string;
}
