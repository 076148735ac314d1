import { fileSchema, type UploadedFile } from '@heddle/contracts';
import { Controller, Get, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam } from '../../platform/http/request-input';
import { dispositionOf } from './file-disposition';
import { FilesService } from './files.service';
import { receiveFile } from './upload';

/** Uploads, and downloads that a browser never shows as a page of ours. */
@ApiTags('files')
@Controller('api/files')
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Post()
  @Require('file.write')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } })
  @Answers(fileSchema, 'The file that was kept', 201)
  upload(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<UploadedFile> {
    return receiveFile(request, this.files.maxBytes, (part) =>
      this.files.upload(actor, {
        name: part.filename,
        content: part.file,
        isCutOff: () => part.file.truncated,
      }),
    );
  }

  @Get(':id')
  @Require('file.read')
  async download(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { file, content } = await this.files.open(actor.workspaceId, id);
    reply.headers({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=0, must-revalidate',
    });
    return new StreamableFile(content, {
      type: file.mime_type,
      disposition: dispositionOf('attachment', file.name),
      length: file.size,
    });
  }
}
