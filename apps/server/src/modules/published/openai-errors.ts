import type { FlowError, JsonObject, WireError } from '@heddle/model';
import { statusOf } from '../../platform/errors/wire-error';

const typeOf = (status: number): string => {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
};

const CODES: Readonly<Record<string, string>> = {
  AUTH_INVALID: 'invalid_api_key',
  AUTH_REQUIRED: 'invalid_api_key',
  RATE_LIMITED: 'rate_limit_exceeded',
};

const errorBody = (error: {
  type: string;
  code: string;
  message: string;
  param: string | null;
}): JsonObject => ({
  error,
});

/** Writes an error in OpenAI's form. */
export function openAiErrorOf(error: FlowError): JsonObject {
  const { code, details, message, category } = error;
  return errorBody({
    type: typeOf(statusOf(error)),
    code: CODES[code] ?? code.toLowerCase(),
    message: category === 'internal' ? 'The server had an error while processing your request.' : message,
    param: details.path ?? null,
  });
}

/** Writes the error of a run in OpenAI's form. */
export const openAiRunError = ({ code, message }: WireError): JsonObject =>
  errorBody({ type: 'flow_failed', code: code.toLowerCase(), message, param: null });
