import type { CreateToolBody, Page, Tool, ToolListQuery, UpdateToolBody } from '@heddle/contracts';
import { isFlowError, type JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { BuiltinTool } from '../../adapters/tools/builtin/builtin-tool';
import { BUILTIN_TOOLS, builtinTool } from '../../adapters/tools/builtin/builtin-tools';
import { toolErrors } from '../../adapters/tools/tool-errors';
import { searchService } from '../../adapters/tools/web-search';
import { AuditTrail, type AuditEvent } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { SecretBox } from '../../platform/crypto/secret-box';
import { isUniqueViolation } from '../../platform/errors/database-errors';
import { requestErrors } from '../../platform/errors/request-errors';
import { parseId } from '../../platform/http/request-input';
import { FlowTools } from './flow-tools';
import { changedAccess } from '../../adapters/tools/service-credential';
import { toolOfBuiltin, toolOfRow } from './tool-answers';
import { placeOfSource } from './tool-calls';
import type { NewToolSource, ToolSourceChanges } from './tool-source.entity';
import { definitionOf, type ToolChanges } from './tool.entity';
import { ToolsRepository, type NewTools, type ToolRow } from './tools.repository';

const notFound = () => requestErrors.NOT_FOUND({ what: 'the tool' });

const isFound = ({ name, title, description }: BuiltinTool, q: string | undefined): boolean =>
  [name, title.en, title.zh, description.en, description.zh].some((text) =>
    text.toLowerCase().includes((q ?? '').toLowerCase()),
  );

const builtins = ({ kind, q }: ToolListQuery): readonly BuiltinTool[] =>
  kind === undefined || kind === 'builtin' ? BUILTIN_TOOLS.filter((tool) => isFound(tool, q)) : [];

/** Keeps the tools of workspaces. */
@Injectable()
export class ToolsService {
  constructor(
    private readonly tools: ToolsRepository,
    private readonly flows: FlowTools,
    private readonly box: SecretBox,
    @InjectDataSource() private readonly database: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  /** One page: the workspace's own tools in the order asked for, then the built-in ones. */
  async list(actor: Actor, query: ToolListQuery): Promise<Page<Tool>> {
    const { page, page_size: size } = query;
    const { rows, total } = await this.tools.list(actor.workspaceId, query);
    const own = await Promise.all(rows.map((row) => this.answer(row)));
    const after = builtins(query);
    const first = Math.max(0, (page - 1) * size - total);
    const filling = after.slice(first, first + size - own.length).map(toolOfBuiltin);
    return { items: [...own, ...filling], total: total + after.length, page, page_size: size };
  }

  /** @throws NOT_FOUND */
  async get(actor: Actor, id: string): Promise<Tool> {
    const builtin = builtinTool(id);
    return builtin ? toolOfBuiltin(builtin) : this.answer(await this.row(actor, id));
  }

  /** @throws TOOL_NAME_TAKEN, TOOL_NOT_FOUND and FLOW_NOT_PUBLISHED for the flow */
  async create(actor: Actor, body: CreateToolBody): Promise<Tool> {
    const id = randomUUID();
    const { name, description, kind } = body;
    const tool = { id, workspace_id: actor.workspaceId, kind, name, description, created_by: actor.userId };
    const created = { action: 'tool.created', target: { id, name }, details: { kind } } as const;
    if (body.kind === 'flow') {
      const { flow_id: flowId, version } = body;
      await this.flows.describe(actor.workspaceId, { flowId, version });
      const definition = { kind: 'flow' as const, flow_id: flowId, version };
      await this.insert(actor, { tools: [{ ...tool, definition }] }, created);
    } else {
      const source = this.searchSource(actor, body);
      const definition = { kind: 'web_search' as const, provider: body.provider };
      await this.insert(actor, { source, tools: [{ ...tool, source_id: source.id, definition }] }, created);
    }
    return this.get(actor, id);
  }

  /** Puts new tools and their service into the workspace, and says so in the audit log. @throws TOOL_NAME_TAKEN */
  async insert(actor: Actor, rows: NewTools, event: AuditEvent): Promise<void> {
    const builtin = rows.tools.find(({ name }) => builtinTool(name));
    if (builtin) throw toolErrors.TOOL_NAME_TAKEN({ name: builtin.name });
    await this.writing(rows.tools[0]?.name ?? '', async (tx) => {
      await this.tools.insert(tx, rows);
      await this.audit.record(tx, actor, event);
    });
  }

  /** @throws NOT_FOUND, TOOL_NAME_TAKEN, FIELD_NOT_ALLOWED for what a tool of its kind does not have */
  async update(actor: Actor, id: string, body: UpdateToolBody): Promise<Tool> {
    const row = await this.row(actor, id);
    const { name, description, is_enabled } = body;
    if (name !== undefined && builtinTool(name)) throw toolErrors.TOOL_NAME_TAKEN({ name });
    const tool = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(is_enabled === undefined ? {} : { is_enabled }),
      ...this.otherVersion(row, body),
    };
    const source = this.otherSource(row, body);
    await this.writing(name ?? '', async (tx) => {
      await this.tools.update(tx, row, { tool, source });
      const details = { changed: Object.keys(body) };
      await this.audit.record(tx, actor, { action: 'tool.updated', target: row.tool, details });
    });
    return this.get(actor, id);
  }

  /** @throws NOT_FOUND */
  async delete(actor: Actor, id: string): Promise<void> {
    const row = await this.row(actor, id);
    await this.database.transaction(async (tx) => {
      await this.tools.delete(tx, row);
      await this.audit.record(tx, actor, { action: 'tool.deleted', target: row.tool });
    });
  }

  private searchSource(actor: Actor, body: CreateToolBody & { kind: 'web_search' }): NewToolSource {
    const { provider, server_url, credential = '' } = body;
    const service = searchService(provider);
    const url = server_url ?? service.serverUrl;
    if (url === undefined) throw requestErrors.INPUT_REQUIRED({ path: 'server_url' });
    if (credential === '' && service.auth.type !== 'none')
      throw requestErrors.INPUT_REQUIRED({ path: 'credential' });
    const id = randomUUID();
    const sealed = credential === '' ? null : this.box.seal(credential, placeOfSource(id));
    return {
      id,
      workspace_id: actor.workspaceId,
      name: provider,
      server_url: url,
      auth: service.auth,
      sealed,
    };
  }

  private otherVersion({ tool }: ToolRow, { version }: UpdateToolBody): ToolChanges {
    if (version === undefined) return {};
    const definition = definitionOf(tool);
    if (definition.kind !== 'flow') throw requestErrors.FIELD_NOT_ALLOWED({ path: 'version' });
    return { definition: { ...definition, version } };
  }

  private otherSource({ source }: ToolRow, body: UpdateToolBody): ToolSourceChanges | undefined {
    const { auth, server_url } = body;
    if (auth === undefined && server_url === undefined) return undefined;
    if (!source) throw requestErrors.FIELD_NOT_ALLOWED({ path: auth === undefined ? 'server_url' : 'auth' });
    const isMoved = server_url !== undefined && server_url !== source.server_url;
    const access = changedAccess(source, { auth, isMoved }, (text) =>
      this.box.seal(text, placeOfSource(source.id)),
    );
    return { ...access, ...(server_url === undefined ? {} : { server_url }) };
  }

  private async row(actor: Actor, id: string): Promise<ToolRow> {
    const row = await this.tools.find(actor.workspaceId, parseId(id, 'id'));
    if (!row) throw notFound();
    return row;
  }

  private async answer(row: ToolRow): Promise<Tool> {
    return toolOfRow(row, await this.flowOf(row));
  }

  /** What the flow of a tool says of itself; nothing when it is gone or not published. */
  private async flowOf({
    tool,
  }: ToolRow): Promise<{ description: string; parameters: JsonObject } | undefined> {
    const definition = definitionOf(tool);
    if (definition.kind !== 'flow') return undefined;
    try {
      const { flow_id: flowId, version } = definition;
      return await this.flows.describe(tool.workspace_id, { flowId, version });
    } catch (error) {
      if (!isFlowError(error)) throw error;
      return undefined;
    }
  }

  private async writing(name: string, work: (tx: EntityManager) => Promise<void>): Promise<void> {
    try {
      await this.database.transaction(work);
    } catch (error) {
      throw isUniqueViolation(error) ? toolErrors.TOOL_NAME_TAKEN({ name }, error) : error;
    }
  }
}
