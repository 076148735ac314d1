import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { OpenDatabase } from './open-database';

const POOL_SIZE = 12;

/** Injects the open database itself: its kind and what it can do. */
export const OPEN_DATABASE = Symbol('open database');

/** Gives every module TypeORM over the open database; features register their entities with `forFeature`. */
@Module({})
export class DatabaseModule {
  static register(database: OpenDatabase): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          driver: database.driver,
          autoLoadEntities: true,
          synchronize: false,
          installExtensions: false,
          uuidExtension: 'pgcrypto',
          poolSize: POOL_SIZE,
          retryAttempts: 1,
          logging: false,
          // A null that TypeORM drops from a condition would match every row.
          invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
        }),
      ],
      providers: [{ provide: OPEN_DATABASE, useValue: database }],
      exports: [OPEN_DATABASE],
    };
  }
}
