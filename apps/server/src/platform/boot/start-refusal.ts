import { ConfigError } from '../config/environment';
import { FolderInUseError } from '../database/folder-lock';
import { isConnectionLoss } from '../database/connection-loss';

const systemCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const isListenError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'bind');

/** Sentences for the person at the console about why the server does not start; undefined when it is our fault. */
export function refusalOf(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof FolderInUseError) return [error.message];
  if (isListenError(error)) {
    return systemCode(error) === 'EADDRINUSE'
      ? ['PORT is taken by another program. Stop that one, or set PORT to a free one.']
      : [`HOST and PORT cannot be listened on (${String(systemCode(error))}).`];
  }
  if (isConnectionLoss(error)) return ['DATABASE_URL leads to no server that answers.'];
  if (systemCode(error) === '28P01' || systemCode(error) === '28000') {
    return ['DATABASE_URL has a user name or password that the server refuses.'];
  }
  if (systemCode(error) === '3D000')
    return ['DATABASE_URL names a database that does not exist on the server.'];
  return undefined;
}
