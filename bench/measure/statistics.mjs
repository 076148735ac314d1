/** The value below which a share of the sorted numbers lies. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The middle value. */
export const median = (values) => quantile(values, 0.5);

const widths = (rows) =>
  rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));

/** Prints rows in columns; the first row is the heading, the first column is text, the others numbers. */
export function printTable(rows) {
  const sizes = widths(rows);
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? String(cell).padEnd(sizes[column]) : String(cell).padStart(sizes[column]),
    );
    console.log(cells.join('   '));
  }
}

/** A number of milliseconds with three digits that matter. */
export const ms = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);
