import { isJsonObject, type Json, renderText } from '@heddle/model';

const textField = (passage: { readonly [key: string]: Json }, key: string): string =>
  typeof passage[key] === 'string' ? passage[key] : '';

function renderPassage(passage: Json, index: number): string {
  const number = `[${index + 1}]`;
  if (!isJsonObject(passage)) return `${number} ${renderText(passage)}`;
  const content = textField(passage, 'content');
  if (content === '') return `${number} ${renderText(passage)}`;
  const title = textField(passage, 'title');
  return `${number} ${title === '' ? '' : `${title}\n`}${content}`;
}

/** Retrieved passages as a model reads them: numbered, so that it can cite them; text stays as it is. */
export function renderContext(value: Json): string {
  if (Array.isArray(value)) return value.map(renderPassage).join('\n\n');
  return isJsonObject(value) && typeof value['context'] === 'string' ? value['context'] : renderText(value);
}
