import type { ModelCapabilities, ModelLimits, ModelPrice } from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';

/** A model, where it is, and everything that a request to it needs. */
export interface ModelTarget {
  /** The row in `model_instances`; absent for a model of the settings (`OPENAI_*`). */
  readonly instanceId?: string;
  /** The row in `model_providers`; absent for the settings. */
  readonly providerId?: string;
  /** The provider's name for messages. */
  readonly provider: string;
  /** The preset, which says what protocol is spoken and what is peculiar about it. */
  readonly providerType: string;
  /** As `https://api.openai.com/v1`. */
  readonly baseURL: string;
  /** Keys that share the load; empty for servers that ask for none. */
  readonly apiKeys: readonly string[];
  readonly extraConfig: JsonObject;
  /** As the provider calls it. */
  readonly model: string;
  readonly capabilities: ModelCapabilities;
  /** For what a request leaves out. */
  readonly defaultParams: JsonObject;
  readonly price: ModelPrice | null;
  readonly limits: ModelLimits;
}
