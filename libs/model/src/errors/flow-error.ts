/** Who has to act on an error; decides HTTP status, log level and whether a retry makes sense. */
export type ErrorCategory = 'user' | 'forbidden' | 'operational' | 'internal' | 'cancelled';

/** Where and why an error happened, safe to show: never a secret, a stack or a host path. */
export interface ErrorDetails {
  readonly node_id?: string;
  readonly path?: string;
  readonly [key: string]: unknown;
}

/** What a {@link FlowError} is made of. */
export interface FlowErrorInit {
  readonly code: string;
  readonly category: ErrorCategory;
  readonly message: string;
  readonly details?: ErrorDetails;
  /** HTTP status when the category's default does not fit. */
  readonly status?: number;
  /** Whether trying the same thing again may help; by default what the category says. */
  readonly isRetryable?: boolean;
  readonly cause?: unknown;
}

/** The one error class of the product; recognise it with {@link isFlowError}, by code. */
export class FlowError extends Error {
  readonly code: string;
  readonly category: ErrorCategory;
  readonly details: ErrorDetails;
  readonly status: number | undefined;
  readonly isRetryable: boolean;

  constructor(init: FlowErrorInit) {
    super(init.message, { cause: init.cause });
    this.name = 'FlowError';
    this.code = init.code;
    this.category = init.category;
    this.details = init.details ?? {};
    this.status = init.status;
    this.isRetryable = init.isRetryable ?? init.category === 'operational';
  }
}

/** Recognises our errors, optionally one code of them, even across duplicated module instances. */
export const isFlowError = (error: unknown, code?: string): error is FlowError =>
  error instanceof Error &&
  error.name === 'FlowError' &&
  'code' in error &&
  (code === undefined || error.code === code);

/** One row of an error table: category, text and what the text needs to know. */
export interface ErrorSpec<Details> {
  readonly category: ErrorCategory;
  readonly status?: number;
  readonly isRetryable?: boolean;
  readonly message: (details: Details) => string;
}

type ErrorTable = Readonly<Record<string, ErrorSpec<never>>>;
type DetailsOf<Spec> = Spec extends ErrorSpec<infer Details> ? Details : never;

/** Makes an error of one code: `errors.FLOW_CYCLE({ chain })`. */
export type ErrorFactories<Table extends ErrorTable> = {
  readonly [Code in keyof Table]: (
    details: DetailsOf<Table[Code]> & ErrorDetails,
    cause?: unknown,
  ) => FlowError;
};

/** Turns a lib's table of codes into factories, so that a code, its category and its text stand in one place. */
export function defineErrors<const Table extends ErrorTable>(table: Table): ErrorFactories<Table> {
  const entries = Object.entries(table).map(([code, spec]) => {
    const message = spec.message as (details: ErrorDetails) => string;
    const create = (details: ErrorDetails, cause?: unknown): FlowError =>
      new FlowError({
        code,
        category: spec.category,
        message: message(details),
        details,
        ...(spec.status === undefined ? {} : { status: spec.status }),
        ...(spec.isRetryable === undefined ? {} : { isRetryable: spec.isRetryable }),
        cause,
      });
    return [code, create] as const;
  });
  return Object.fromEntries(entries) as unknown as ErrorFactories<Table>;
}
