import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessGuard } from './access.guard';
import { RequestOrigin } from './request-origin';
import { SessionCookie } from './session-cookie';
import { SessionEntity } from './session.entity';
import { SessionsService } from './sessions.service';

/** Closes every route but those that say who may use them. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([SessionEntity])],
  providers: [SessionsService, SessionCookie, RequestOrigin, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [SessionsService, SessionCookie],
})
export class AuthPlatformModule {}
