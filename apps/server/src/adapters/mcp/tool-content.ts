import type { FilesPort, FileValue, ToolResult } from '@heddle/engine';
import type { Json } from '@heddle/model';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { keepFile } from '../tools/kept-file';

type Content = CallToolResult['content'][number];

/** A piece of an answer that is bytes. */
interface Blob {
  readonly name: string;
  readonly mimeType: string;
  readonly data: string;
}

const lastPart = (uri: string): string =>
  uri
    .split(/[?#]/, 1)[0]
    ?.split('/')
    .findLast((part) => part !== '') ?? 'file';

function textOf(content: Content): string | undefined {
  if (content.type === 'text') return content.text;
  if (content.type === 'resource_link') return `${content.name}: ${content.uri}`;
  if (content.type === 'resource' && 'text' in content.resource) return content.resource.text;
  return undefined;
}

function blobOf(content: Content): Blob | undefined {
  if (content.type === 'image' || content.type === 'audio') {
    return { name: content.type, mimeType: content.mimeType, data: content.data };
  }
  if (content.type !== 'resource' || !('blob' in content.resource)) return undefined;
  const { uri, mimeType = 'application/octet-stream', blob } = content.resource;
  return { name: lastPart(uri), mimeType, data: blob };
}

/** The words of an answer. */
export const textOfContent = (result: CallToolResult): string =>
  result.content
    .map(textOf)
    .filter((text) => text !== undefined)
    .join('\n');

function dataOf(result: CallToolResult, text: string): Json {
  if (result.structuredContent !== undefined) return result.structuredContent as Json;
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** What an MCP tool answered, as flows know answers of tools; images and other bytes become files. */
export async function readContent(
  result: CallToolResult,
  { files, workspaceId }: { readonly files: FilesPort; readonly workspaceId: string },
): Promise<ToolResult> {
  const text = textOfContent(result);
  const blobs = result.content.map(blobOf).filter((blob) => blob !== undefined);
  const kept: FileValue[] = [];
  for (const { name, mimeType, data } of blobs) {
    kept.push(await keepFile(files, workspaceId, { name, mimeType, bytes: Buffer.from(data, 'base64') }));
  }
  return { text, json: dataOf(result, text), files: kept };
}
