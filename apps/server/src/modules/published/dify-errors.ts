import type { FlowError, WireError } from '@heddle/model';
import { statusOf } from '../../platform/errors/wire-error';

/** An error as clients of Dify read it. */
export interface DifyError {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly params?: string;
}

/** Their word for our codes, where they have one. */
const CODES: Readonly<Record<string, string>> = {
  AUTH_REQUIRED: 'unauthorized',
  AUTH_INVALID: 'unauthorized',
  FORBIDDEN: 'forbidden',
  SCOPE_MISSING: 'forbidden',
  NOT_FOUND: 'not_found',
  FILE_NOT_FOUND: 'file_not_found',
  RATE_LIMITED: 'too_many_requests',
  NOT_CHAT_APP: 'not_chat_app',
  NOT_WORKFLOW_APP: 'not_workflow_app',
  NOT_COMPLETION_APP: 'not_completion_app',
  SUGGESTIONS_OFF: 'bad_request',
  NO_FILE_UPLOADED: 'no_file_uploaded',
  FILE_TOO_LARGE: 'file_too_large',
  FLOW_NOT_PUBLISHED: 'app_unavailable',
  MODEL_NOT_CONFIGURED: 'provider_not_initialize',
  PROVIDER_AUTH_FAILED: 'provider_not_initialize',
  INTERNAL: 'internal_server_error',
  IDEMPOTENCY_KEY_REUSED: 'IDEMPOTENCY_KEY_REUSED',
};

const codeOf = (error: FlowError): string =>
  CODES[error.code] ?? (error.category === 'user' ? 'invalid_param' : error.code.toLowerCase());

/** Writes an error in Dify's form. */
export function difyErrorOf(error: FlowError): DifyError {
  const code = codeOf(error);
  const { path } = error.details;
  return {
    code,
    message: error.category === 'internal' ? 'Internal Server Error' : error.message,
    status: statusOf(error),
    ...(code === 'invalid_param' && path !== undefined && path !== '' ? { params: path } : {}),
  };
}

/** Writes the error of a run in Dify's form; what a caller sent is told from what went wrong on the way. */
export function difyRunError(error: WireError): DifyError {
  const isInput = error.code.startsWith('INPUT_');
  const code = CODES[error.code] ?? (isInput ? 'invalid_param' : 'completion_request_error');
  return { code, message: error.message, status: 400 };
}
