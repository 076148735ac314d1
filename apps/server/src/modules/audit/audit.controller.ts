import {
  auditCheckSchema,
  auditPageSchema,
  auditQuerySchema,
  type AuditCheck,
  type AuditEntry,
  type AuditQuery,
  type Page,
} from '@heddle/contracts';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, ParsedQuery } from '../../platform/http/request-input';
import { AuditService } from './audit.service';

/** What was done and tried in a workspace. */
@ApiTags('audit')
@Controller('api/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Require('audit.read')
  @Answers(auditPageSchema, 'Entries, the newest first')
  list(
    @CurrentActor() { workspaceId }: Actor,
    @ParsedQuery(auditQuerySchema) query: AuditQuery,
  ): Promise<Page<AuditEntry>> {
    return this.audit.list(workspaceId, query);
  }

  @Get('check')
  @Require('audit.read')
  @Answers(auditCheckSchema, 'Whether the log is as it was written')
  check(@CurrentActor() { workspaceId }: Actor): Promise<AuditCheck> {
    return this.audit.check(workspaceId);
  }
}
