import { Sandbox } from '@heddle/sandbox';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ServerConfig } from '../../platform/config/server-config';

const USES_PYTHON = `
SELECT EXISTS (
  SELECT FROM flow_definitions flow
  JOIN flow_versions live ON live.flow_id = flow.id AND live.version = flow.published_version
  WHERE flow.deleted_at IS NULL
    AND live.definition::jsonb @? '$.nodes[*] ? (@.type == "code" && @.config.language == "python")'
) AS "isUsed"`;

/** Starts a Python interpreter at boot where a published flow will need one, so that its first run does not wait. */
@Injectable()
export class PythonWarmUp implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sandbox: Sandbox,
    private readonly config: ServerConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.warmUp().catch((error: unknown) => {
      new Logger(PythonWarmUp.name).warn(`Python was not started ahead: ${String(error)}`);
    });
  }

  /** Starts an interpreter if any flow that is live has Python in it. */
  async warmUp(): Promise<void> {
    const [row] = await this.database.query<{ isUsed: boolean }[]>(USES_PYTHON);
    if (row?.isUsed) await this.sandbox.prewarm('python');
  }
}
