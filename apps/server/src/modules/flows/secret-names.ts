import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** Tells which secrets a workspace has, by name only. */
@Injectable()
export class SecretNames {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Which of some names exist. */
  async existing(workspaceId: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ name: string }[]>(
      'SELECT name FROM secrets WHERE workspace_id = $1 AND name = ANY ($2)',
      [workspaceId, names],
    );
    return new Set(rows.map(({ name }) => name));
  }
}
