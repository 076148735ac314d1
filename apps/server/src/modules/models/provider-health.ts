import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ModelProviderEntity } from './model-provider.entity';

/** Good news is written this seldom; a change at once. */
const REPEAT_MS = 30_000;
/** Errors that are about the request or the caller and say nothing of the provider. */
const NOT_THE_PROVIDER: ReadonlySet<string> = new Set([
  'CANCELLED',
  'CONTEXT_TOO_LONG',
  'MODEL_NOT_CONFIGURED',
  'MODEL_USE_NOT_SUPPORTED',
  'TOOL_ARGUMENTS_INVALID',
  'SECRET_UNREADABLE',
]);

/** How a provider did when it was asked. */
export interface ProviderAnswer {
  readonly workspaceId: string;
  readonly providerId: string;
  readonly latencyMs: number;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

interface Noted extends ProviderAnswer {
  readonly at: Date;
}

interface Written {
  readonly code: string;
  readonly atMs: number;
}

/** Remembers how providers do, and writes it now and then. */
@Injectable()
export class ProviderHealthNotes {
  private readonly noted = new Map<string, Noted>();
  private readonly written = new Map<string, Written>();

  constructor(
    @InjectRepository(ModelProviderEntity) private readonly providers: Repository<ModelProviderEntity>,
  ) {}

  /** Notes an answer for the next {@link flush}. @returns whether there is something to write */
  note(answer: ProviderAnswer): boolean {
    const code = answer.error?.code ?? '';
    if (NOT_THE_PROVIDER.has(code)) return false;
    const before = this.written.get(answer.providerId);
    const isNews = before?.code !== code || Date.now() - before.atMs >= REPEAT_MS;
    if (!isNews && !this.noted.has(answer.providerId)) return false;
    this.noted.set(answer.providerId, { ...answer, at: new Date() });
    return true;
  }

  /** Writes an answer at once. */
  async write(answer: ProviderAnswer): Promise<void> {
    this.noted.delete(answer.providerId);
    await this.save({ ...answer, at: new Date() });
  }

  /** Writes what was noted. */
  async flush(): Promise<void> {
    const all = [...this.noted.values()];
    this.noted.clear();
    for (const one of all) await this.save(one);
  }

  private async save({ workspaceId, providerId, latencyMs, error, at }: Noted): Promise<void> {
    this.written.set(providerId, { code: error?.code ?? '', atMs: at.getTime() });
    await this.providers.update(
      { workspace_id: workspaceId, id: providerId },
      {
        health_status: error ? 'failing' : 'ok',
        health_latency_ms: Math.round(latencyMs),
        health_checked_at: at,
        health_error: error ? { code: error.code, message: error.message } : null,
      },
    );
  }
}
