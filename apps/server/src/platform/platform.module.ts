import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuditPlatformModule } from './audit/audit-platform.module';
import { AuthPlatformModule } from './auth/auth-platform.module';
import { Shutdown } from './boot/shutdown';
import { ServerConfig } from './config/server-config';
import { CryptoModule } from './crypto/crypto.module';
import { DatabaseModule } from './database/database.module';
import type { OpenDatabase } from './database/open-database';
import { ErrorsModule } from './errors/errors.module';
import { HealthModule } from './health/health.module';
import { AppLogger } from './logging/app-logger';
import { RedisModule } from './redis/redis.module';

/** What exists before the application: settings, an open database, a logger, and word of a stop. */
export interface Foundation {
  readonly config: ServerConfig;
  readonly database: OpenDatabase;
  readonly pino: Logger;
  readonly shutdown: Shutdown;
}

/** Everything features stand on; all of it is injectable everywhere. */
@Module({})
export class PlatformModule {
  static register({ config, database, pino, shutdown }: Foundation): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [
        DatabaseModule.register(database),
        ErrorsModule,
        AuditPlatformModule,
        AuthPlatformModule,
        HealthModule,
        RedisModule,
        CryptoModule,
      ],
      providers: [
        { provide: Shutdown, useValue: shutdown },
        { provide: ServerConfig, useValue: config },
        { provide: AppLogger, useValue: new AppLogger(pino) },
      ],
      exports: [Shutdown, ServerConfig, AppLogger],
    };
  }
}
