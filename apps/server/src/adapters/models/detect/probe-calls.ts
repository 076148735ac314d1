import { systemClock, type Clock } from '@heddle/engine';
import type { Fetch } from '../../http/guarded-fetch';
import { modelErrors } from '../failures/model-errors';
import { attemptFailure } from '../failures/upstream-failure';
import { ModelProbe, type OfferedModel } from '../model-probe';
import type { ModelTarget } from '../model-target';
import { waysOf } from '../presets/provider-traits';
import { withinTime } from '../runtime/ask-once';
import { createModelPorts, type ModelPorts } from '../runtime/model-ports';
import { readJson } from '../wire/read-answer';
import { sendRequest } from '../wire/send-request';
import { offeredModels } from './offered-models';

const LIMIT_MS = 20_000;

/** Asks providers and models directly. */
export class ProbeCalls extends ModelProbe {
  constructor(
    readonly fetch: Fetch,
    readonly clock: Clock = systemClock,
  ) {
    super();
  }

  async ping(target: ModelTarget, signal: AbortSignal): Promise<void> {
    const { models = '', ping = models } = waysOf(target.providerType).traits.paths;
    await this.#get(target, ping, signal);
  }

  async detect(target: ModelTarget, signal: AbortSignal): Promise<readonly OfferedModel[]> {
    const { models, paths } = waysOf(target.providerType).traits;
    const found = offeredModels(await this.#get(target, paths.models ?? '', signal), models);
    if (found) return found;
    const reason = 'it lists no models';
    throw modelErrors.UPSTREAM_ANSWER_INVALID({ provider: target.provider, reason });
  }

  chat(...[target, request, signal]: Parameters<ModelProbe['chat']>): ReturnType<ModelProbe['chat']> {
    return this.#ports(target).chat.stream(request, signal);
  }

  embed(...[target, request, signal]: Parameters<ModelProbe['embed']>): ReturnType<ModelProbe['embed']> {
    return this.#ports(target).embedding.embed(request, signal);
  }

  rerank(...[target, request, signal]: Parameters<ModelProbe['rerank']>): ReturnType<ModelProbe['rerank']> {
    return this.#ports(target).rerank.rerank(request, signal);
  }

  #ports(target: ModelTarget): ModelPorts {
    const alone = {
      ...target,
      limits: { requests_per_minute: null, tokens_per_minute: null, concurrency: null },
    };
    const directory = { find: () => Promise.resolve([alone]) };
    return createModelPorts({ directory, fetch: this.fetch, clock: this.clock, retries: 0 });
  }

  async #get(target: ModelTarget, path: string, signal: AbortSignal): Promise<unknown> {
    const { traits } = waysOf(target.providerType);
    const [apiKey = ''] = target.apiKeys;
    const call = { target, traits, params: {}, apiKey, fetch: this.fetch };
    try {
      return await withinTime(this, { limitMs: LIMIT_MS, signal }, async (inner) =>
        readJson(await sendRequest({ ...call, signal: inner }, { path })),
      );
    } catch (error) {
      signal.throwIfAborted();
      throw attemptFailure(error, { target, text: '', now: this.clock.now() });
    }
  }
}
