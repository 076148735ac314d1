import type { Component } from 'vue';

/** An entry that does something. */
export interface MenuAction {
  readonly kind?: 'action';
  readonly label: string;
  readonly icon?: Component | undefined;
  /** Keys shown at the right, as `Ctrl+D`. */
  readonly shortcut?: string | undefined;
  readonly isDanger?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Shows a tick: for choices and toggles. */
  readonly isChecked?: boolean | undefined;
  readonly onSelect: () => void;
}

/** An entry that opens further entries. */
export interface MenuBranch {
  readonly kind: 'branch';
  readonly label: string;
  readonly icon?: Component | undefined;
  readonly items: readonly MenuItem[];
}

/** What dropdown and context menus are made of. */
export type MenuItem =
  | MenuAction
  | MenuBranch
  | { readonly kind: 'separator' }
  | { readonly kind: 'heading'; readonly label: string };
