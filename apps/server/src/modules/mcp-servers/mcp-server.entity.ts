import type { McpServer, ToolAuth } from '@heddle/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ApprovedTool } from '../../adapters/mcp/mcp-tool';

/** An MCP server of a workspace, with the tools of it that were approved. */
@Entity('mcp_servers')
@Index(['workspace_id', 'name'], { unique: true })
export class McpServerEntity {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('workspaces', { onDelete: 'CASCADE' })
  @Column('uuid')
  workspace_id: string;

  @Column('text')
  name: string;

  @Column('text')
  transport: McpServer['transport'];

  @Column('text', { nullable: true })
  url: string | null;

  /** For `stdio`: what is started, if the operator lists it. */
  @Column('text', { nullable: true })
  command: string | null;

  @Column('text', { array: true, default: () => `'{}'` })
  args: string[];

  @Column('json')
  auth: Omit<ToolAuth, 'has_credential'>;

  /** The key, token or password in an envelope that is bound to this row. */
  @Column('text', { nullable: true })
  sealed: string | null;

  @Column('boolean', { default: true })
  is_enabled: boolean;

  /** A list of {@link ApprovedTool}; read it with {@link approvedToolsOf}. */
  @Column('json', { default: () => `'[]'` })
  tools: object;

  @Column('timestamptz', { nullable: true })
  refreshed_at: Date | null;

  /** Why the last look at the tools failed. */
  @Column('json', { nullable: true })
  last_error: { code: string; message: string } | null;

  @Index()
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  created_by: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;
}

/** The approved tools of a server; only our own service writes them. */
export const approvedToolsOf = ({ tools }: McpServerEntity): readonly ApprovedTool[] =>
  tools as readonly ApprovedTool[];
