import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigError } from '../config/environment';
import { ServerConfig } from '../config/server-config';
import { SecretBox } from './secret-box';

const FACT = 'secret_key_check';
const PLACE = { table: 'installation_facts', column: 'value', rowId: FACT };
const MARK = 'the key of this installation';

/** Seals and opens secrets with the installation's key, and refuses to start with another one. */
@Global()
@Module({
  providers: [
    {
      provide: SecretBox,
      useFactory: (config: ServerConfig) => new SecretBox(config.secretKey),
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

  /** @throws ConfigError when the database was written with another key */
  async onModuleInit(): Promise<void> {
    await this.dataSource.query(
      'INSERT INTO installation_facts (name, value) VALUES ($1, to_jsonb($2::text)) ON CONFLICT (name) DO NOTHING',
      [FACT, this.box.seal(MARK, PLACE)],
    );
    const rows = await this.dataSource.query<{ value: string }[]>(
      'SELECT value FROM installation_facts WHERE name = $1',
      [FACT],
    );
    try {
      this.box.open(rows[0]?.value ?? '', PLACE);
    } catch {
      throw new ConfigError([
        'HEDDLE_SECRET_KEY is not the key that this database was written with: its secrets could not be read.',
      ]);
    }
  }
}
