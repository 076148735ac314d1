import { describeValue, type Json, renderText } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';

/** `ada@example.com`, or `Ada <ada@example.com>` with the name in quotes or not. */
const ADDRESS =
  /^(?:"[^"\r\n]*"|[^"<>@,;\r\n]*)\s*<([^<>@\s,;]+@[^<>@\s,;]+)>$|^([^<>@\s,;"]+@[^<>@\s,;"]+)$/;

/** Cuts between addresses, not inside the quotes of a name. */
const SEPARATOR = /[,;，；](?=(?:[^"]*"[^"]*")*[^"]*$)/;

const partsOf = (value: Json): string[] =>
  Array.isArray(value) ? value.flatMap(partsOf) : renderText(value).split(SEPARATOR);

/** The addresses of a field: a list, or text with commas. @throws NODE_INPUT_TYPE for what is no address */
export function mailAddresses(value: Json | undefined, input: string): string[] {
  const parts = partsOf(value ?? null).map((part) => part.trim());
  return [...new Set(parts)]
    .filter((part) => part !== '')
    .map((part) => {
      if (ADDRESS.test(part)) return part;
      throw nodeErrors.NODE_INPUT_TYPE({ input, expected: 'a mail address', got: describeValue(part) });
    });
}

/** The part of an address behind its `@`. */
export const domainOf = (address: string): string =>
  /@([^<>@\s]+?)>?$/.exec(address.trim())?.[1] ?? 'localhost';
