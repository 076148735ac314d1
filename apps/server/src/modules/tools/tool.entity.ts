import type { SearchProvider } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Operation } from '../../adapters/tools/openapi/operation';

/** What a tool does when it is called, by its kind. */
export type ToolDefinition =
  | {
      readonly kind: 'openapi';
      readonly operation: Operation;
      readonly parameters: JsonObject;
    }
  | { readonly kind: 'flow'; readonly flow_id: string; readonly version: number | null }
  | { readonly kind: 'web_search'; readonly provider: SearchProvider };

/** A tool that a workspace has besides the built-in ones. */
@Entity('tools')
@Index(['workspace_id', 'name'], { unique: true })
export class ToolEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @Column('uuid')
  workspace_id: string;

  /** The service that it calls. */
  @Column('uuid', { nullable: true })
  source_id: string | null;

  @Column('text')
  kind: ToolDefinition['kind'];

  @Column('text')
  name: string;

  @Column('text', { default: '' })
  description: string;

  /** A {@link ToolDefinition}; read it with {@link definitionOf}. */
  @Column('json')
  definition: object;

  @Column('boolean', { default: true })
  is_enabled: boolean;

  @Index()
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  created_by: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;
}

/** What a tool does; only our own services write it. */
export const definitionOf = ({ definition }: ToolEntity): ToolDefinition => definition as ToolDefinition;

/** A tool that is to be written. */
export interface NewTool {
  readonly id: string;
  readonly workspace_id: string;
  readonly source_id?: string;
  readonly kind: ToolDefinition['kind'];
  readonly name: string;
  readonly description: string;
  readonly definition: ToolDefinition;
  readonly created_by: string;
}

/** What may change of a tool. */
export interface ToolChanges {
  readonly name?: string;
  readonly description?: string;
  readonly is_enabled?: boolean;
  readonly definition?: ToolDefinition;
}
