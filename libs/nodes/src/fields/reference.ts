import { isRef, type Json, parseTemplate, type ReferencePath } from '@heddle/model';

/** The reference that a value consists of, or undefined where it is a constant or a longer text. */
export function soleReference(value: Json): ReferencePath | undefined {
  if (isRef(value)) return value.ref;
  if (typeof value !== 'string') return undefined;
  const [only, ...others] = parseTemplate(value);
  return only?.kind === 'reference' && others.length === 0 ? only.path : undefined;
}
