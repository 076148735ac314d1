import { isNativeError } from 'node:util/types';
import { ConfigError } from '../config/environment';
import { FolderInUseError } from '../database/folder-lock';
import { isConnectionLoss } from '../database/connection-loss';
import { codeOf } from '../errors/error-code';

const isListenError = (error: unknown): boolean =>
  isNativeError(error) && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'bind');

/** Sentences for the person at the console about why the server does not start; undefined when it is our fault. */
export function refusalOf(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof FolderInUseError) return [error.message];
  if (isListenError(error)) {
    return codeOf(error) === 'EADDRINUSE'
      ? ['PORT is taken by another program. Stop that one, or set PORT to a free one.']
      : [`HOST and PORT cannot be listened on (${String(codeOf(error))}).`];
  }
  if (isConnectionLoss(error)) return ['DATABASE_URL leads to no server that answers.'];
  if (codeOf(error) === '28P01' || codeOf(error) === '28000') {
    return ['DATABASE_URL has a user name or password that the server refuses.'];
  }
  if (codeOf(error) === '3D000') return ['DATABASE_URL names a database that does not exist on the server.'];
  return undefined;
}
