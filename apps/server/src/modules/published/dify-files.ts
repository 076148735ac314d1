import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { requestErrors } from '../../platform/errors/request-errors';
import { parseId } from '../../platform/http/request-input';
import { FilesService } from '../files/files.service';
import { FlowUploads, type FileSender } from './flow-uploads';

const isSentFile = (value: unknown): value is JsonObject => isJsonObject(value) && 'transfer_method' in value;

const nameOf = (url: string): string => {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return decodeURIComponent(path.split('/').at(-1) ?? '') || 'file';
};

/** What the body of a call says for the run. */
interface SentBody {
  readonly user: string;
  readonly inputs?: Readonly<Record<string, unknown>> | null | undefined;
  readonly files?: readonly Readonly<Record<string, unknown>>[] | null | undefined;
}

/** What a run is given of it. */
interface GivenValues {
  readonly inputs: JsonObject;
  readonly files: Json[];
}

/** Turns files as clients of Dify send them into file values of flows. */
@Injectable()
export class DifyFiles {
  constructor(
    private readonly files: FilesService,
    private readonly uploads: FlowUploads,
  ) {}

  /** The inputs and files of a call, with files as flows know them. @throws FILE_NOT_FOUND, ID_INVALID, INPUT_INVALID */
  async given(holder: Omit<FileSender, 'userId'>, { user, inputs, files }: SentBody): Promise<GivenValues> {
    const sender = { ...holder, userId: user };
    return {
      inputs: await this.inputs(sender, (inputs ?? {}) as JsonObject),
      files: await this.list(sender, (files ?? []) as Json[]),
    };
  }

  private async list(caller: FileSender, sent: readonly Json[]): Promise<Json[]> {
    return Promise.all(sent.map((file) => this.value(caller, file, 'files')));
  }

  /** Replaces the files among the inputs. */
  private async inputs(caller: FileSender, inputs: JsonObject): Promise<JsonObject> {
    const entries = Object.entries(inputs).map(async ([name, value]) => {
      if (Array.isArray(value) && value.some(isSentFile)) {
        return [name, await Promise.all(value.map((item) => this.value(caller, item, name)))] as const;
      }
      return [name, isSentFile(value) ? await this.value(caller, value, name) : value] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  private async value(caller: FileSender, sent: Json, path: string): Promise<Json> {
    if (!isSentFile(sent)) throw requestErrors.INPUT_INVALID({ path, reason: 'expected files' });
    const { transfer_method: method, upload_file_id: id, url, type } = sent;
    if (method === 'local_file' && typeof id === 'string') {
      const fileId = parseId(id, path);
      await this.uploads.requireUsable(caller, fileId);
      return { ...(await this.files.describe(caller.workspaceId, fileId)) };
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
