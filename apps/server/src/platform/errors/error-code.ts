import { isNativeError } from 'node:util/types';

/** The `code` of an error of the system or the database; also of errors that another realm's class made. */
export const codeOf = (error: unknown): string | undefined =>
  isNativeError(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
