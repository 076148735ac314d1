import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { type Fields } from '../fields';
import type { NodeExport, NodeImport } from '../node-converter';
import { reversed, type Renames } from '../references';
import { readLines } from './http-lines';

const TYPES: Renames = {
  none: 'none',
  'form-data': 'multipart',
  'x-www-form-urlencoded': 'form',
  'raw-text': 'text',
  json: 'json',
  binary: 'binary',
};
const TYPES_BACK = reversed(TYPES);

function readItem(item: Fields, node: NodeImport): Json {
  item.ignore('id');
  const file = node.reference(item.value('file'));
  const value = node.text(item.text('value'));
  return item.text('type') === 'file' ? file : value;
}

function readFields(body: Fields, node: NodeImport): JsonObject[] {
  const data = body.peek('data');
  // Forms were lines of text at first.
  if (typeof data === 'string') return readLines(body.text('data'), node);
  return body.objects('data').map((item) => ({ name: item.text('key'), value: readItem(item, node) }));
}

function readWhole(body: Fields, node: NodeImport): Json {
  if (typeof body.peek('data') === 'string') return node.text(body.text('data'));
  const [item] = body.objects('data');
  item?.ignore('key');
  return item ? readItem(item, node) : '';
}

/** The body of a request. */
export function readBody(body: Fields, node: NodeImport): JsonObject {
  const type = TYPES[body.text('type', 'none')] ?? 'none';
  if (type === 'none') {
    body.ignore('data');
    return { type };
  }
  return type === 'multipart' || type === 'form'
    ? { type, fields: readFields(body, node) }
    : { type, value: readWhole(body, node) };
}

const isReference = (value: Json): boolean =>
  typeof value === 'string' && /^\{\{[^{}]+\}\}$/.test(value.trim());

function writeField(field: Fields, node: NodeExport, isMultipart: boolean): JsonObject {
  const key = field.text('name');
  const value = field.value('value') ?? '';
  // A field that is one reference may be a file; Dify asks beforehand, and takes texts as well.
  const isFile = isMultipart && isReference(value) && node.isFile(value);
  return isFile
    ? { type: 'file', key, value: '', file: node.selector(value, key) }
    : { type: 'text', key, value: node.text(value) };
}

/** The body of a request in Dify's form. */
export function writeBody(body: Fields, node: NodeExport): JsonObject {
  const type = body.text('type', 'none');
  const written = TYPES_BACK[type] ?? 'none';
  if (type === 'none') return { type: written, data: [] };
  if (type === 'multipart' || type === 'form') {
    const fields = body.objects('fields').map((field) => writeField(field, node, type === 'multipart'));
    return { type: written, data: fields };
  }
  const value = body.value('value') ?? '';
  if (type === 'binary') {
    return {
      type: written,
      data: [{ type: 'file', key: '', value: '', file: node.selector(value, 'body') }],
    };
  }
  const text =
    isJsonObject(value) || Array.isArray(value) ? node.text(JSON.stringify(value)) : node.text(value);
  return { type: written, data: [{ type: 'text', key: '', value: text }] };
}
