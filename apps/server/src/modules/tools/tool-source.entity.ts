import type { ToolAuth } from '@heddle/contracts';
import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** A service that tools call. */
@Entity('tool_sources')
@Unique(['workspace_id', 'id'])
export class ToolSourceEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @Column('uuid')
  workspace_id: string;

  @Column('text')
  name: string;

  @Column('text')
  server_url: string;

  @Column('json')
  auth: Omit<ToolAuth, 'has_credential'>;

  /** The key, token or password in an envelope that is bound to this row. */
  @Column('text', { nullable: true })
  sealed: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;
}

/** A service that is to be written. */
export type NewToolSource = Omit<ToolSourceEntity, 'created_at' | 'updated_at'>;

/** What may change of a service. */
export interface ToolSourceChanges {
  readonly server_url?: string;
  readonly auth: NewToolSource['auth'];
  readonly sealed: string | null;
}
