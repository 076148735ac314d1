import { isNativeError } from 'node:util/types';
import { codeOf } from '../errors/error-code';

/** SQLSTATE classes and codes of a server that goes away, and of sockets that end. */
const LOST_SQLSTATE = /^(08...|57P0[123])$/;
const LOST_SYSTEM_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
// TypeORM lets go of a connection that broke between two queries, and then says it was released.
const LOST_MESSAGE =
  /connection terminated|query runner already released|client has encountered a connection error|timeout exceeded when trying to connect|Client was closed/i;

/** Whether an error says that the database cannot be reached, rather than that it refused something. */
export function isConnectionLoss(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isConnectionLoss);
  const code = codeOf(error);
  if (code !== undefined) return LOST_SQLSTATE.test(code) || LOST_SYSTEM_CODES.has(code);
  return LOST_MESSAGE.test(error.message);
}
