import { EXPORT_WARNINGS_HEADER, type ExportFormat, type ImportedFlowAnswer } from '@heddle/contracts';
import { request, send } from '@/app/api/api-client';

/** Makes a flow of the text of a file. */
export function importFlow(text: string): Promise<ImportedFlowAnswer> {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'application/yaml' }), 'flow.yml');
  return request('/api/flow/import', { method: 'POST', body: form });
}

/** A flow as a file, and how many things the file could not take. */
export interface DownloadedFlow {
  readonly file: Blob;
  readonly warnings: number;
}

/** Writes a flow as a file. */
export async function exportFlow(id: string, format: ExportFormat): Promise<DownloadedFlow> {
  const response = await send(`/api/flow/definitions/${id}/export`, { query: { format } });
  const warnings = Number(response.headers.get(EXPORT_WARNINGS_HEADER) ?? 0);
  return { file: await response.blob(), warnings };
}
