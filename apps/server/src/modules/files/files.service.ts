import type { UploadedFile } from '@heddle/contracts';
import type { FileValue, FilesPort } from '@heddle/engine';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Repository } from 'typeorm';
import type { Actor } from '../../platform/auth/actor';
import { ServerConfig } from '../../platform/config/server-config';
import { inTransaction } from '../../platform/database/in-transaction';
import { BlobStore } from '../../platform/storage/blob-store';
import { fileErrors } from './file-errors';
import { cleanFileName, extensionOf } from './file-name';
import { SNIFFED_BYTES, kindOf, typeOfFile } from './file-type';
import { FileEntity } from './file.entity';

/** A file as it comes in, before anything is known about it. */
interface Incoming {
  readonly workspaceId: string;
  readonly createdBy: string | null;
  readonly name: string | undefined;
  readonly content: Readable | Iterable<Uint8Array>;
  /** Whether the sender was cut off at the size limit, asked once the content was read. */
  readonly isCutOff?: () => boolean;
}

const toFile = (row: FileEntity): UploadedFile => ({
  id: row.id,
  name: row.name,
  size: Number(row.size),
  extension: row.extension,
  mime_type: row.mime_type,
  type: kindOf(row.extension),
  created_at: row.created_at.toISOString(),
});

const toFileValue = (row: FileEntity): FileValue => {
  const { created_at: _, ...value } = toFile(row);
  return value;
};

/** A file that somebody sends; `isCutOff` is asked once its content was read. */
export interface SentFile {
  readonly name: string;
  readonly content: Readable;
  readonly isCutOff: () => boolean;
}

/** Keeps the files of workspaces. */
@Injectable()
export class FilesService implements FilesPort {
  constructor(
    @InjectRepository(FileEntity) private readonly rows: Repository<FileEntity>,
    private readonly blobs: BlobStore,
    private readonly config: ServerConfig,
  ) {}

  /** The largest file that is taken. */
  get maxBytes(): number {
    return this.config.maxFileBytes;
  }

  /** @throws FILE_TOO_LARGE, FILE_EMPTY, FILE_TYPE_MISMATCH, STORAGE_FULL */
  async upload(actor: Actor, file: SentFile): Promise<UploadedFile> {
    return toFile(await this.keep({ ...file, workspaceId: actor.workspaceId, createdBy: actor.userId }));
  }

  /** Keeps a file that comes from nobody's account. @throws what `upload` throws */
  async receive(workspaceId: string, file: SentFile): Promise<UploadedFile> {
    return toFile(await this.keep({ ...file, workspaceId, createdBy: null }));
  }

  /** A file with its bytes, to be sent. @throws FILE_NOT_FOUND */
  async open(
    workspaceId: string,
    id: string,
  ): Promise<{ readonly file: UploadedFile; readonly content: ReadStream }> {
    const row = await this.find(workspaceId, id);
    return { file: toFile(row), content: this.blobs.stream(row.id) };
  }

  /** What is known of a file, for a run that is given its id. @throws FILE_NOT_FOUND */
  async describe(workspaceId: string, id: string): Promise<FileValue> {
    return toFileValue(await this.find(workspaceId, id));
  }

  /** The bytes of a file, for a run. @throws FILE_NOT_FOUND */
  async read(workspaceId: string, fileId: string): Promise<Uint8Array> {
    return this.blobs.read((await this.find(workspaceId, fileId)).id);
  }

  /** Keeps a file that a run made. @throws FILE_EMPTY, FILE_TYPE_MISMATCH, STORAGE_FULL */
  async save(
    workspaceId: string,
    file: { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array },
  ): Promise<FileValue> {
    const incoming = { workspaceId, createdBy: null, name: file.name, content: [file.bytes] };
    return toFileValue(await this.keep(incoming));
  }

  private async find(workspaceId: string, id: string): Promise<FileEntity> {
    const row = await this.rows.findOneBy({ id, workspace_id: workspaceId });
    if (row === null) throw fileErrors.FILE_NOT_FOUND({});
    return row;
  }

  private async keep(incoming: Incoming): Promise<FileEntity> {
    const id = randomUUID();
    const { size, sha256 } = await this.blobs.write(id, incoming.content);
    try {
      if (incoming.isCutOff?.()) throw fileErrors.FILE_TOO_LARGE({ limit_bytes: this.maxBytes });
      if (size === 0) throw fileErrors.FILE_EMPTY({});
      const name = cleanFileName(incoming.name);
      const extension = extensionOf(name);
      const { mimeType } = await typeOfFile(extension, await this.blobs.head(id, SNIFFED_BYTES));
      const row = {
        id,
        workspace_id: incoming.workspaceId,
        name,
        extension,
        mime_type: mimeType,
        size: String(size),
        sha256,
        created_by: incoming.createdBy,
      };
      await inTransaction(this.rows.manager.dataSource, (tx) => tx.insert(FileEntity, row));
      return await this.rows.findOneByOrFail({ id });
    } catch (error) {
      await this.blobs.remove(id);
      throw error;
    }
  }
}
