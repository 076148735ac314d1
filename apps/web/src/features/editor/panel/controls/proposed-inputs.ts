import { isJsonObject, type Json } from '@heddle/model';

/** Named values for what a called flow asks for: those that are there keep their values, others begin empty. */
export function proposedInputs(
  current: Json | undefined,
  declared: readonly { readonly name: string }[],
): Json[] {
  const entries = (Array.isArray(current) ? current : []).filter(isJsonObject);
  const known = new Map(entries.map((entry) => [entry['name'], entry]));
  const wished = declared.map(({ name }) => known.get(name) ?? { name, value: '' });
  const names = new Set(declared.map(({ name }) => name));
  // What somebody filled in is kept even when the flow does not ask for it; the check says so.
  const others = entries.filter(
    ({ name, value }) => !names.has(String(name)) && value !== '' && value !== null,
  );
  return [...wished, ...others];
}
