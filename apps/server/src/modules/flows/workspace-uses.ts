import type { FlowIssue, NodeUse } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { builtinTool } from '../../adapters/tools/builtin/builtin-tools';

/** What is known of the ids that a flow names; nothing for those that are not there. */
interface KnownUses {
  /** Whether a tool is switched on, by its id. */
  readonly tools: ReadonlyMap<string, boolean>;
  /** Whether the workspace has a search of the web, which flows may name without its id. */
  readonly hasSearch: boolean;
  /** Whether a flow is published, by its id. */
  readonly flows: ReadonlyMap<string, boolean>;
  readonly servers: ReadonlyMap<string, { readonly isEnabled: boolean; readonly tools: ReadonlySet<string> }>;
}

const TOOLS = `
SELECT id, kind, is_enabled AS "isEnabled" FROM tools
WHERE workspace_id = $1 AND (id = ANY ($2::uuid[]) OR kind = 'web_search')`;
const FLOWS = `
SELECT id, published_version IS NOT NULL AS "isPublished" FROM flow_definitions
WHERE workspace_id = $1 AND id = ANY ($2::uuid[]) AND deleted_at IS NULL`;
const SERVERS = `
SELECT id, is_enabled AS "isEnabled", tools FROM mcp_servers WHERE workspace_id = $1 AND id = ANY ($2::uuid[])`;

const SEARCH_ID = 'web_search';

const idsOf = (uses: readonly NodeUse[], kind: NodeUse['kind']): string[] => [
  ...new Set(
    uses.filter((use) => use.kind === kind && z.uuid().safeParse(use.id).success).map(({ id }) => id),
  ),
];

type Problem = Pick<FlowIssue, 'code' | 'message'>;

function toolProblem({ id }: NodeUse, known: KnownUses): Problem | undefined {
  if (builtinTool(id) || (id === SEARCH_ID && known.hasSearch)) return undefined;
  const isEnabled = known.tools.get(id);
  if (isEnabled === undefined)
    return { code: 'TOOL_NOT_FOUND', message: `the workspace has no tool '${id}'` };
  return isEnabled ? undefined : { code: 'TOOL_DISABLED', message: `the tool '${id}' is switched off` };
}

function flowProblem({ id }: NodeUse, known: KnownUses): Problem | undefined {
  if (known.flows.get(id) === true) return undefined;
  const message = `the flow '${id}' is not there, or not published`;
  return { code: 'SUBFLOW_MISSING', message };
}

function serverProblem({ id, tool }: NodeUse, known: KnownUses): Problem | undefined {
  const server = known.servers.get(id);
  if (!server) return { code: 'MCP_SERVER_NOT_FOUND', message: `the workspace has no MCP server '${id}'` };
  if (!server.isEnabled) {
    return { code: 'MCP_SERVER_DISABLED', message: `the MCP server '${id}' is switched off` };
  }
  if (tool === undefined || server.tools.has(tool)) return undefined;
  return { code: 'MCP_TOOL_NOT_FOUND', message: `the MCP server has no approved tool '${tool}'` };
}

const PROBLEMS: Readonly<Record<NodeUse['kind'], (use: NodeUse, known: KnownUses) => Problem | undefined>> = {
  tool: toolProblem,
  flow: flowProblem,
  mcp: serverProblem,
};

/** Knows whether the tools, flows and MCP servers that a flow names are there. */
@Injectable()
export class WorkspaceUses {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** What is missing of that which nodes name. */
  async check(workspaceId: string, uses: readonly NodeUse[]): Promise<FlowIssue[]> {
    if (uses.length === 0) return [];
    const known = await this.known(workspaceId, uses);
    return uses.flatMap((use): FlowIssue[] => {
      const problem = PROBLEMS[use.kind](use, known);
      if (!problem) return [];
      const { id, tool, path, nodeId } = use;
      const params = tool === undefined ? { id } : { id, tool };
      return [{ ...problem, node_id: nodeId, path, params }];
    });
  }

  private async known(workspaceId: string, uses: readonly NodeUse[]): Promise<KnownUses> {
    const [tools, flows, servers] = await Promise.all([
      this.find<{ id: string; kind: string; isEnabled: boolean }>(TOOLS, [workspaceId, idsOf(uses, 'tool')]),
      this.find<{ id: string; isPublished: boolean }>(FLOWS, [workspaceId, idsOf(uses, 'flow')]),
      this.find<{ id: string; isEnabled: boolean; tools: { name: string }[] }>(SERVERS, [
        workspaceId,
        idsOf(uses, 'mcp'),
      ]),
    ]);
    return {
      tools: new Map(tools.map(({ id, isEnabled }) => [id, isEnabled])),
      hasSearch: tools.some(({ kind, isEnabled }) => kind === SEARCH_ID && isEnabled),
      flows: new Map(flows.map(({ id, isPublished }) => [id, isPublished])),
      servers: new Map(
        servers.map(({ id, isEnabled, tools: approved }) => [
          id,
          { isEnabled, tools: new Set(approved.map(({ name }) => name)) },
        ]),
      ),
    };
  }

  private find<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.database.query<Row[]>(sql, [...values]);
  }
}
