import type { FilesPort, FileValue, HistoryMessage, HistoryPort, SecretsPort } from '@heddle/engine';
import { defineErrors } from '@heddle/model';

const errors = defineErrors({
  FILE_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: ({ file_id }: { file_id: string }) => `There is no file '${file_id}'.`,
  },
  SECRET_NOT_FOUND: {
    category: 'user',
    message: ({ name }: { name: string }) => `There is no secret named '${name}'.`,
  },
});

/** A file store in memory. */
export interface MemoryFiles extends FilesPort {
  /** Everything saved, by id. */
  readonly saved: ReadonlyMap<string, FileValue>;
}

const fileKind = (mimeType: string): FileValue['type'] => {
  const kind = mimeType.split('/', 1)[0];
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
};

/** Makes a file store in memory; ids count up from `file-1`, workspaces do not see each other's files. */
export function memoryFiles(): MemoryFiles {
  const saved = new Map<string, FileValue>();
  const bytesByKey = new Map<string, Uint8Array>();
  return {
    saved,
    read(workspaceId, fileId) {
      const bytes = bytesByKey.get(`${workspaceId}/${fileId}`);
      return bytes ? Promise.resolve(bytes) : Promise.reject(errors.FILE_NOT_FOUND({ file_id: fileId }));
    },
    save(workspaceId, { name, mimeType, bytes }) {
      const id = `file-${saved.size + 1}`;
      const extension = /\.[^.]+$/.exec(name)?.[0] ?? '';
      const type = fileKind(mimeType);
      const value: FileValue = { id, name, mime_type: mimeType, size: bytes.byteLength, extension, type };
      saved.set(id, value);
      bytesByKey.set(`${workspaceId}/${id}`, bytes);
      return Promise.resolve(value);
    },
  };
}

/** Makes a store of secrets that are the same in every workspace. */
export const memorySecrets = (secrets: Readonly<Record<string, string>> = {}): SecretsPort => ({
  read: (_workspaceId, name) => {
    const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    return value === undefined ? Promise.reject(errors.SECRET_NOT_FOUND({ name })) : Promise.resolve(value);
  },
});

/** Makes a history that knows the given messages, oldest first, in whatever conversation. */
export const memoryHistory = (messages: readonly HistoryMessage[] = []): HistoryPort => ({
  window: (_scope, exchanges) => Promise.resolve(exchanges > 0 ? messages.slice(-2 * exchanges) : []),
});
