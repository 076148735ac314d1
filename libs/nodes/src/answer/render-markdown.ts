import type { Json, JsonObject } from '@heddle/model';
import { isFile } from '../fields/file-value';

function renderFile(file: JsonObject): string {
  const name = typeof file['name'] === 'string' ? file['name'] : '';
  const label = name.replace(/[[\]]/g, '');
  const url = file['url'];
  if (typeof url !== 'string' || url === '') return label;
  return file['type'] === 'image' ? `![${label}](${url})` : `[${label}](${url})`;
}

function renderItem(item: Json): string {
  if (item === null || typeof item !== 'object') return String(item ?? '');
  return isFile(item) ? renderFile(item) : JSON.stringify(item);
}

/** Writes a value as Markdown for a reader: objects as JSON, lists as items, files as links or images. */
export function renderMarkdown(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isFile)) return value.map(renderItem).join('\n');
    return value.map((item) => `- ${renderItem(item)}`).join('\n');
  }
  if (typeof value !== 'object') return String(value);
  return isFile(value) ? renderFile(value) : JSON.stringify(value, null, 2);
}
