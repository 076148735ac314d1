import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditService } from './audit.service';

/** The audit log of workspaces, for reading; whatever writes to it does so through the platform. */
@Module({ controllers: [AuditController], providers: [AuditService] })
export class AuditModule {}
