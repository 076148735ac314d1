import type { ModelTest, TestModelBody } from '@heddle/contracts';
import type { ChatChunk } from '@heddle/engine';
import type { JsonObject, Usage } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { ModelProbe } from '../../adapters/models/model-probe';
import type { ModelTarget } from '../../adapters/models/model-target';
import type { Actor } from '../../platform/auth/actor';
import { SecretBox } from '../../platform/crypto/secret-box';
import { InstancesService } from './instances.service';
import { targetOf } from './model-targets';
import { ProviderHealthNotes } from './provider-health';
import { failureOf } from './provider-tests.service';
import { TestLimits } from './test-limits';
import { withinTime } from './within-time';
import { workspaceModelErrors } from './workspace-model-errors';

const TEST_MS = 60_000;
const PROMPT = 'Say hello in one short sentence.';
const TEXTS = ['A cat lies on the roof.', 'The train leaves at nine.'] as const;

/** A piece of what a tested model says. */
export type Said = Extract<ChatChunk, { type: 'text' | 'reasoning' }>;

/** A test that is about to begin. */
export interface InstanceTest {
  /** Asks the model; pieces go to `say` as they come. Failures are part of the answer. */
  run(say: (piece: Said) => Promise<void>, signal?: AbortSignal): Promise<ModelTest>;
}

/** What the model gave. */
interface Outcome {
  text: string;
  usage: Usage | null;
  firstTokenMs: number | null;
}

interface Question {
  readonly actor: Actor;
  readonly target: ModelTarget;
  readonly prompt: string;
  readonly signal: AbortSignal;
  readonly outcome: Outcome;
  readonly say: (piece: Said) => Promise<void>;
}

/** Asks single models something, to see whether they answer. */
@Injectable()
export class InstanceTests {
  constructor(
    private readonly instances: InstancesService,
    private readonly probe: ModelProbe,
    private readonly health: ProviderHealthNotes,
    private readonly limits: TestLimits,
    private readonly box: SecretBox,
  ) {}

  /** @throws NOT_FOUND, RATE_LIMITED, MODEL_TEST_UNSUPPORTED */
  async prepare(actor: Actor, id: string, body: TestModelBody): Promise<InstanceTest> {
    const row = await this.instances.row(actor, id);
    const ask = this.asks[row.model.model_type];
    if (!ask) throw workspaceModelErrors.MODEL_TEST_UNSUPPORTED({ type: row.model.model_type });
    await this.limits.count(actor.workspaceId);
    const known = targetOf(row, this.box);
    const defaultParams = { ...known.defaultParams, ...(body.params as JsonObject | undefined) };
    const target = { ...known, defaultParams };
    const prompt = body.prompt?.trim() ? body.prompt : PROMPT;
    return {
      run: async (say, signal) => {
        const outcome: Outcome = { text: '', usage: null, firstTokenMs: null };
        const began = performance.now();
        const question = { actor, target, prompt, outcome, say };
        const work = withinTime(TEST_MS, (both) => ask({ ...question, signal: both }), signal);
        const error = await failureOf(work);
        const latencyMs = Math.round(performance.now() - began);
        const { workspaceId } = actor;
        if (!signal?.aborted) {
          await this.health.write({ workspaceId, providerId: row.provider.id, latencyMs, error });
        }
        return {
          ok: error === undefined,
          latency_ms: latencyMs,
          first_token_ms: outcome.firstTokenMs,
          text: outcome.text,
          usage: outcome.usage,
          ...(error === undefined ? {} : { error }),
        };
      },
    };
  }

  private readonly asks: Readonly<Record<string, (question: Question) => Promise<void>>> = {
    llm: (question) => this.chat(question),
    embedding: (question) => this.embed(question),
    rerank: (question) => this.rerank(question),
  };

  private async chat({ actor, target, prompt, signal, outcome, say }: Question): Promise<void> {
    const { workspaceId } = actor;
    const request = { workspaceId, messages: [{ role: 'user', content: prompt }] } as const;
    const began = performance.now();
    for await (const chunk of this.probe.chat(target, request, signal)) {
      if (chunk.type === 'done') outcome.usage = chunk.usage;
      if (chunk.type !== 'text' && chunk.type !== 'reasoning') continue;
      outcome.firstTokenMs ??= Math.round(performance.now() - began);
      if (chunk.type === 'text') outcome.text += chunk.text;
      await say(chunk);
    }
  }

  private async embed({ actor, target, prompt, signal, outcome }: Question): Promise<void> {
    const request = { workspaceId: actor.workspaceId, texts: [prompt] };
    const { dimensions, usage } = await this.probe.embed(target, request, signal);
    Object.assign(outcome, { text: String(dimensions), usage });
  }

  private async rerank({ actor, target, prompt, signal, outcome }: Question): Promise<void> {
    const request = { workspaceId: actor.workspaceId, query: prompt, texts: TEXTS };
    const { items, usage } = await this.probe.rerank(target, request, signal);
    const lines = items.map(({ index, score }) => `${score.toFixed(3)} ${TEXTS[index] ?? ''}`);
    Object.assign(outcome, { text: lines.join('\n'), usage });
  }
}
