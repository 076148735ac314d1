import { defineErrors } from '@heddle/model';

interface FieldDetails {
  readonly path: string;
}

const at = (path: string): string => (path === '' ? 'body' : path);
const count = (value: number): string => value.toLocaleString('en-US');

/** Errors about requests themselves, whichever feature they are for. */
export const requestErrors = defineErrors({
  INPUT_REQUIRED: {
    category: 'user',
    message: ({ path }: FieldDetails) => `${at(path)} must not be empty`,
  },
  INPUT_TYPE: {
    category: 'user',
    message: ({ path, expected, got }: FieldDetails & { expected: string; got: string }) =>
      `${at(path)}: expected ${expected}, got ${got}`,
  },
  INPUT_INVALID: {
    category: 'user',
    message: ({ path, reason }: FieldDetails & { reason: string }) => `${at(path)}: ${reason}`,
  },
  INPUT_TOO_LONG: {
    category: 'user',
    status: 422,
    message: ({ path, size, limit }: FieldDetails & { size: number; limit: number }) =>
      `${at(path)} has ${count(size)}, limit ${count(limit)}`,
  },
  INPUT_TOO_SHORT: {
    category: 'user',
    message: ({ path, size, limit }: FieldDetails & { size: number; limit: number }) =>
      `${at(path)} has ${count(size)}, needs at least ${count(limit)}`,
  },
  INPUT_OUT_OF_RANGE: {
    category: 'user',
    message: ({ path, reason }: FieldDetails & { reason: string }) => `${at(path)}: ${reason}`,
  },
  INPUT_BAD_CHARACTER: {
    category: 'user',
    message: ({ path, position }: FieldDetails & { position?: number }) =>
      `${at(path)} has a character that cannot be stored${position === undefined ? '' : `, at ${position}`}`,
  },
  FIELD_NOT_ALLOWED: {
    category: 'user',
    message: ({ path }: FieldDetails) => `${at(path)} cannot be set here`,
  },
  ID_INVALID: {
    category: 'user',
    message: ({ path }: FieldDetails) => `${at(path)} is not an id`,
  },
  QUERY_INVALID: {
    category: 'user',
    message: ({ path, reason }: FieldDetails & { reason: string }) => `${path}: ${reason}`,
  },
  JSON_SYNTAX: {
    category: 'user',
    message: ({ position, reason }: { position: number; reason: string }) =>
      `the body is not JSON: ${reason} at position ${position}`,
  },
  JSON_TOO_DEEP: {
    category: 'user',
    message: ({ depth, limit }: { depth: number; limit: number }) =>
      `the body nests ${count(depth)} levels, limit ${count(limit)}`,
  },
  NUMBER_OUT_OF_RANGE: {
    category: 'user',
    message: ({ literal, position }: { literal: string; position: number }) =>
      `the number ${literal} at position ${position} cannot be kept exactly; send it as text`,
  },
  CONTENT_TYPE: {
    category: 'user',
    status: 415,
    message: ({ expected }: { expected: string }) => `send ${expected}`,
  },
  BODY_TOO_LARGE: {
    category: 'user',
    status: 413,
    message: ({ limit }: { limit: number }) => `the body is over the limit of ${count(limit)} bytes`,
  },
  REQUEST_INVALID: {
    category: 'user',
    message: ({ reason }: { reason: string }) => reason,
  },
  NOT_FOUND: {
    category: 'user',
    status: 404,
    message: ({ what }: { what?: string }) => `${what ?? 'what you asked for'} was not found`,
  },
  CONFLICT: {
    category: 'user',
    status: 409,
    message: () => 'this clashes with something that is already there',
  },
});

/** Errors about who asks and how often. */
export const accessErrors = defineErrors({
  AUTH_REQUIRED: {
    category: 'forbidden',
    status: 401,
    message: () => 'sign in, or send a token as Authorization: Bearer',
  },
  AUTH_INVALID: {
    category: 'forbidden',
    status: 401,
    message: ({ subject }: { subject?: string }) => `${subject ?? 'the session or token'} is not valid`,
  },
  FORBIDDEN: {
    category: 'forbidden',
    message: ({ permission, role }: { permission: string; role: string }) =>
      `this needs the permission ${permission}, which the role ${role} does not have`,
  },
  ORIGIN_NOT_ALLOWED: {
    category: 'forbidden',
    message: ({ origin }: { origin: string }) => `requests from ${origin} are not allowed`,
  },
  RATE_LIMITED: {
    category: 'forbidden',
    status: 429,
    isRetryable: true,
    message: ({ retry_after_seconds }: { retry_after_seconds: number }) =>
      `too many tries; wait ${retry_after_seconds} s`,
  },
});

/** Errors of the machinery underneath; all may pass by themselves except INTERNAL. */
export const platformErrors = defineErrors({
  DATABASE_UNAVAILABLE: {
    category: 'operational',
    status: 503,
    message: (_: { retry_after_seconds: number }) =>
      'the database cannot be reached right now; try again shortly',
  },
  DATABASE_BUSY: {
    category: 'operational',
    status: 503,
    message: (_: { retry_after_seconds: number }) => 'the database took too long for this; try again shortly',
  },
  NOT_SERVED_HERE: {
    category: 'user',
    status: 404,
    message: () => 'this process only runs flows; ask an API process',
  },
  STARTING: {
    category: 'operational',
    status: 503,
    message: (_: { retry_after_seconds: number }) => 'the server is still starting',
  },
  SHUTTING_DOWN: {
    category: 'operational',
    status: 503,
    message: (_: { retry_after_seconds: number }) => 'the server is shutting down',
  },
  STORAGE_FULL: {
    category: 'operational',
    status: 507,
    message: () => 'there is no room left to store this',
  },
  INTERNAL: {
    category: 'internal',
    message: () => 'something went wrong on our side',
  },
});
