import type { ProviderPreset } from '@heddle/contracts';
import { anthropicProtocol } from './anthropic/anthropic-protocol';
import { geminiProtocol } from './gemini/gemini-protocol';
import type { ModelProtocol } from './model-protocol';
import { openAiProtocol } from './openai/openai-protocol';

/** The languages in which providers are spoken to. */
export const PROTOCOLS: Readonly<Record<ProviderPreset['protocol'], ModelProtocol>> = {
  openai: openAiProtocol,
  anthropic: anthropicProtocol,
  gemini: geminiProtocol,
};
