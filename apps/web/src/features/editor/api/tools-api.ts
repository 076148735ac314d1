import type { McpServer, Page, Tool } from '@heddle/contracts';
import { request } from '@/app/api/api-client';

const ALL = { page_size: 100, sort: 'name' } as const;

/** The tools of the workspace, built-in ones among them; the first hundred. */
export async function listTools(): Promise<readonly Tool[]> {
  const { items } = await request<Page<Tool>>('/api/tools', { query: ALL });
  return items;
}

/** The MCP servers of the workspace with the tools that were approved for them; the first hundred. */
export async function listMcpServers(): Promise<readonly McpServer[]> {
  const { items } = await request<Page<McpServer>>('/api/mcp-servers', { query: ALL });
  return items;
}
