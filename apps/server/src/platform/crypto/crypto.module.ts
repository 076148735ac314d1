import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServerConfig } from '../config/server-config';
import { checkKeys } from './key-check';
import { SecretBox } from './secret-box';

/** Seals and opens secrets with the installation's keys, and refuses to start without one that is needed. */
@Global()
@Module({
  providers: [
    {
      provide: SecretBox,
      useFactory: (config: ServerConfig) => new SecretBox(config.secretKey, config.previousSecretKeys),
      inject: [ServerConfig],
    },
  ],
  exports: [SecretBox],
})
export class CryptoModule implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
  ) {}

  /** @throws ConfigError when something in the database was sealed with a key that is not here */
  async onModuleInit(): Promise<void> {
    await checkKeys((sql, values) => this.dataSource.query(sql, [...values]), this.box);
  }
}
