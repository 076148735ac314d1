import type { DetectedModels, LocalProviders, ProviderTest } from '@heddle/contracts';
import { isFlowError } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { ModelProbe } from '../../adapters/models/model-probe';
import { listPresets } from '../../adapters/models/presets/presets';
import type { Actor } from '../../platform/auth/actor';
import { SecretBox } from '../../platform/crypto/secret-box';
import { findLocalServers } from './local-servers';
import { providerTarget } from './model-targets';
import { ModelsRepository } from './models.repository';
import { ProviderHealthNotes } from './provider-health';
import { ProvidersService } from './providers.service';
import { TestLimits } from './test-limits';
import { withinTime } from './within-time';

/** Somebody waits in front of a form. */
const PING_MS = 4_500;
const DETECT_MS = 15_000;

/** Asks providers how they are and what they have. */
@Injectable()
export class ProviderTests {
  constructor(
    private readonly providers: ProvidersService,
    private readonly rows: ModelsRepository,
    private readonly probe: ModelProbe,
    private readonly health: ProviderHealthNotes,
    private readonly limits: TestLimits,
    private readonly box: SecretBox,
  ) {}

  /** Whether a provider answers and takes the key, and how fast; kept as its health. @throws NOT_FOUND */
  async test(actor: Actor, id: string): Promise<ProviderTest> {
    const { provider } = await this.providers.row(actor, id);
    await this.limits.count(actor.workspaceId);
    const target = providerTarget(provider, this.box);
    const began = performance.now();
    const error = await failureOf(withinTime(PING_MS, (signal) => this.probe.ping(target, signal)));
    const latencyMs = Math.round(performance.now() - began);
    await this.health.write({ workspaceId: actor.workspaceId, providerId: id, latencyMs, error });
    return { ok: error === undefined, latency_ms: latencyMs, ...(error === undefined ? {} : { error }) };
  }

  /** @throws NOT_FOUND, PROVIDER_AUTH_FAILED, UPSTREAM_ERROR, UPSTREAM_TIMEOUT, … */
  async detect(actor: Actor, id: string): Promise<DetectedModels> {
    const { provider } = await this.providers.row(actor, id);
    await this.limits.count(actor.workspaceId);
    const target = providerTarget(provider, this.box);
    const [offered, added] = await Promise.all([
      withinTime(DETECT_MS, (signal) => this.probe.detect(target, signal)),
      this.rows.modelsOf(actor.workspaceId, id),
    ]);
    const known = new Set(added.map(({ model_name, model_type }) => `${model_type} ${model_name}`));
    return {
      models: offered.map(({ name, type, capabilities }) => ({
        model_name: name,
        model_type: type,
        capabilities,
        is_added: known.has(`${type} ${name}`),
      })),
    };
  }

  /** Model servers on this machine, at the addresses where they usually are. */
  async findLocal(actor: Actor): Promise<LocalProviders> {
    await this.limits.count(actor.workspaceId);
    return { items: await findLocalServers(listPresets(), this.probe) };
  }
}

/** What a test failed with; what is no failure of the provider is thrown. */
export async function failureOf(
  work: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string } | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!isFlowError(error)) throw error;
    return { code: error.code, message: error.message };
  }
}
