import type { ModelLimits } from '@heddle/contracts';
import { defineErrors, FlowError, type ErrorDetails } from '@heddle/model';

const LIMITS: Readonly<Record<keyof ModelLimits, string>> = {
  requests_per_minute: 'requests a minute',
  tokens_per_minute: 'tokens a minute',
  concurrency: 'requests at once',
};

const count = (value: number): string => value.toLocaleString('en-US');

/** Which of the three limits of an answer ran out. */
export type DeadlinePhase = 'first_token' | 'idle' | 'total';

const PHASES: Readonly<Record<DeadlinePhase, (limit: string) => string>> = {
  first_token: (limit) => `The model did not begin to answer within ${limit}.`,
  idle: (limit) => `The model stopped in the middle of its answer for ${limit}.`,
  total: (limit) => `The model's answer took longer than ${limit}.`,
};

/** What can go wrong between us and a model. */
export const modelErrors = defineErrors({
  MODEL_NOT_CONFIGURED: {
    category: 'user',
    message: ({ model }: { model?: string }) =>
      model === undefined
        ? 'No model is configured: add a model provider, or set OPENAI_API_KEY before the start.'
        : `The model '${model}' is not configured.`,
  },
  MODEL_USE_NOT_SUPPORTED: {
    category: 'user',
    message: ({ provider, use }: { provider: string; use: 'embedding' | 'rerank' }) =>
      `${provider} offers no ${use === 'embedding' ? 'embeddings' : 'ordering of texts'}.`,
  },
  PROVIDER_URL_NOT_ALLOWED: {
    category: 'forbidden',
    message: ({ provider }: { provider: string }) =>
      `The base URL of ${provider} leads to an address that is never allowed.`,
  },
  PROVIDER_AUTH_FAILED: {
    category: 'operational',
    isRetryable: false,
    message: ({ provider, reason }: { provider: string; reason: string }) =>
      `The provider refused the key: check the key of ${provider}. It said: ${reason}`,
  },
  CONTEXT_TOO_LONG: {
    category: 'user',
    status: 422,
    message: ({ prompt_tokens, limit_tokens }: { prompt_tokens?: number; limit_tokens?: number }) =>
      `The messages are too long for the model${
        prompt_tokens === undefined || limit_tokens === undefined
          ? '.'
          : `: ${count(prompt_tokens)} tokens, limit ${count(limit_tokens)}.`
      }`,
  },
  UPSTREAM_NOT_A_MODEL_API: {
    category: 'operational',
    isRetryable: false,
    message: ({ provider }: { provider: string }) =>
      `${provider} answered with a web page instead of a model's answer: check its base URL.`,
  },
  UPSTREAM_TRUNCATED: {
    category: 'operational',
    message: ({ reason }: { partial_text: string; reason: string }) =>
      `The model's answer is incomplete: ${reason}.`,
  },
  UPSTREAM_ANSWER_INVALID: {
    category: 'operational',
    isRetryable: false,
    message: ({ provider, reason }: { provider: string; reason: string }) =>
      `${provider} answered in a way that cannot be used: ${reason}.`,
  },
  UPSTREAM_TIMEOUT: {
    category: 'operational',
    status: 504,
    message: ({ phase, limit_ms }: { phase: DeadlinePhase; limit_ms: number; partial_text: string }) =>
      PHASES[phase](`${count(limit_ms / 1_000)} s`),
  },
  TOOL_ARGUMENTS_INVALID: {
    category: 'operational',
    message: ({ tool, reason }: { tool: string; arguments: string; reason: string }) =>
      `The model called the tool '${tool}' with arguments that are no JSON object: ${reason}.`,
  },
});

/** A failure that the provider reports; whether a retry may help depends on what it says. */
export interface UpstreamFailure {
  readonly message: string;
  readonly isRetryable: boolean;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/** A model's own limit lets no more through for now. */
export const limitReached = (name: string, limit: keyof ModelLimits, retryAfterMs: number): FlowError =>
  rateLimited({
    message: `The limit of ${name} is used up: ${LIMITS[limit]}.`,
    isRetryable: true,
    details: {
      limit,
      retry_after_ms: retryAfterMs,
      retry_after_seconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
    },
  });

/** The provider failed, or refused the request. */
export const upstreamError = (failure: UpstreamFailure): FlowError =>
  new FlowError({ code: 'UPSTREAM_ERROR', category: 'operational', ...failure });

/** The provider allows no more requests for now, or, without a retry, no more at all. */
export const rateLimited = (failure: UpstreamFailure): FlowError =>
  new FlowError({ code: 'RATE_LIMITED', category: 'operational', status: 429, ...failure });
