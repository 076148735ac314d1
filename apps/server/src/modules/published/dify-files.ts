import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { requestErrors } from '../../platform/errors/request-errors';
import { FilesService } from '../files/files.service';

const isSentFile = (value: unknown): value is JsonObject => isJsonObject(value) && 'transfer_method' in value;

const nameOf = (url: string): string => {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return decodeURIComponent(path.split('/').at(-1) ?? '') || 'file';
};

/** Turns files as clients of Dify send them into file values of flows. */
@Injectable()
export class DifyFiles {
  constructor(private readonly files: FilesService) {}

  /** @throws FILE_NOT_FOUND, INPUT_INVALID */
  async list(workspaceId: string, sent: readonly Json[]): Promise<Json[]> {
    return Promise.all(sent.map((file) => this.value(workspaceId, file, 'files')));
  }

  /** Replaces the files among the inputs. @throws FILE_NOT_FOUND, INPUT_INVALID */
  async inputs(workspaceId: string, inputs: JsonObject): Promise<JsonObject> {
    const entries = Object.entries(inputs).map(async ([name, value]) => {
      if (Array.isArray(value) && value.some(isSentFile)) {
        return [name, await Promise.all(value.map((item) => this.value(workspaceId, item, name)))] as const;
      }
      return [name, isSentFile(value) ? await this.value(workspaceId, value, name) : value] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  private async value(workspaceId: string, sent: Json, path: string): Promise<Json> {
    if (!isSentFile(sent)) throw requestErrors.INPUT_INVALID({ path, reason: 'expected files' });
    const { transfer_method: method, upload_file_id: id, url, type } = sent;
    if (method === 'local_file' && typeof id === 'string') {
      return { ...(await this.files.describe(workspaceId, id)) };
    }
    if (method !== 'remote_url' || typeof url !== 'string' || !/^https?:/i.test(url)) {
      throw requestErrors.INPUT_INVALID({
        path,
        reason: 'expected upload_file_id, or url beginning with http',
      });
    }
    const name = nameOf(url);
    const extension = /\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
    return { id: '', name, extension, mime_type: '', size: 0, type: type ?? 'custom', url };
  }
}
