import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A published version of a flow; only its name and note ever change. */
@Entity('flow_versions')
export class FlowVersionEntity {
  @PrimaryColumn('uuid')
  flow_id: string;

  @PrimaryColumn('integer')
  version: number;

  @Column('uuid')
  workspace_id: string;

  @Column('json')
  definition: object;

  @Column('text', { default: '' })
  name: string;

  @Column('text', { default: '' })
  note: string;

  @Column('uuid', { nullable: true })
  created_by: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
