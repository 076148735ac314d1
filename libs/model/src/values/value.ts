import { isJsonObject, type Json, type JsonObject } from '../json';
import type { ReferencePath } from './reference';
import { parseTemplate } from './template';

/** Answers what a reference names; throws `VARIABLE_UNKNOWN` where it names nothing. */
export type Lookup = (path: ReferencePath) => Json;

/** Recognises `{"ref": ["node_id", "output", …]}`, the structured form of a reference. */
export const isRef = (value: unknown): value is { ref: ReferencePath } => {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return false;
  const ref: Json | undefined = value['ref'];
  return Array.isArray(ref) && typeof ref[0] === 'string';
};

/** How a value reads inside a text: text as it is, null as nothing, everything else as JSON. */
export function renderText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Fills the references of a text field; the result is always text. */
export function resolveText(text: string, lookup: Lookup): string {
  const parts = parseTemplate(text);
  const [only] = parts;
  if (only === undefined) return '';
  if (parts.length === 1 && only.kind === 'text') return only.text;
  return parts.map((part) => (part.kind === 'text' ? part.text : renderText(lookup(part.path)))).join('');
}

/** Resolves a value of a flow document; a string that is exactly one reference keeps the type of what it names. */
export function resolveValue(value: Json, lookup: Lookup): Json {
  if (typeof value === 'string') {
    const parts = parseTemplate(value);
    const [only] = parts;
    if (parts.length === 1 && only?.kind === 'reference') return lookup(only.path);
    return resolveText(value, lookup);
  }
  if (isRef(value)) return lookup(value.ref);
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, lookup));
  if (isJsonObject(value)) {
    const resolved: JsonObject = {};
    for (const [key, item] of Object.entries(value)) {
      Object.defineProperty(resolved, key, {
        value: resolveValue(item, lookup),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return resolved;
  }
  return value;
}

/** A reference found in a config, with the place where it stands (`body.fields[0].value`). */
export interface FoundReference {
  readonly path: ReferencePath;
  readonly at: string;
}

/** Lists every reference in a config, leaving out the top-level keys that hold code or foreign templates. */
export function collectReferences(value: unknown, literalKeys: readonly string[] = []): FoundReference[] {
  const found: FoundReference[] = [];
  const visit = (item: unknown, at: string): void => {
    if (typeof item === 'string') {
      for (const part of parseTemplate(item))
        if (part.kind === 'reference') found.push({ path: part.path, at });
    } else if (isRef(item)) {
      found.push({ path: item.ref, at });
    } else if (Array.isArray(item)) {
      item.forEach((child, index) => visit(child, `${at}[${index}]`));
    } else if (isJsonObject(item)) {
      for (const [key, child] of Object.entries(item)) {
        if (at === '' && literalKeys.includes(key)) continue;
        visit(child, at === '' ? key : `${at}.${key}`);
      }
    }
  };
  visit(value, '');
  return found;
}
