import { jsonrepair } from 'jsonrepair';
import { type Json, type Lookup, parseTemplate, renderText } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { soleReference } from '../fields/reference';

/** Whether JSON text that was inside a string (or not) is inside one after this piece. */
function isInStringAfter(text: string, isInString: boolean): boolean {
  let inside = isInString;
  for (let index = 0; index < text.length; index++) {
    if (inside && text[index] === '\\') index++;
    else if (text[index] === '"') inside = !inside;
  }
  return inside;
}

const escapeInString = (value: Json): string => JSON.stringify(renderText(value)).slice(1, -1);

const isJsonText = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const invalid = (error: unknown): Error =>
  nodeErrors.HTTP_BODY_INVALID({ reason: error instanceof Error ? error.message : String(error) }, error);

/** JSON text as it is, or refused with the reason; Dify's habit is to repair what is broken. */
function checked(text: string, isDifyCompatible: boolean): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    if (!isDifyCompatible) throw invalid(error);
  }
  try {
    return jsonrepair(text);
  } catch (error) {
    throw invalid(error);
  }
}

const jsonOrText = (value: Json): string =>
  typeof value === 'string' && isJsonText(value) ? value : JSON.stringify(value);

/** What JSON text is filled from. */
export interface JsonTextScope {
  readonly lookup: Lookup;
  /** Dify's habits: text that is JSON counts as JSON wherever it stands, and broken JSON is repaired. */
  readonly isDifyCompatible: boolean;
}

/** What one reference names: JSON text as it is, in Dify's mode also when it needs a repair. */
function wholeText(value: Json, isDifyCompatible: boolean): string {
  const isMeantAsJson = isDifyCompatible && typeof value === 'string' && /^\s*[[{]/.test(value);
  return isMeantAsJson ? checked(value, true) : jsonOrText(value);
}

/**
 * Fills JSON text so that values stay values: inside quotes they are escaped, elsewhere they are written as JSON. A text
 * that is one reference is sent as it is when it names JSON text.
 * @throws HTTP_BODY_INVALID
 */
export function fillJsonText(template: string, { lookup, isDifyCompatible }: JsonTextScope): string {
  const whole = soleReference(template.trim());
  if (whole !== undefined) return wholeText(lookup(whole), isDifyCompatible);
  let isInString = false;
  const filled = parseTemplate(template).map((part) => {
    if (part.kind === 'reference') {
      const value = lookup(part.path);
      if (isInString) return escapeInString(value);
      return isDifyCompatible ? jsonOrText(value) : JSON.stringify(value);
    }
    isInString = isInStringAfter(part.text, isInString);
    return part.text;
  });
  return checked(filled.join(''), isDifyCompatible);
}
