import type {
  CreateToolBody,
  FlowSummary,
  FlowVersion,
  ImportedTools,
  ImportPreview,
  Page,
  SearchProvider,
  Tool,
  ToolAuthBody,
  UpdateToolBody,
} from '@heddle/contracts';
import { request } from '@/app/api/api-client';
import { readAll } from '@/app/api/read-all';

const TOOLS = '/api/tools';
const FLOWS = '/api/flow/definitions';

/** The document of a service: its text, or its address. */
export type DocumentPlace = { readonly document: string } | { readonly url: string };

/** What is imported of a document; what is left out, the document says. */
export type Import = DocumentPlace & {
  readonly name?: string;
  readonly server_url?: string;
  readonly auth?: ToolAuthBody;
  readonly operations?: readonly string[];
};

/** What a new tool is made of; operations of services come by {@link importTools}. */
export type NewTool =
  | Extract<CreateToolBody, { kind: 'flow' }>
  | {
      readonly kind: 'web_search';
      readonly provider: SearchProvider;
      readonly name: string;
      readonly description: string;
      readonly server_url?: string;
      readonly credential?: string;
    };

/** The tools of the workspace, the built-in ones at the end. */
export const listTools = (signal: AbortSignal): Promise<readonly Tool[]> =>
  readAll(TOOLS, { query: { sort: 'name' }, signal });

/** Says what a document offers, and imports nothing. */
export const previewImport = (place: DocumentPlace, signal: AbortSignal): Promise<ImportPreview> =>
  request(`${TOOLS}/import`, { method: 'POST', body: { ...place, dry_run: true }, signal });

/** Makes tools of operations of a service. */
export const importTools = (body: Import): Promise<ImportedTools> =>
  request(`${TOOLS}/import`, { method: 'POST', body });

/** Makes a tool of a flow or of a search service. */
export const createTool = (body: NewTool): Promise<Tool> => request(TOOLS, { method: 'POST', body });

/** Changes a tool, and with its service every tool of that; another address takes the credential away. */
export const updateTool = (id: string, body: UpdateToolBody): Promise<Tool> =>
  request(`${TOOLS}/${id}`, { method: 'PUT', body });

/** Deletes a tool, and its service with the last of its tools. */
export const deleteTool = (id: string): Promise<void> => request(`${TOOLS}/${id}`, { method: 'DELETE' });

/** Flows that can be called: those with a live version. */
export async function listPublishedFlows(signal: AbortSignal): Promise<readonly FlowSummary[]> {
  const flows = await readAll<FlowSummary>(FLOWS, { query: { sort: 'name' }, signal });
  return flows.filter(({ published_version: version }) => version !== null);
}

/** The published versions of a flow, newest first; the last hundred. */
export async function listVersions(flowId: string, signal: AbortSignal): Promise<readonly FlowVersion[]> {
  const { items } = await request<Page<FlowVersion>>(`${FLOWS}/${flowId}/versions`, {
    query: { page_size: 100 },
    signal,
  });
  return items;
}
