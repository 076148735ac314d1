import type { z } from 'zod';
import type { ValueType } from '../values/value-type';

/** Which control the generated form shows; the app maps the name to a component. */
export type ControlName =
  | 'text'
  | 'textarea'
  | 'number'
  | 'switch'
  | 'select'
  | 'value'
  | 'template'
  | 'code'
  | 'json'
  | 'list'
  | 'named-values'
  | 'output-types'
  | 'input-fields'
  | 'conditions'
  | 'condition-group'
  | 'categories'
  | 'assignments'
  | 'prompt'
  | 'http-body'
  | 'http-auth'
  | 'model-picker'
  | 'flow-picker'
  | 'tool-picker'
  | 'mcp-server-picker'
  | 'mcp-tool-picker'
  | 'tool-arguments'
  | 'tools'
  | 'secret'
  | 'hidden';

/** How a config field is presented; both languages always. */
export interface FieldMeta {
  readonly title: string;
  readonly title_zh: string;
  readonly help?: string;
  readonly help_zh?: string;
  readonly control?: ControlName;
  readonly placeholder?: string;
  /** For `select`: label of each choice, by value. */
  readonly labels?: Readonly<Record<string, { en: string; zh: string }>>;
  /** For `code`: the language to highlight. */
  readonly language?: 'javascript' | 'jinja' | 'json';
  /** Shown only when another top-level field has one of these values. */
  readonly show_if?: { readonly field: string; readonly in: readonly (string | boolean)[] };
  /** The type that a top-level value field wants; a reference of another type is warned about. */
  readonly accepts?: ValueType;
  /** Of containers: references are resolved inside, where the nodes within and the frame's variables are known. */
  readonly reads_inside?: boolean;
  /** Collapsed under "advanced". */
  readonly is_advanced?: boolean;
}

/** Attaches presentation to a config field; kept by `z.toJSONSchema`, from which the form is made. */
export const field = <Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema =>
  schema.meta({ ...meta }) as Schema;
