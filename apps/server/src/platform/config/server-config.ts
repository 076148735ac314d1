import path from 'node:path';
import { ConfigError, readEnvironment, type Environment } from './environment';
import { decodeSecretKey, missingSecretKey, secretKeyOfFolder } from './secret-key';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * 1024;

/** Where rows are kept: in an embedded database in a folder, or on a Postgres server. */
export type DatabaseSettings =
  { readonly kind: 'embedded'; readonly folder: string } | { readonly kind: 'server'; readonly url: string };

/** The account that a first boot creates. */
export interface AdminSettings {
  readonly email: string;
  readonly password: string;
}

/** Everything the environment decides. */
export interface ConfigValues {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** What users see as the base URL, without a slash at the end. */
    readonly publicUrl: string | undefined;
    /** How many proxies in front may be believed about a client's address. */
    readonly trustedProxies: number;
  };
  readonly role: 'all' | 'api' | 'worker';
  readonly dataDir: string;
  readonly database: DatabaseSettings;
  readonly redisUrl: string | undefined;
  readonly secretKey: Buffer;
  /** Keys that only open: the one before this, or the one to come. */
  readonly previousSecretKeys: readonly Buffer[];
  readonly admin: AdminSettings | undefined;
  readonly openai: {
    readonly apiKey: string | undefined;
    readonly baseUrl: string | undefined;
    readonly model: string | undefined;
  };
  /** What the models of one workspace may be used together; null is no limit. */
  readonly modelLimits: {
    readonly requests_per_minute: number | null;
    readonly tokens_per_minute: number | null;
    readonly concurrency: number | null;
  };
  /** Private hosts, addresses and CIDRs that flows may reach, as written. */
  readonly httpAllow: readonly string[];
  /** JSON file that lists the commands that MCP servers may be; none may be started without one. */
  readonly mcpStdioAllowFile: string | undefined;
  readonly maxFileBytes: number;
  /** What of a run's event is kept inside it; larger values are kept beside it, once for each run. */
  readonly inlinePayloadBytes: number;
  readonly log: { readonly level: Environment['LOG_LEVEL']; readonly format: 'pretty' | 'json' };
}

/** The server's settings, read once at boot; inject it by this class. */
export class ServerConfig implements ConfigValues {
  readonly http: ConfigValues['http'];
  readonly role: ConfigValues['role'];
  readonly dataDir: string;
  readonly database: DatabaseSettings;
  readonly redisUrl: string | undefined;
  readonly secretKey: Buffer;
  readonly previousSecretKeys: readonly Buffer[];
  readonly admin: AdminSettings | undefined;
  readonly openai: ConfigValues['openai'];
  readonly modelLimits: ConfigValues['modelLimits'];
  readonly httpAllow: readonly string[];
  readonly mcpStdioAllowFile: string | undefined;
  readonly maxFileBytes: number;
  readonly inlinePayloadBytes: number;
  readonly log: ConfigValues['log'];

  constructor(values: ConfigValues) {
    Object.assign(this, values);
  }
}

function refuseContradictions(environment: Environment): void {
  const problems: string[] = [];
  const { HEDDLE_ROLE: role } = environment;
  if (role !== 'all') {
    const missing = (['DATABASE_URL', 'REDIS_URL'] as const).filter(
      (name) => environment[name] === undefined,
    );
    for (const name of missing) {
      problems.push(`${name} is required when HEDDLE_ROLE is ${role}: processes of one cluster meet there.`);
    }
  }
  if ((environment.HEDDLE_ADMIN_EMAIL === undefined) !== (environment.HEDDLE_ADMIN_PASSWORD === undefined)) {
    problems.push('HEDDLE_ADMIN_EMAIL and HEDDLE_ADMIN_PASSWORD only work together; set both or neither.');
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

function secretKeyOf(environment: Environment, dataDir: string): Buffer {
  const given = environment.HEDDLE_SECRET_KEY;
  if (given !== undefined) return decodeSecretKey(given, 'HEDDLE_SECRET_KEY');
  if (environment.DATABASE_URL !== undefined) throw missingSecretKey();
  return secretKeyOfFolder(dataDir);
}

const wordsOf = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

function adminOf(environment: Environment): AdminSettings | undefined {
  const { HEDDLE_ADMIN_EMAIL: email, HEDDLE_ADMIN_PASSWORD: password } = environment;
  return email === undefined || password === undefined ? undefined : { email, password };
}

function databaseOf(environment: Environment, dataDir: string): DatabaseSettings {
  const url = environment.DATABASE_URL;
  return url === undefined
    ? { kind: 'embedded', folder: path.join(dataDir, 'postgres') }
    : { kind: 'server', url };
}

/**
 * Reads the settings from environment variables, and makes the secret key of an embedded installation.
 * @throws ConfigError with one sentence for each problem
 */
export function loadConfig(variables: NodeJS.ProcessEnv, isTerminal: boolean): ServerConfig {
  const environment = readEnvironment(variables);
  refuseContradictions(environment);
  const dataDir = path.resolve(environment.HEDDLE_DATA_DIR);
  return new ServerConfig({
    http: {
      host: environment.HOST,
      port: environment.PORT,
      publicUrl: environment.HEDDLE_PUBLIC_URL?.replace(/\/+$/, ''),
      trustedProxies: environment.HEDDLE_TRUST_PROXY,
    },
    role: environment.HEDDLE_ROLE,
    dataDir,
    database: databaseOf(environment, dataDir),
    redisUrl: environment.REDIS_URL,
    secretKey: secretKeyOf(environment, dataDir),
    previousSecretKeys: wordsOf(environment.HEDDLE_SECRET_KEY_PREVIOUS).map((key) =>
      decodeSecretKey(key, 'HEDDLE_SECRET_KEY_PREVIOUS'),
    ),
    admin: adminOf(environment),
    openai: {
      apiKey: environment.OPENAI_API_KEY,
      baseUrl: environment.OPENAI_BASE_URL,
      model: environment.OPENAI_MODEL,
    },
    modelLimits: {
      requests_per_minute: environment.HEDDLE_MODEL_REQUESTS_PER_MINUTE ?? null,
      tokens_per_minute: environment.HEDDLE_MODEL_TOKENS_PER_MINUTE ?? null,
      concurrency: environment.HEDDLE_MODEL_CONCURRENCY ?? null,
    },
    httpAllow: wordsOf(environment.HEDDLE_HTTP_ALLOW),
    mcpStdioAllowFile: environment.HEDDLE_MCP_STDIO_ALLOW,
    maxFileBytes: environment.HEDDLE_MAX_FILE_MB * MEBIBYTE,
    inlinePayloadBytes: environment.HEDDLE_INLINE_PAYLOAD_KB * KIBIBYTE,
    log: { level: environment.LOG_LEVEL, format: environment.LOG_FORMAT ?? (isTerminal ? 'pretty' : 'json') },
  });
}
