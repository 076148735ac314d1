import type { ModelCall } from '../../adapters/models/model-directory';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../platform/database/in-transaction';

/** What one model was used for on one day. */
interface Counter {
  readonly workspaceId: string;
  readonly day: string;
  readonly modelId: string | null;
  readonly modelName: string;
  requests: number;
  failures: number;
  promptTokens: number;
  completionTokens: number;
  cost: number;
  firstTokens: number;
  firstTokenMs: number;
}

// A workspace may be gone by now; rows in one order keep two processes from waiting for each other.
const ADD = `
INSERT INTO model_usage AS kept (workspace_id, day, model_id, model_name, requests, failures, prompt_tokens,
  completion_tokens, cost, first_tokens, first_token_ms)
SELECT added.* FROM unnest($1::uuid[], $2::date[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
  $8::bigint[], $9::float8[], $10::bigint[], $11::float8[]) AS added (workspace_id, day, model_id, model_name,
  requests, failures, prompt_tokens, completion_tokens, cost, first_tokens, first_token_ms)
WHERE EXISTS (SELECT 1 FROM workspaces WHERE id = added.workspace_id)
ORDER BY 1, 2, 3, 4
ON CONFLICT (workspace_id, day, model_id, model_name) DO UPDATE SET
  requests = kept.requests + EXCLUDED.requests,
  failures = kept.failures + EXCLUDED.failures,
  prompt_tokens = kept.prompt_tokens + EXCLUDED.prompt_tokens,
  completion_tokens = kept.completion_tokens + EXCLUDED.completion_tokens,
  cost = kept.cost + EXCLUDED.cost,
  first_tokens = kept.first_tokens + EXCLUDED.first_tokens,
  first_token_ms = kept.first_token_ms + EXCLUDED.first_token_ms`;

const today = (): string => new Date().toISOString().slice(0, 10);

/** Counts calls of models in memory, and adds the counts to the database all at once. */
@Injectable()
export class UsageCounters {
  private counters = new Map<string, Counter>();

  constructor(private readonly database: DataSource) {}

  count(call: ModelCall): void {
    const counter = this.counterOf(call);
    counter.requests += 1;
    if (call.error) counter.failures += 1;
    counter.promptTokens += call.promptTokens;
    counter.completionTokens += call.completionTokens;
    counter.cost += call.cost;
    if (call.firstTokenMs === null) return;
    counter.firstTokens += 1;
    counter.firstTokenMs += call.firstTokenMs;
  }

  /** Adds what was counted; what cannot be written now is written with the next. */
  async flush(): Promise<void> {
    if (this.counters.size === 0) return;
    const taken = this.counters;
    this.counters = new Map();
    try {
      await this.add([...taken.values()]);
    } catch (error) {
      for (const [key, counter] of taken) this.putBack(key, counter);
      throw error;
    }
  }

  private async add(all: readonly Counter[]): Promise<void> {
    const column = <Key extends keyof Counter>(key: Key): Counter[Key][] => all.map((one) => one[key]);
    await inTransaction(this.database, (tx) =>
      tx.query(ADD, [
        column('workspaceId'),
        column('day'),
        column('modelId'),
        column('modelName'),
        column('requests'),
        column('failures'),
        column('promptTokens'),
        column('completionTokens'),
        column('cost'),
        column('firstTokens'),
        column('firstTokenMs'),
      ]),
    );
  }

  private counterOf({ workspaceId, target }: ModelCall): Counter {
    const day = today();
    const modelId = target.instanceId ?? null;
    const key = JSON.stringify([workspaceId, day, modelId, target.model]);
    const kept = this.counters.get(key);
    if (kept) return kept;
    const fresh = { workspaceId, day, modelId, modelName: target.model, ...ZERO };
    this.counters.set(key, fresh);
    return fresh;
  }

  private putBack(key: string, counter: Counter): void {
    const now = this.counters.get(key);
    if (!now) return void this.counters.set(key, counter);
    for (const name of COUNTED) now[name] += counter[name];
  }
}

const ZERO = {
  requests: 0,
  failures: 0,
  promptTokens: 0,
  completionTokens: 0,
  cost: 0,
  firstTokens: 0,
  firstTokenMs: 0,
};

const COUNTED = Object.keys(ZERO) as (keyof typeof ZERO)[];
