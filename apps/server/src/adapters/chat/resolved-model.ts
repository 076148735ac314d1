import type { ModelChoice } from '@heddle/engine';

/** Where a model is and how it is called there. */
export interface ResolvedModel {
  /** As `https://api.openai.com/v1`. */
  readonly baseURL: string;
  /** Empty for servers that ask for none. */
  readonly apiKey: string;
  readonly model: string;
  /** The provider's name for messages; its host when absent. */
  readonly provider?: string;
}

/** Finds the model that a node means; undefined, or MODEL_NOT_CONFIGURED, when there is none. */
export type ResolveModel = (
  choice: ModelChoice,
  workspaceId: string,
) => ResolvedModel | undefined | Promise<ResolvedModel | undefined>;

/** What messages call a provider. */
export function providerName({ baseURL, provider }: ResolvedModel): string {
  return provider ?? (URL.canParse(baseURL) ? new URL(baseURL).host : 'the provider');
}
