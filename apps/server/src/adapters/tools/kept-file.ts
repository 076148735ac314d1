import type { FilesPort, FileValue } from '@heddle/engine';

/** Extensions by type, for what comes without a name; the file store tells types by extension. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/** Keeps what a tool answered as a file of the workspace. */
export function keepFile(
  files: FilesPort,
  workspaceId: string,
  file: { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array },
): Promise<FileValue> {
  const hasExtension = /\.[A-Za-z0-9]{1,8}$/.test(file.name);
  const extension = EXTENSIONS[file.mimeType];
  const name = hasExtension || extension === undefined ? file.name : `${file.name}.${extension}`;
  return files.save(workspaceId, { ...file, name });
}
