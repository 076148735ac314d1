import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { resolved } from './references';

/** What of a schema says something about arguments, and is passed on as it is. */
const KEPT = [
  'type',
  'title',
  'description',
  'format',
  'enum',
  'const',
  'default',
  'required',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const MAX_NODES = 3_000;
const MAX_DEPTH = 24;

/** Copies schemas of one operation out of their document, with what they refer to put in place. */
export class SchemaInliner {
  private nodes = 0;

  constructor(private readonly root: JsonObject) {}

  /** Whether something was left open because there was too much of it. */
  get isCut(): boolean {
    return this.nodes > MAX_NODES;
  }

  inline(schema: Json | undefined): JsonObject {
    return this.copy(schema, []);
  }

  private copy(schema: Json | undefined, above: readonly JsonObject[]): JsonObject {
    const source = resolved(this.root, schema);
    this.nodes += 1;
    if (source === undefined || this.isCut || above.length > MAX_DEPTH) return {};
    // A schema inside itself goes on for ever: from there on anything of its type is right.
    if (above.includes(source)) return typeof source['type'] === 'string' ? { type: source['type'] } : {};
    const inside = [...above, source];
    const copy: JsonObject = {};
    for (const key of KEPT) if (source[key] !== undefined) copy[key] = source[key];
    for (const key of LISTS) {
      const parts = source[key];
      if (Array.isArray(parts)) copy[key] = parts.map((part) => this.copy(part, inside));
    }
    if (source['items'] !== undefined) copy['items'] = this.copy(source['items'], inside);
    this.properties(source, copy, inside);
    return source['nullable'] === true ? orNull(copy) : copy;
  }

  private properties(source: JsonObject, copy: JsonObject, inside: readonly JsonObject[]): void {
    const properties = source['properties'];
    if (isJsonObject(properties)) {
      const writable = Object.entries(properties).filter(
        ([, property]) => resolved(this.root, property)?.['readOnly'] !== true,
      );
      copy['properties'] = Object.fromEntries(
        writable.map(([name, property]) => [name, this.copy(property, inside)]),
      );
      const names = new Set(writable.map(([name]) => name));
      if (Array.isArray(copy['required'])) {
        copy['required'] = copy['required'].filter((name) => typeof name === 'string' && names.has(name));
      }
    }
    const additional = source['additionalProperties'];
    if (typeof additional === 'boolean') copy['additionalProperties'] = additional;
    else if (isJsonObject(additional)) copy['additionalProperties'] = this.copy(additional, inside);
  }
}

/** OpenAPI 3.0 says `nullable` where JSON Schema lists the type. */
function orNull(schema: JsonObject): JsonObject {
  const { type, enum: choices } = schema;
  const withNull = Array.isArray(choices) && !choices.includes(null) ? { enum: [...choices, null] } : {};
  return typeof type === 'string'
    ? { ...schema, type: [type, 'null'], ...withNull }
    : { ...schema, ...withNull };
}
