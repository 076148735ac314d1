/** What a row shows. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'line';

/** One line of the tree; all have the same height, so that only those in view need drawing. */
export interface JsonRow {
  readonly id: string;
  readonly depth: number;
  /** Key or index; undefined at the root and for lines of a text. */
  readonly name: string | number | undefined;
  readonly kind: JsonKind;
  readonly value: unknown;
  /** What stands after the name. */
  readonly preview: string;
  readonly isOpen: boolean;
  readonly canOpen: boolean;
  readonly path: readonly (string | number)[];
}

/** Which rows the reader opened or closed, by row id. */
export type OpenRows = ReadonlyMap<string, boolean>;

const LINE_LENGTH = 100;
const PREVIEW_LENGTH = 120;
/** Levels open at first, unless a level is so long that it would hide the rest. */
const FIRST_DEPTH = 2;
const FIRST_CHILDREN = 50;

/** Names the kind of a JSON value. */
export function kindOf(value: unknown): Exclude<JsonKind, 'line'> {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'number';
}

/** Lists the rows in view order; the cost grows with what is open, not with the size of the value. */
export function flattenJson(root: unknown, open: OpenRows): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (value: unknown, path: readonly (string | number)[], isRoomy: boolean): void => {
    const row = rowOf(value, path, { open, isRoomy });
    rows.push(row);
    if (!row.isOpen) return;
    if (row.kind === 'string') pushLines(rows, row);
    else if (Array.isArray(value))
      value.forEach((item, index) => visit(item, [...path, index], isShort(value.length)));
    else {
      const entries = Object.entries(value as object);
      for (const [key, item] of entries) visit(item, [...path, key], isShort(entries.length));
    }
  };
  visit(root, [], true);
  return rows;
}

const isShort = (size: number): boolean => size <= FIRST_CHILDREN;

/** `isRoomy`: the row's own level is short, so that opening it does not bury its neighbours. */
function rowOf(value: unknown, path: JsonRow['path'], view: { open: OpenRows; isRoomy: boolean }): JsonRow {
  const kind = kindOf(value);
  const id = JSON.stringify(path);
  const size = sizeOf(value, kind);
  const canOpen = kind === 'string' ? isLongText(value as string) : size > 0;
  const isContainer = kind === 'object' || kind === 'array';
  const isOpenAtFirst =
    isContainer && (path.length === 0 || (path.length < FIRST_DEPTH && view.isRoomy && isShort(size)));
  return {
    id,
    depth: path.length,
    name: path.at(-1),
    kind,
    value,
    preview: previewOf(value, kind, size),
    canOpen,
    isOpen: canOpen && (view.open.get(id) ?? isOpenAtFirst),
    path,
  };
}

function sizeOf(value: unknown, kind: JsonKind): number {
  if (kind === 'array') return (value as unknown[]).length;
  return kind === 'object' ? Object.keys(value as object).length : 0;
}

function previewOf(value: unknown, kind: JsonKind, size: number): string {
  if (kind === 'array') return size === 0 ? '[]' : `[${size}]`;
  if (kind === 'object') return size === 0 ? '{}' : `{${size}}`;
  if (kind !== 'string') return String(value);
  const text = value as string;
  const short = text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH)}…` : text;
  return JSON.stringify(short);
}

const isLongText = (text: string): boolean => text.length > PREVIEW_LENGTH || text.includes('\n');

function pushLines(rows: JsonRow[], parent: JsonRow): void {
  let count = 0;
  for (const line of (parent.value as string).split('\n')) {
    for (let start = 0; start === 0 || start < line.length; start += LINE_LENGTH) {
      count += 1;
      rows.push({
        id: `${parent.id}#${count}`,
        depth: parent.depth + 1,
        name: undefined,
        kind: 'line',
        value: undefined,
        preview: line.slice(start, start + LINE_LENGTH),
        isOpen: false,
        canOpen: false,
        path: parent.path,
      });
    }
  }
}

/** Writes a path as code would: `items[0].name`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}
