import { isJsonObject, type Json, type JsonObject } from '@heddle/model';

/** Recognises a file among JSON values by the fields that every file has. */
export const isFile = (value: Json | undefined): value is JsonObject & { id: string; mime_type: string } =>
  isJsonObject(value) && typeof value['id'] === 'string' && typeof value['mime_type'] === 'string';

/** The files in a value: itself, or those in its list. */
export const filesIn = (value: Json): (JsonObject & { id: string; mime_type: string })[] =>
  (Array.isArray(value) ? value : [value]).filter(isFile);

/** The name a file is shown by. */
export const fileName = (file: JsonObject): string =>
  typeof file['name'] === 'string' ? file['name'] : 'file';
