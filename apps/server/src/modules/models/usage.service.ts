import type { ModelUsage, ModelUsageQuery } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../../platform/auth/actor';
import { ModelCallRecorder } from './model-call-recorder';

const DAY_MS = 24 * 60 * 60 * 1000;
const USUAL_DAYS = 30;
const MOST_ROWS = 10_000;

const READ = `
SELECT to_char(day, 'YYYY-MM-DD') AS day, model_id, model_name, requests::float8 AS requests,
  failures::float8 AS failures, prompt_tokens::float8 AS prompt_tokens,
  completion_tokens::float8 AS completion_tokens, cost, first_token_ms / nullif(first_tokens, 0) AS first_token_ms
FROM model_usage
WHERE workspace_id = $1 AND day BETWEEN $2::date AND $3::date AND ($4::uuid IS NULL OR model_id = $4)
ORDER BY day DESC, requests DESC, model_name LIMIT ${MOST_ROWS}`;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Tells what the models of workspaces were used for. */
@Injectable()
export class UsageService {
  constructor(
    private readonly database: DataSource,
    private readonly recorder: ModelCallRecorder,
  ) {}

  async list({ workspaceId }: Actor, query: ModelUsageQuery): Promise<ModelUsage> {
    // So that somebody who looks right after a call finds it.
    await this.recorder.flush();
    const to = query.to ?? dayOf(Date.now());
    const from = query.from ?? dayOf(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS);
    const values = [workspaceId, from, to, query.model_id ?? null];
    return { items: await this.database.query<ModelUsage['items']>(READ, values) };
  }
}
