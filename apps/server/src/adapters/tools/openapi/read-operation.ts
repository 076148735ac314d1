import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { SchemaInliner } from './inline-schema';
import type { ArgumentPlace, ArgumentStyle, ImportedTool, Operation, OperationArgument } from './operation';
import { resolved } from './references';

/** An operation as it stands in a document. */
export interface FoundOperation {
  /** In small letters, as documents write it. */
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  /** Parameters of the path, which its operations share. */
  readonly shared: readonly Json[];
}

const MAX_DESCRIPTION = 4_000;
const MAX_PARAMETERS = 200;
const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie'] satisfies ArgumentPlace[];
const STYLES: readonly string[] = ['simple', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];
/** Set by how the request is made, whatever a document says. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type']);
/** The best one first; what a document offers beyond these is sent as it is. */
const BODY_TYPES = [
  /^application\/json\b/i,
  /^[^;]+\+json\b/i,
  /^application\/x-www-form-urlencoded\b/i,
  /^multipart\/form-data\b/i,
];

const textAt = (value: JsonObject, key: string): string => {
  const text = value[key];
  return typeof text === 'string' ? text.trim() : '';
};

const listAt = (value: JsonObject, key: string): readonly Json[] => {
  const list = value[key];
  return Array.isArray(list) ? list : [];
};

/** `GET /pets/{id}` without an operationId is `get_pets_id`. */
function nameOf({ method, path, operation }: FoundOperation): string {
  const own = textAt(operation, 'operationId') || `${method}_${path.replace(/\W+/g, '_')}`;
  const name = own
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '');
  return name.slice(0, 64) || method;
}

function descriptionOf({ method, path, operation }: FoundOperation): string {
  const [summary, description] = [textAt(operation, 'summary'), textAt(operation, 'description')];
  const text = [summary, description === summary ? '' : description]
    .filter((part) => part !== '')
    .join('\n\n');
  const whole = text || `${method.toUpperCase()} ${path}`;
  return whole.length > MAX_DESCRIPTION ? `${whole.slice(0, MAX_DESCRIPTION - 1)}…` : whole;
}

interface Parameter {
  readonly source: JsonObject;
  readonly name: string;
  readonly place: ArgumentPlace;
}

function parametersOf(root: JsonObject, { operation, shared }: FoundOperation): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const item of [...shared, ...listAt(operation, 'parameters')]) {
    const source = resolved(root, item);
    if (source === undefined) continue;
    const name = textAt(source, 'name');
    const place = textAt(source, 'in');
    if (name === '' || !PLACES.includes(place)) continue;
    if (place === 'header' && OWN_HEADERS.has(name.toLowerCase())) continue;
    // An operation's own parameter stands in for one of the path with the same name and place.
    found.set(`${place} ${name}`, { source, name, place: place as ArgumentPlace });
  }
  return [...found.values()].slice(0, MAX_PARAMETERS);
}

function styleOf({ source, place }: Parameter): Pick<OperationArgument, 'style' | 'explode'> {
  if (isJsonObject(source['content'])) return { style: 'json', explode: false };
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const named = textAt(source, 'style');
  const style = (STYLES.includes(named) ? named : usual) as ArgumentStyle;
  const explode = source['explode'];
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' };
}

function schemaOf({ source }: Parameter): Json | undefined {
  const content = source['content'];
  const [first] = isJsonObject(content) ? Object.values(content) : [];
  return isJsonObject(first) ? first['schema'] : source['schema'];
}

function bodyOf(
  root: JsonObject,
  operation: JsonObject,
): { contentType: string; source: JsonObject; schema: Json | undefined } | undefined {
  const source = resolved(root, operation['requestBody']);
  const content = source?.['content'];
  if (source === undefined || !isJsonObject(content)) return undefined;
  const types = Object.keys(content);
  const contentType =
    BODY_TYPES.map((wanted) => types.find((type) => wanted.test(type))).find(Boolean) ?? types[0];
  const media = contentType === undefined ? undefined : content[contentType];
  if (contentType === undefined || !isJsonObject(media)) return undefined;
  // A range such as */* or text/* is nothing that could be sent.
  return {
    contentType: contentType.replace(/^.*\*.*$/, 'application/json'),
    source,
    schema: media['schema'],
  };
}

/** The names of a tool's arguments; two of the same name in different places are told apart. */
class ArgumentNames {
  private readonly taken = new Set<string>();

  take(name: string, place: string): string {
    const wanted = name.replace(/[^A-Za-z0-9_.-]+/g, '_') || place;
    let free = this.taken.has(wanted) ? `${wanted}_${place}` : wanted;
    while (this.taken.has(free)) free = `${free}_`;
    this.taken.add(free);
    return free;
  }
}

const withDescription = (schema: JsonObject, source: JsonObject): JsonObject => {
  const description = textAt(source, 'description');
  return description === '' ? schema : { ...schema, description };
};

/** The schema of a tool's arguments, as it grows. */
class ArgumentList {
  readonly names = new ArgumentNames();
  private readonly properties: JsonObject = {};
  private readonly required: string[] = [];

  constructor(private readonly inliner: SchemaInliner) {}

  add(argument: string, { source, schema }: { source: JsonObject; schema: Json | undefined }): void {
    this.properties[argument] = withDescription(this.inliner.inline(schema), source);
    if (source['in'] === 'path' || source['required'] === true) this.required.push(argument);
  }

  get schema(): JsonObject {
    const { properties, required } = this;
    return { type: 'object', properties, required, additionalProperties: false };
  }
}

/** Reads one operation as a tool; `isCut` when its schema was too large to be copied whole. */
export function readOperation(
  root: JsonObject,
  found: FoundOperation,
): { tool: ImportedTool; isCut: boolean } {
  const inliner = new SchemaInliner(root);
  const list = new ArgumentList(inliner);
  const placed = parametersOf(root, found).map((parameter): OperationArgument => {
    const argument = list.names.take(parameter.name, parameter.place);
    list.add(argument, { source: parameter.source, schema: schemaOf(parameter) });
    return { argument, name: parameter.name, in: parameter.place, ...styleOf(parameter) };
  });
  const body = bodyOf(root, found.operation);
  const argument = list.names.take('body', 'request');
  if (body) list.add(argument, body);
  const operation: Operation = {
    method: found.method.toUpperCase(),
    path: found.path,
    arguments: placed,
    body: body ? { argument, contentType: body.contentType } : null,
  };
  const described = { name: nameOf(found), description: descriptionOf(found), parameters: list.schema };
  return { tool: { ...described, operation }, isCut: inliner.isCut };
}
