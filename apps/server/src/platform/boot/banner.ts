import type { ServerConfig } from '../config/server-config';
import type { OpenDatabase } from '../database/open-database';

/** What the console tells about a server that has started. */
export interface BannerFacts {
  readonly url: string;
  readonly config: ServerConfig;
  readonly database: OpenDatabase;
  readonly hasWebApp: boolean;
  readonly elapsedMs: number;
}

interface Line {
  readonly part: string;
  readonly mode: string;
  readonly hint?: string;
}

/** Without user name and password, which may stand in the address. */
const withoutCredentials = (address: string): string => {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
};

const databaseLine = ({ config }: BannerFacts): Line =>
  config.database.kind === 'embedded'
    ? {
        part: 'Database',
        mode: `embedded in ${config.database.folder}`,
        hint: 'DATABASE_URL for a Postgres server',
      }
    : { part: 'Database', mode: withoutCredentials(config.database.url) };

const redisLine = ({ config }: BannerFacts): Line =>
  config.redisUrl === undefined
    ? { part: 'Cache, events', mode: 'in this process', hint: 'REDIS_URL for Redis' }
    : { part: 'Cache, events', mode: withoutCredentials(config.redisUrl) };

const modelLine = ({ config }: BannerFacts): Line => {
  const { apiKey, baseUrl, model } = config.openai;
  if (apiKey === undefined && baseUrl === undefined) {
    return { part: 'Model', mode: 'none', hint: 'OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL' };
  }
  return {
    part: 'Model',
    mode: `${model ?? 'default'} at ${withoutCredentials(baseUrl ?? 'https://api.openai.com/v1')}`,
  };
};

const vectorLine = ({ database }: BannerFacts): Line =>
  database.vectorVersion === null
    ? { part: 'Vectors', mode: 'none, full text alone', hint: 'install pgvector on the server' }
    : { part: 'Vectors', mode: `pgvector ${database.vectorVersion}` };

const format = (lines: readonly Line[]): string => {
  const width = Math.max(...lines.map(({ part }) => part.length));
  return lines
    .map(
      ({ part, mode, hint }) =>
        `  ${part.padEnd(width)}  ${mode}${hint === undefined ? '' : `  (set ${hint})`}`,
    )
    .join('\n');
};

/** The address, how each part runs and what would switch it. */
export function bannerOf(facts: BannerFacts): string {
  const web = facts.hasWebApp ? '' : '  The web app is not built; only the API answers.\n';
  const lines = [databaseLine, vectorLine, redisLine, modelLine].map((line) => line(facts));
  const seconds = (facts.elapsedMs / 1000).toFixed(1);
  return `\n  Heddle is ready at ${facts.url} after ${seconds} s\n${web}\n${format(lines)}\n  API: ${facts.url}/api/docs\n\n`;
}
