function distance(a: string, b: string, limit: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= b.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const value = Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(value);
      best = Math.min(best, value);
    }
    if (best > limit) return Infinity;
    previous = current;
  }
  return previous[b.length] ?? Infinity;
}

/** The names most like a mistyped one, best first; empty when nothing comes near. */
export function nearestNames(name: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = name.slice(0, 64).toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  const ranked: { candidate: string; rank: number }[] = [];
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    if (wanted.length >= 3 && known.length >= 3 && (known.includes(wanted) || wanted.includes(known))) {
      ranked.push({ candidate, rank: 0.5 + Math.abs(known.length - wanted.length) / 100 });
    } else if (Math.abs(known.length - wanted.length) <= limit) {
      const rank = distance(wanted, known, limit);
      if (rank <= limit) ranked.push({ candidate, rank });
    }
  }
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}
