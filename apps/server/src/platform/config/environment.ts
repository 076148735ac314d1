import { z } from 'zod';

/** Thrown when the environment does not allow a start; `problems` are sentences for the person at the console. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

const url = (protocols: readonly string[]) =>
  z.string().refine(
    (text) => {
      return URL.canParse(text) && protocols.includes(new URL(text).protocol);
    },
    `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

const environment = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  HEDDLE_DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  REDIS_URL: url(['redis:', 'rediss:']).optional(),
  HEDDLE_ROLE: z.enum(['all', 'api', 'worker'], 'must be all, api or worker').default('all'),
  HEDDLE_SECRET_KEY: z.string().optional(),
  HEDDLE_SECRET_KEY_PREVIOUS: z.string().default(''),
  HEDDLE_ADMIN_EMAIL: z.email('must be an e-mail address').max(254).optional(),
  HEDDLE_ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(256, 'must have at most 256 characters')
    .optional(),
  OPENAI_API_KEY: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'must be plain ASCII, because it goes into a header')
    .optional(),
  OPENAI_BASE_URL: url(['http:', 'https:']).optional(),
  OPENAI_MODEL: z.string().optional(),
  HEDDLE_HTTP_ALLOW: z.string().default(''),
  HEDDLE_MCP_STDIO_ALLOW: z.string().optional(),
  HEDDLE_PUBLIC_URL: url(['http:', 'https:']).optional(),
  HEDDLE_TRUST_PROXY: integer(0, 16).default(0),
  HEDDLE_MAX_FILE_MB: integer(1, 10_240).default(50),
  HEDDLE_MODEL_REQUESTS_PER_MINUTE: integer(1, 1_000_000).optional(),
  HEDDLE_MODEL_TOKENS_PER_MINUTE: integer(1, 1_000_000_000).optional(),
  HEDDLE_MODEL_CONCURRENCY: integer(1, 10_000).optional(),
  HEDDLE_INLINE_PAYLOAD_KB: integer(1, 1_048_576).default(64),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  LOG_FORMAT: z.enum(['pretty', 'json'], 'must be pretty or json').optional(),
});

/** The environment after its one check; empty variables count as absent. */
export type Environment = z.output<typeof environment>;

/** Checks the variables of the environment that concern us. @throws ConfigError */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const set = Object.entries(variables)
    .map(([name, value]) => [name, value?.trim()] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const result = environment.safeParse(Object.fromEntries(set));
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
}
