/** What a row shows. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'line';

/** A row's place in the tree; made for every row, so it holds no more than that. */
export interface JsonPlace {
  /** Tells rows apart as long as the value is the same. */
  readonly id: string;
  readonly depth: number;
  /** Key or index; undefined at the root and for lines of a text. */
  readonly name: string | number | undefined;
  readonly parent: JsonPlace | undefined;
  readonly value: unknown;
  readonly isOpen: boolean;
  /** A line of its parent's text. */
  readonly isLine: boolean;
}

/** One line of the tree; all have the same height, so that only those in view need drawing. */
export interface JsonRow extends JsonPlace {
  readonly kind: JsonKind;
  /** What stands after the name. */
  readonly preview: string;
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
export function flattenJson(root: unknown, open: OpenRows): JsonPlace[] {
  const places: JsonPlace[] = [];
  const visit = (value: unknown, at: Pick<JsonPlace, 'name' | 'parent'>, isRoomy: boolean): void => {
    const place = placeOf(value, at, { open, isRoomy });
    places.push(place);
    if (!place.isOpen) return;
    if (typeof value === 'string') {
      pushLines(places, place, value);
      return;
    }
    if (Array.isArray(value)) {
      value.forEach((item, index) => visit(item, { name: index, parent: place }, isShort(value.length)));
      return;
    }
    const entries = Object.entries(value as object);
    for (const [key, item] of entries) visit(item, { name: key, parent: place }, isShort(entries.length));
  };
  visit(root, { name: undefined, parent: undefined }, true);
  return places;
}

/** Works out what a row shows; done for the rows in view only. */
export function describeRow(place: JsonPlace): JsonRow {
  if (place.isLine) {
    return {
      ...place,
      kind: 'line',
      preview: String(place.value),
      canOpen: false,
      path: pathOf(place.parent),
    };
  }
  const kind = kindOf(place.value);
  const size = sizeOf(place.value);
  return {
    ...place,
    kind,
    preview: previewOf(place.value, kind, size),
    canOpen: canOpen(place.value),
    path: pathOf(place),
  };
}

/** Writes a path as code would: `items[0].name`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

const isShort = (size: number): boolean => size <= FIRST_CHILDREN;

/** `isRoomy`: the row's own level is short, so that opening it does not bury its neighbours. */
function placeOf(
  value: unknown,
  { name, parent }: Pick<JsonPlace, 'name' | 'parent'>,
  view: { open: OpenRows; isRoomy: boolean },
): JsonPlace {
  const depth = parent === undefined ? 0 : parent.depth + 1;
  const id = parent === undefined ? '' : `${parent.id}/${String(name).replaceAll('/', '//')}`;
  const asked = view.open.get(id);
  const isOpenAtFirst = depth === 0 || (depth < FIRST_DEPTH && view.isRoomy && isShort(sizeOf(value)));
  const isOpen = (asked ?? (typeof value !== 'string' && isOpenAtFirst)) && canOpen(value);
  return { id, depth, name, parent, value, isOpen, isLine: false };
}

function canOpen(value: unknown): boolean {
  return typeof value === 'string'
    ? value.length > PREVIEW_LENGTH || value.includes('\n')
    : sizeOf(value) > 0;
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function previewOf(value: unknown, kind: JsonKind, size: number): string {
  if (kind === 'array') return size === 0 ? '[]' : `[${size}]`;
  if (kind === 'object') return size === 0 ? '{}' : `{${size}}`;
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > PREVIEW_LENGTH ? `${value.slice(0, PREVIEW_LENGTH)}…` : value);
}

function pushLines(places: JsonPlace[], parent: JsonPlace, text: string): void {
  let count = 0;
  for (const line of text.split('\n')) {
    for (let start = 0; start === 0 || start < line.length; start += LINE_LENGTH) {
      count += 1;
      places.push({
        id: `${parent.id}#${count}`,
        depth: parent.depth + 1,
        name: undefined,
        parent,
        value: line.slice(start, start + LINE_LENGTH),
        isOpen: false,
        isLine: true,
      });
    }
  }
}

function pathOf(place: JsonPlace | undefined): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let step = place; step?.name !== undefined; step = step.parent) path.unshift(step.name);
  return path;
}
