import type { FlowError } from '@heddle/model';
import { isNativeError } from 'node:util/types';
import { isConnectionLoss } from '../database/connection-loss';
import { codeOf } from './error-code';
import { platformErrors, requestErrors } from './request-errors';

const RETRY_AFTER_SECONDS = 2;

const unavailable = (cause: unknown): FlowError =>
  platformErrors.DATABASE_UNAVAILABLE({ retry_after_seconds: RETRY_AFTER_SECONDS }, cause);
const busy = (cause: unknown): FlowError =>
  platformErrors.DATABASE_BUSY({ retry_after_seconds: RETRY_AFTER_SECONDS }, cause);
const invalid = (cause: unknown): FlowError =>
  requestErrors.REQUEST_INVALID({ reason: 'a value in the request has a form that cannot be stored' }, cause);
const badCharacter = (cause: unknown): FlowError => requestErrors.INPUT_BAD_CHARACTER({ path: '' }, cause);
const tooLarge = (cause: unknown): FlowError =>
  requestErrors.REQUEST_INVALID(
    { reason: 'a value in the request is too large or too deep to be stored' },
    cause,
  );
const conflict = (cause: unknown): FlowError => requestErrors.CONFLICT({}, cause);

/** What the server says about values that somebody sent, or about its own state, by SQLSTATE. */
const BY_SQLSTATE: Readonly<Record<string, (cause: unknown) => FlowError>> = {
  '22P02': invalid,
  '22003': invalid,
  '22007': invalid,
  '22008': invalid,
  '2201W': invalid,
  '2201X': invalid,
  '22021': badCharacter,
  '22P05': badCharacter,
  '54000': tooLarge,
  '54001': tooLarge,
  '23505': conflict,
  '23503': conflict,
  '40001': busy,
  '40P01': busy,
  '55P03': busy,
  '57014': busy,
  '53300': unavailable,
  '53100': unavailable,
};

/** What the driver said, out of the error that TypeORM makes of it. */
const driverErrorOf = (error: unknown): unknown =>
  isNativeError(error) && 'driverError' in error ? error.driverError : error;

/** Reads a database error in our codes; undefined for what is not one, or is our own mistake. */
export function errorOfDatabase(error: unknown): FlowError | undefined {
  const driverError = driverErrorOf(error);
  if (isConnectionLoss(error) || isConnectionLoss(driverError)) return unavailable(error);
  const code = codeOf(driverError) ?? '';
  return Object.hasOwn(BY_SQLSTATE, code) ? BY_SQLSTATE[code]?.(error) : undefined;
}

/** Whether a write failed because a row with the same key exists. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(driverErrorOf(error)) === '23505';
