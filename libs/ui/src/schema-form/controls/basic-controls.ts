import type { ControlMap } from '../form-control';
import GroupControl from './GroupControl.vue';
import JsonControl from './JsonControl.vue';
import ListControl from './ListControl.vue';
import NamedValuesControl from './NamedValuesControl.vue';
import NumberControl from './NumberControl.vue';
import SelectControl from './SelectControl.vue';
import SwitchControl from './SwitchControl.vue';
import TextareaControl from './TextareaControl.vue';
import TextControl from './TextControl.vue';

/** Controls that need to know nothing of flows; the app adds richer ones and may replace these. */
export const BASIC_CONTROLS: ControlMap = {
  text: { component: TextControl },
  textarea: { component: TextareaControl },
  template: { component: TextareaControl },
  code: { component: TextareaControl },
  number: { component: NumberControl },
  switch: { component: SwitchControl, layout: 'inline' },
  select: { component: SelectControl },
  json: { component: JsonControl },
  group: { component: GroupControl, layout: 'bare', ownsIssues: true },
  list: { component: ListControl, ownsIssues: true },
  'named-values': { component: NamedValuesControl, ownsIssues: true },
};
