/** A file as a value in a flow; the bytes stay in the file store. */
export interface FileValue {
  readonly id: string;
  readonly name: string;
  readonly mime_type: string;
  readonly size: number;
  readonly extension: string;
  readonly type: 'image' | 'document' | 'audio' | 'video' | 'custom';
  readonly url?: string;
}

/** Reads and keeps the bytes of files, within one workspace. */
export interface FilesPort {
  /** @throws FILE_NOT_FOUND */
  read(workspaceId: string, fileId: string): Promise<Uint8Array>;
  save(workspaceId: string, file: { name: string; mimeType: string; bytes: Uint8Array }): Promise<FileValue>;
}
