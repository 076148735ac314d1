import { computed, inject, type ComputedRef, type InjectionKey } from 'vue';

/** What became of a node or a connection between two versions. */
export type ChangeMark = 'added' | 'removed' | 'changed';

/** Marks by the id of a node or connection. */
export type ChangeMarks = ReadonlyMap<string, ChangeMark>;

/** Key under which a canvas that compares shares its marks with cards and edges. */
export const CANVAS_MARKS: InjectionKey<ComputedRef<ChangeMarks | undefined>> = Symbol('canvas-marks');

/** The class with which a card or an edge shows its mark; none on a canvas that compares nothing. */
export function useChangeMark(id: string): ComputedRef<string> {
  const marks = inject(CANVAS_MARKS, null);
  return computed(() => {
    const mark = marks?.value?.get(id);
    return mark === undefined ? '' : `has-${mark}`;
  });
}
