import type { ControlMap } from '@heddle/ui';
import FileControl from './FileControl.vue';

/** What the form of a run needs beyond the kit's controls. */
export const RUN_CONTROLS: ControlMap = { file: { component: FileControl } };
