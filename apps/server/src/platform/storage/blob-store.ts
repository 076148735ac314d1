import { FlowError } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServerConfig } from '../config/server-config';
import { codeOf } from '../errors/error-code';
import { platformErrors } from '../errors/request-errors';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What was written. */
export interface WrittenBlob {
  readonly size: number;
  readonly sha256: Buffer;
}

/** Bytes on disk, in the data folder, under names that only we choose. */
@Injectable()
export class BlobStore {
  private readonly root: string;

  constructor(config: ServerConfig) {
    this.root = path.join(config.dataDir, 'files');
  }

  /** Writes a stream to its end; leaves nothing behind when that fails. @throws STORAGE_FULL */
  async write(id: string, content: Readable | Iterable<Uint8Array>): Promise<WrittenBlob> {
    const file = this.pathOf(id);
    await mkdir(path.dirname(file), { recursive: true });
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(content, measure, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      await this.remove(id);
      throw codeOf(error) === 'ENOSPC' ? platformErrors.STORAGE_FULL({}, error) : error;
    }
    return { size, sha256: hash.digest() };
  }

  /** The first bytes, to see what a file really is. */
  async head(id: string, length: number): Promise<Buffer> {
    const file = await open(this.pathOf(id), 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async read(id: string): Promise<Buffer> {
    return readFile(this.pathOf(id));
  }

  stream(id: string): ReadStream {
    return createReadStream(this.pathOf(id));
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  private pathOf(id: string): string {
    if (!UUID.test(id)) {
      throw new FlowError({
        code: 'INTERNAL',
        category: 'internal',
        message: 'a stored file has an id that is no uuid',
      });
    }
    return path.join(this.root, id.slice(0, 2), id);
  }
}
