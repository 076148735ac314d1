import type { FlowMode, FlowNode, Json } from '@heddle/model';
import { computed, inject, provide, type ComputedRef, type InjectionKey } from 'vue';
import type { ConfigPath } from '../../document/config-path';
import type { VariableGroup } from '../../document/upstream-variables';

/** What the controls of a node's form may know of the node around their field. */
export interface NodeForm {
  readonly node: ComputedRef<FlowNode>;
  readonly mode: ComputedRef<FlowMode>;
  /** The flow that is edited. */
  readonly flowId: ComputedRef<string>;
  /** Variables in reach of the node. */
  readonly groups: ComputedRef<readonly VariableGroup[]>;
  /** For containers: variables in reach of the fields that are read inside. */
  readonly insideGroups: ComputedRef<readonly VariableGroup[]>;
  /** The paths of all of them, for telling dead references. */
  readonly known: ComputedRef<ReadonlySet<string>>;
  /** Bare names that the node fills in itself. */
  readonly localNames: ComputedRef<readonly string[]>;
  /** Writes any part of the config, for controls that edit two keys at once. */
  update(path: ConfigPath, value: Json | undefined): void;
}

/** Key under which the panel provides its {@link NodeForm}. */
export const NODE_FORM: InjectionKey<NodeForm> = Symbol('node-form');

/** The form around a control. @throws when the control stands outside a node's panel */
export function useNodeForm(): NodeForm {
  const form = inject(NODE_FORM);
  if (!form) throw new Error('this control belongs into the panel of a node');
  return form;
}

/** Lets the controls below a field of a container choose among what is known inside, when it is read there. */
export function useFieldScope(field: () => { readonly schema: { readonly [key: string]: unknown } }): void {
  const form = useNodeForm();
  const groups = computed(() =>
    field().schema['reads_inside'] === true ? form.insideGroups.value : form.groups.value,
  );
  provide(NODE_FORM, { ...form, groups });
}
