import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditHeadEntity } from './audit-head.entity';
import { AuditTrail } from './audit-trail';
import { DeniedTries } from './denied-tries';

/** Lets every feature write to the audit log. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntryEntity, AuditHeadEntity])],
  providers: [AuditTrail, DeniedTries],
  exports: [AuditTrail, DeniedTries],
})
export class AuditPlatformModule {}
