import {
  flowVersionSchema,
  updateVersionBodySchema,
  versionDiffQuerySchema,
  versionDiffSchema,
  type FlowVersion,
  type UpdateVersionBody,
  type VersionDiff,
  type VersionDiffQuery,
} from '@heddle/contracts';
import { Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { VersionHistory } from './version-history.service';
import { parseVersion } from './versions.service';

/** What versions are called, and how they differ. */
@ApiTags('versions')
@Controller('api/flow/definitions/:id/versions')
export class VersionHistoryController {
  constructor(private readonly history: VersionHistory) {}

  /** In what one version differs from another, or from the draft. */
  @Get('diff')
  @Require('flow.read')
  @Answers(versionDiffSchema)
  diff(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @ParsedQuery(versionDiffQuerySchema) query: VersionDiffQuery,
  ): Promise<VersionDiff> {
    return this.history.diff({ workspaceId, id }, query);
  }

  @Patch(':version')
  @Require('flow.publish')
  @Answers(flowVersionSchema)
  rename(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam() id: string,
    @Param('version') version: string,
    @ParsedBody(updateVersionBodySchema) body: UpdateVersionBody,
  ): Promise<FlowVersion> {
    return this.history.rename({ workspaceId, id }, parseVersion(version), body);
  }
}
