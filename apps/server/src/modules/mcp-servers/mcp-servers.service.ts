import type {
  CreateMcpServerBody,
  ListQuery,
  McpServer,
  McpTool,
  Page,
  RefreshedMcpServer,
  RefreshMcpServerBody,
  UpdateMcpServerBody,
} from '@heddle/contracts';
import { isFlowError, type FlowError } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { ILike, type EntityManager, type Repository } from 'typeorm';
import { mcpErrors } from '../../adapters/mcp/mcp-errors';
import { hashOfTools, toolChanges, type ApprovedTool } from '../../adapters/mcp/mcp-tool';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { SecretBox } from '../../platform/crypto/secret-box';
import { inTransaction } from '../../platform/database/in-transaction';
import { findPage, likeAnywhere } from '../../platform/database/paging';
import { isUniqueViolation } from '../../platform/errors/database-errors';
import { requestErrors } from '../../platform/errors/request-errors';
import {
  changedAccess,
  NO_AUTH,
  shownAuth,
  type AccessChange,
  type AccessRow,
} from '../../adapters/tools/service-credential';
import { McpConnections, placeOfServer } from './mcp-connections';
import { approvedToolsOf, McpServerEntity } from './mcp-server.entity';

const shownTool = ({ name, description, parameters }: ApprovedTool): McpTool => ({
  name,
  description,
  parameters,
});

const toServer = (row: McpServerEntity): McpServer => ({
  id: row.id,
  name: row.name,
  transport: row.transport,
  url: row.url,
  command: row.command,
  args: [...row.args],
  auth: shownAuth(row),
  is_enabled: row.is_enabled,
  tools: approvedToolsOf(row).map(shownTool),
  refreshed_at: row.refreshed_at?.toISOString() ?? null,
  last_error: row.last_error,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Keeps the MCP servers of workspaces, and what was approved of them. */
@Injectable()
export class McpServersService {
  constructor(
    @InjectRepository(McpServerEntity) private readonly rows: Repository<McpServerEntity>,
    private readonly connections: McpConnections,
    private readonly box: SecretBox,
    private readonly audit: AuditTrail,
  ) {}

  list(actor: Actor, query: ListQuery): Promise<Page<McpServer>> {
    const named = query.q ? { name: ILike(likeAnywhere(query.q)) } : {};
    const where = { workspace_id: actor.workspaceId, ...named };
    return findPage({ rows: this.rows, where, query, toItem: toServer });
  }

  /** @throws NOT_FOUND */
  async get(actor: Actor, id: string): Promise<McpServer> {
    return toServer(await this.row(actor, id));
  }

  /**
   * Keeps a server and looks at its tools; one that does not answer is kept with the reason.
   * @throws MCP_STDIO_DISABLED, MCP_SERVER_NAME_TAKEN
   */
  async create(actor: Actor, body: CreateMcpServerBody): Promise<McpServer> {
    const id = randomUUID();
    if (body.transport === 'stdio') await this.connections.refuseUnlisted(body.command, body.args);
    const { name, transport } = body;
    const row = { id, workspace_id: actor.workspaceId, name, transport, created_by: actor.userId };
    const place =
      body.transport === 'stdio'
        ? { command: body.command, args: body.args, auth: NO_AUTH, sealed: null }
        : {
            url: body.url,
            ...this.access(id, { auth: NO_AUTH, sealed: null }, { auth: body.auth, isMoved: false }),
          };
    await this.writing(name, async (tx) => {
      await tx.insert(McpServerEntity, { ...row, ...place });
      await this.audit.record(tx, actor, {
        action: 'mcp_server.created',
        target: row,
        details: { transport },
      });
    });
    return this.look(actor, id);
  }

  /**
   * Changes a server; at another address its tools have to be looked at again.
   * @throws NOT_FOUND, MCP_SERVER_NAME_TAKEN, FIELD_NOT_ALLOWED
   */
  async update(actor: Actor, id: string, body: UpdateMcpServerBody): Promise<McpServer> {
    const row = await this.row(actor, id);
    const { name, url, auth, is_enabled } = body;
    const isOver = auth !== undefined || url !== undefined;
    if (isOver && row.transport === 'stdio') {
      throw requestErrors.FIELD_NOT_ALLOWED({ path: url === undefined ? 'auth' : 'url' });
    }
    const isMoved = url !== undefined && url !== row.url;
    const scope = { id: row.id, workspace_id: actor.workspaceId };
    await this.writing(name ?? '', async (tx) => {
      await tx.update(McpServerEntity, scope, {
        ...(name === undefined ? {} : { name }),
        ...(is_enabled === undefined ? {} : { is_enabled }),
        ...(isOver ? this.access(id, row, { auth, isMoved }) : {}),
        ...(isMoved ? { url, tools: [], refreshed_at: null } : {}),
        updated_at: () => 'now()',
      });
      const details = { changed: Object.keys(body) };
      await this.audit.record(tx, actor, { action: 'mcp_server.updated', target: row, details });
    });
    // What was approved stays so for another key; what the key shows beyond that is still to be looked at.
    const isApproved = row.refreshed_at !== null && !isMoved;
    return isOver ? this.look(actor, id, isApproved) : this.get(actor, id);
  }

  /** @throws NOT_FOUND */
  async delete(actor: Actor, id: string): Promise<void> {
    const row = await this.row(actor, id);
    await inTransaction(this.rows.manager.dataSource, async (tx) => {
      await tx.delete(McpServerEntity, { id, workspace_id: actor.workspaceId });
      await this.audit.record(tx, actor, { action: 'mcp_server.deleted', target: row });
    });
  }

  /**
   * Looks at the tools of a server and approves them as they are, unless it is a dry run or others were looked at.
   * @throws NOT_FOUND, MCP_FAILED, MCP_TIMEOUT, MCP_STDIO_DISABLED, MCP_TOOLS_DIFFER, SSRF_BLOCKED
   */
  async refresh(actor: Actor, id: string, body: RefreshMcpServerBody): Promise<RefreshedMcpServer> {
    const row = await this.row(actor, id);
    const tools = await this.toolsNow(row);
    const hash = hashOfTools(tools);
    const isOther = body.tools_hash !== undefined && body.tools_hash !== hash;
    if (isOther && !body.dry_run) throw mcpErrors.MCP_TOOLS_DIFFER({ server: row.name });
    await this.keep(actor, row, body.dry_run ? undefined : tools);
    const changes = toolChanges(approvedToolsOf(row), tools);
    return { ...(await this.get(actor, id)), tools: tools.map(shownTool), tools_hash: hash, changes };
  }

  /** Notes that a server answered, and which of its tools are approved from now on. */
  private async keep(actor: Actor, row: McpServerEntity, tools: ApprovedTool[] | undefined): Promise<void> {
    const scope = { id: row.id, workspace_id: actor.workspaceId };
    if (!tools) {
      await this.rows.update(scope, { last_error: null });
      return;
    }
    await inTransaction(this.rows.manager.dataSource, async (tx) => {
      await tx.update(McpServerEntity, scope, { tools, refreshed_at: () => 'now()', last_error: null });
      const details = { tools: tools.map(({ name }) => name) };
      await this.audit.record(tx, actor, { action: 'mcp_server.approved', target: row, details });
    });
  }

  private async toolsNow(row: McpServerEntity): Promise<ApprovedTool[]> {
    const scope = { id: row.id, workspace_id: row.workspace_id };
    try {
      const address = await this.connections.addressOf(row);
      return await this.connections.client.tools(address, new AbortController().signal);
    } catch (error) {
      if (isFlowError(error)) await this.rows.update(scope, { last_error: reasonOf(error) });
      throw error;
    }
  }

  /** Refreshes, approving tools that nobody has approved yet, and lets the reason stand where that fails. */
  private async look(actor: Actor, id: string, isApproved = false): Promise<McpServer> {
    try {
      await this.refresh(actor, id, { dry_run: isApproved });
    } catch (error) {
      if (!isFlowError(error)) throw error;
    }
    return this.get(actor, id);
  }

  private access(id: string, row: AccessRow, change: AccessChange): AccessRow {
    return changedAccess(row, change, (text) => this.box.seal(text, placeOfServer(id)));
  }

  private async row(actor: Actor, id: string): Promise<McpServerEntity> {
    const row = await this.rows.findOneBy({ id, workspace_id: actor.workspaceId });
    if (row === null) throw requestErrors.NOT_FOUND({ what: 'the MCP server' });
    return row;
  }

  private async writing(name: string, work: (tx: EntityManager) => Promise<void>): Promise<void> {
    try {
      await inTransaction(this.rows.manager.dataSource, work);
    } catch (error) {
      throw isUniqueViolation(error) ? mcpErrors.MCP_SERVER_NAME_TAKEN({ name }, error) : error;
    }
  }
}

const reasonOf = ({ code, message }: FlowError) => ({ code, message });
