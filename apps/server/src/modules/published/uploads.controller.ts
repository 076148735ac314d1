import { filePreviewQuerySchema, type FilePreviewQuery } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { Controller, Get, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GuardedBy } from '../../platform/auth/access';
import { IdParam, ParsedQuery } from '../../platform/http/request-input';
import { dispositionOf } from '../files/file-disposition';
import { FilesService } from '../files/files.service';
import type { KeyHolder } from '../flows/api-keys.service';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { seconds } from './dify-answers';
import { FlowUploads } from './flow-uploads';
import { receiveUpload } from './receive-upload';

/** What browsers show without running anything in it. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|bmp)|audio\/|video\/|application\/pdf$|text\/plain$)/;

/** Files for published flows, as Dify's service API has them. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1/files')
export class UploadsController {
  constructor(
    private readonly files: FilesService,
    private readonly uploads: FlowUploads,
  ) {}

  @Post('upload')
  @KeyScope('run')
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, user: { type: 'string' } },
    },
  })
  async upload(@CallingKey() holder: KeyHolder, @Req() request: FastifyRequest): Promise<JsonObject> {
    const { workspaceId, flowId } = holder;
    const { kept: file, user } = await receiveUpload(request, (part) =>
      this.files.receive(workspaceId, {
        name: part.filename,
        content: part.file,
        isCutOff: () => part.file.truncated,
      }),
    );
    await this.uploads.note({ workspaceId, flowId, userId: user }, file.id);
    return {
      id: file.id,
      name: file.name,
      size: file.size,
      extension: file.extension,
      mime_type: file.mime_type,
      created_by: user,
      created_at: seconds(Date.parse(file.created_at)),
      preview_url: null,
      source_url: null,
    };
  }

  @Get(':id/preview')
  @KeyScope('read')
  async preview(
    @CallingKey() { workspaceId, flowId }: KeyHolder,
    @IdParam() id: string,
    @ParsedQuery(filePreviewQuerySchema) { user, as_attachment: isAttachment }: FilePreviewQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    await this.uploads.requireSender({ workspaceId, flowId, userId: user }, id);
    const { file, content } = await this.files.open(workspaceId, id);
    reply.headers({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    });
    const kind = isAttachment || !SHOWN.test(file.mime_type) ? 'attachment' : 'inline';
    return new StreamableFile(content, {
      type: file.mime_type,
      disposition: dispositionOf(kind, file.name),
      length: file.size,
    });
  }
}
