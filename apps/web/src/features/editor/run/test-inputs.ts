import { isJsonObject, type JsonObject } from '@heddle/model';

/** Inputs that were given a name, for runs of one flow from the editor. */
export interface SavedInputs {
  readonly name: string;
  readonly inputs: JsonObject;
}

const keyOf = (flowId: string): string => `heddle.editor.test_inputs.${flowId}`;

const isSaved = (value: unknown): value is SavedInputs =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'inputs' in value &&
  isJsonObject(value.inputs);

/** Reads what this browser has saved for a flow; nothing when it is unreadable or storage is forbidden. */
export function readTestInputs(flowId: string): readonly SavedInputs[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(flowId)) ?? '[]');
    return Array.isArray(list) ? list.filter(isSaved) : [];
  } catch {
    return [];
  }
}

/** Saves the whole list of a flow; false when this browser keeps nothing. */
export function writeTestInputs(flowId: string, list: readonly SavedInputs[]): boolean {
  try {
    localStorage.setItem(keyOf(flowId), JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}

/** Puts inputs under a name, in place of those that had it. */
export const withTestInputs = (list: readonly SavedInputs[], saved: SavedInputs): readonly SavedInputs[] => [
  ...list.filter(({ name }) => name !== saved.name),
  saved,
];
