import type {
  CreateMcpServerBody,
  McpServer,
  RefreshedMcpServer,
  UpdateMcpServerBody,
} from '@heddle/contracts';
import { request } from '@/app/api/api-client';
import { readAll } from '@/app/api/read-all';

const SERVERS = '/api/mcp-servers';

/** The MCP servers of the workspace with their approved tools. */
export const listMcpServers = (signal: AbortSignal): Promise<readonly McpServer[]> =>
  readAll(SERVERS, { query: { sort: 'name' }, signal });

/** Adds a server and approves the tools that it has now; one that does not answer is added with the reason. */
export const createMcpServer = (body: CreateMcpServerBody): Promise<McpServer> =>
  request(SERVERS, { method: 'POST', body });

/** Changes a server; another address takes its credential away and approves the tools that are there. */
export const updateMcpServer = (id: string, body: UpdateMcpServerBody): Promise<McpServer> =>
  request(`${SERVERS}/${id}`, { method: 'PUT', body });

/** Deletes a server; flows that use it fail from then on. */
export const deleteMcpServer = (id: string): Promise<void> =>
  request(`${SERVERS}/${id}`, { method: 'DELETE' });

/** Asks a server for its tools and approves none. */
export const lookAtMcpServer = (id: string): Promise<RefreshedMcpServer> =>
  request(`${SERVERS}/${id}/refresh`, { method: 'POST', body: { dry_run: true } });

/** Approves the tools that were looked at. @throws {ApiError} 409 MCP_TOOLS_DIFFER when they are others by now */
export const approveMcpServer = (id: string, toolsHash: string): Promise<RefreshedMcpServer> =>
  request(`${SERVERS}/${id}/refresh`, { method: 'POST', body: { tools_hash: toolsHash } });
