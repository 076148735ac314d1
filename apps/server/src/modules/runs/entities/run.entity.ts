import type { JsonObject, RunStatus, Usage, WireError } from '@heddle/model';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PayloadRef } from '../../../adapters/journal/payloads/detach-payloads';
import type { RunPlan, RunSource } from '../../../adapters/journal/run-record';

/** A run of a flow; written by the journal. */
@Entity('flow_runs')
export class RunEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  workspace_id: string;

  @Column('uuid')
  flow_id: string;

  /** Null for a draft, whose definition is kept with the run. */
  @Column('integer', { nullable: true })
  version: number | null;

  @Column('json', { nullable: true })
  definition: object | null;

  /** Null for a run of the whole flow. */
  @Column('json', { nullable: true })
  plan: RunPlan | null;

  @Column('text')
  source: RunSource;

  @Column('text')
  user_id: string;

  @Column('uuid', { nullable: true })
  api_key_id: string | null;

  @Column('text', { nullable: true })
  session_id: string | null;

  @Column('text')
  status: RunStatus;

  /** Without its large parts; see `RunsRepository.findWhole`. */
  @Column('json')
  inputs: JsonObject;

  /** Where parts of the inputs are missing, and what they are; null when none are. */
  @Column('json', { nullable: true })
  input_payloads: readonly PayloadRef[] | null;

  @Column('json', { nullable: true })
  outputs: JsonObject | null;

  @Column('json', { nullable: true })
  output_payloads: readonly PayloadRef[] | null;

  @Column('json', { nullable: true })
  error: WireError | null;

  @Column('json', { nullable: true })
  usage: Usage | null;

  @Column('integer', { nullable: true })
  elapsed_ms: number | null;

  @Column('integer', { default: 0 })
  steps: number;

  /** Nodes that failed without ending the run. */
  @Column('integer', { default: 0 })
  failures: number;

  @Column('integer', { default: 0 })
  last_seq: number;

  /** Counts the processes that took the run over; only the last one may write. */
  @Column('integer', { default: 1 })
  fence: number;

  @Column('uuid', { nullable: true })
  lease_owner: string | null;

  @Column('timestamptz', { nullable: true })
  lease_until: Date | null;

  /** Processes that ended under the run. */
  @Column('integer', { default: 0 })
  crashes: number;

  /** Why it shall stop; whoever runs it, or takes it over, ends it. */
  @Column('text', { nullable: true })
  stop_reason: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  finished_at: Date | null;
}
