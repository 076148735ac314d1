import type { ImportPreview, ToolAuthBody } from '@heddle/contracts';
import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { toolErrors } from '../tool-errors';
import type { ImportedTool } from './operation';
import { readOperation, type FoundOperation } from './read-operation';
import { resolved } from './references';

/** What was left out of a document or cut, and why. */
export type ImportWarning = ImportPreview['warnings'][number];

/** What an OpenAPI document offers. */
export interface OpenApiOffer {
  readonly title: string;
  /** Where the service is, when the document says. */
  readonly serverUrl: string | undefined;
  /** How the service wants to be told who calls; without a credential, which documents do not have. */
  readonly auth: Omit<ToolAuthBody, 'credential'>;
  readonly tools: readonly ImportedTool[];
  readonly warnings: readonly ImportWarning[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;
const MAX_OPERATIONS = 500;
const NO_AUTH = { type: 'none', in: 'header', name: 'X-API-Key', username: '' } as const;

const text = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '');

function refuseOtherVersions(document: JsonObject): void {
  const version = text(document['openapi']);
  if (/^3\.\d/.test(version)) return;
  const old = text(document['swagger']);
  const found = version || (old && `Swagger ${old}`);
  const reason = found
    ? `it is of version ${found.slice(0, 40)}, and only OpenAPI 3 is read`
    : 'it has no "openapi" with the version of OpenAPI';
  throw toolErrors.OPENAPI_INVALID({ reason });
}

/** The address of the first server, its variables at their defaults, relative to where the document is from. */
function serverUrlOf(document: JsonObject, base: string | undefined): string | undefined {
  const servers = document['servers'];
  const server = Array.isArray(servers) ? servers[0] : undefined;
  if (!isJsonObject(server)) return base && new URL('/', base).href;
  const variables = isJsonObject(server['variables']) ? server['variables'] : {};
  const address = text(server['url']).replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isJsonObject(variable) ? text(variable['default']) : whole;
  });
  if (!URL.canParse(address, base)) return undefined;
  const { href, protocol } = new URL(address, base);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** The name of the security scheme that the document asks for, or has. */
function schemeNameOf(document: JsonObject, schemes: JsonObject): string | undefined {
  const { security } = document;
  const [wanted] = Array.isArray(security) ? security : [];
  const [asked] = isJsonObject(wanted) ? Object.keys(wanted) : [];
  return asked ?? Object.keys(schemes)[0];
}

function schemeOf(document: JsonObject): JsonObject | undefined {
  const components = document['components'];
  const schemes = isJsonObject(components) ? components['securitySchemes'] : undefined;
  if (!isJsonObject(schemes)) return undefined;
  const name = schemeNameOf(document, schemes);
  return name !== undefined && Object.hasOwn(schemes, name) ? resolved(document, schemes[name]) : undefined;
}

function apiKeyAuth(scheme: JsonObject): OpenApiOffer['auth'] {
  const place = text(scheme['in']) === 'query' ? 'query' : 'header';
  return { ...NO_AUTH, type: 'api_key', in: place, name: text(scheme['name']) || NO_AUTH.name };
}

function authOf(document: JsonObject): OpenApiOffer['auth'] {
  const scheme = schemeOf(document) ?? {};
  switch (text(scheme['type'])) {
    case 'apiKey':
      return apiKeyAuth(scheme);
    case 'http':
      return { ...NO_AUTH, type: text(scheme['scheme']).toLowerCase() === 'basic' ? 'basic' : 'bearer' };
    case 'oauth2':
    case 'openIdConnect':
      return { ...NO_AUTH, type: 'bearer' };
    default:
      return NO_AUTH;
  }
}

function* operationsOf(document: JsonObject): Generator<FoundOperation> {
  const paths = document['paths'];
  for (const [path, value] of Object.entries(isJsonObject(paths) ? paths : {})) {
    const item = resolved(document, value);
    if (item === undefined || !path.startsWith('/')) continue;
    const shared = Array.isArray(item['parameters']) ? item['parameters'] : [];
    for (const method of METHODS) {
      const operation = item[method];
      if (!isJsonObject(operation)) continue;
      // Servers that only an operation or its path has must not be sent the credential of the document's.
      const servers = operation['servers'] ?? item['servers'];
      yield {
        method,
        path,
        operation: servers === undefined ? operation : { ...operation, servers },
        shared,
      };
    }
  }
}

const MESSAGES: Readonly<Record<ImportWarning['code'], string>> = {
  OWN_SERVER: ' was left out: it has a server of its own.',
  TOO_MANY: ` was left out: only ${MAX_OPERATIONS} operations are imported at once.`,
  ARGUMENTS_CUT: ': its arguments are so many that some are not described.',
};

const warning = (code: ImportWarning['code'], operation: string): ImportWarning => ({
  code,
  operation,
  message: operation + MESSAGES[code],
});

/** Reads the operations of a document as tools, those of the given names alone when there are any. */
function readTools(
  document: JsonObject,
  wanted: ReadonlySet<string> | undefined,
): Pick<OpenApiOffer, 'tools' | 'warnings'> {
  const tools: ImportedTool[] = [];
  const warnings: ImportWarning[] = [];
  for (const found of operationsOf(document)) {
    const { tool, isCut } = readOperation(document, found);
    if (wanted && !wanted.has(tool.name)) continue;
    const place = `${tool.operation.method} ${found.path}`;
    if (found.operation['servers'] !== undefined) {
      warnings.push(warning('OWN_SERVER', place));
    } else if (tools.length >= MAX_OPERATIONS) {
      warnings.push(warning('TOO_MANY', place));
    } else {
      tools.push(tool);
      if (isCut) warnings.push(warning('ARGUMENTS_CUT', place));
    }
  }
  return { tools, warnings };
}

/**
 * Reads an OpenAPI 3 document, parsed already.
 * @throws OPENAPI_INVALID
 */
export function readOpenApi(
  document: Json,
  options: { readonly url?: string | undefined; readonly operations?: readonly string[] | undefined } = {},
): OpenApiOffer {
  if (!isJsonObject(document)) throw toolErrors.OPENAPI_INVALID({ reason: 'it is no object' });
  refuseOtherVersions(document);
  const read = readTools(document, options.operations && new Set(options.operations));
  if (read.tools.length === 0) {
    throw toolErrors.OPENAPI_INVALID({
      reason: ['it has no operations to import', ...read.warnings.map(({ message }) => message)].join('. '),
    });
  }
  const { info } = document;
  return {
    title: (isJsonObject(info) ? text(info['title']) : '').slice(0, 200) || 'API',
    serverUrl: serverUrlOf(document, options.url),
    auth: authOf(document),
    ...read,
  };
}
