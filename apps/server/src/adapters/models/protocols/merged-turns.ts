/** One turn of a conversation in the words of a protocol. */
export interface Turn<Part> {
  readonly role: string;
  readonly parts: readonly Part[];
}

/** Joins neighbours of the same role, and leaves out turns in which nothing is said. */
export function mergedTurns<Part>(turns: readonly Turn<Part>[]): readonly Turn<Part>[] {
  const merged: Turn<Part>[] = [];
  for (const turn of turns) {
    if (turn.parts.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === turn.role)
      merged[merged.length - 1] = { ...last, parts: [...last.parts, ...turn.parts] };
    else merged.push(turn);
  }
  return merged;
}
