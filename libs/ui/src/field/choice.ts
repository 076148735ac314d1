/** A value that selects and comboboxes can hold. */
export type ChoiceValue = string | number | boolean;

/** One entry of a select or combobox. */
export interface Choice<Value extends ChoiceValue = string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string | undefined;
  /** Heading under which the entry stands. */
  readonly group?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** Choices under one heading; the empty heading holds those without. */
export interface ChoiceGroup<Value extends ChoiceValue = string> {
  readonly heading: string;
  readonly choices: readonly Choice<Value>[];
}

/** Gathers choices under their headings, in order of first appearance. */
export function groupChoices<Value extends ChoiceValue>(
  choices: readonly Choice<Value>[],
): readonly ChoiceGroup<Value>[] {
  const groups = new Map<string, Choice<Value>[]>();
  for (const choice of choices) {
    const heading = choice.group ?? '';
    const group = groups.get(heading);
    if (group) group.push(choice);
    else groups.set(heading, [choice]);
  }
  return [...groups].map(([heading, members]) => ({ heading, choices: members }));
}

const MAX_SHOWN = 200;

/** Choices whose label or description contains every word of the query; those that begin with it come first. */
export function matchChoices<Value extends ChoiceValue>(
  choices: readonly Choice<Value>[],
  query: string,
): readonly Choice<Value>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return choices.slice(0, MAX_SHOWN);
  const found = choices.filter((choice) => {
    const text = `${choice.label} ${choice.description ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = words[0] ?? '';
  const rank = (choice: Choice<Value>): number => (choice.label.toLowerCase().startsWith(first) ? 0 : 1);
  return found.sort((left, right) => rank(left) - rank(right)).slice(0, MAX_SHOWN);
}
