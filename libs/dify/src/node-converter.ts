import type { FlowMode, Json, JsonObject } from '@heddle/model';
import type { ExchangeCode } from './exchange-issue';
import type { Fields } from './fields';
import type { Renames, Steps } from './references';

/** What a node of Dify is read with. */
export interface NodeImport {
  readonly mode: FlowMode;
  /** A text field with its references in our form. */
  text(text: string): string;
  /** The value that a selector names; '' where it names nothing. */
  reference(selector: Json | undefined): string;
  /** Our id of a node. */
  nodeId(id: string): string;
  /** A number within our bounds; says so when it had to be changed. */
  within(field: string, value: number, range: readonly [number, number]): number;
  warn(code: ExchangeCode, params?: JsonObject, path?: string): void;
}

/** What a node of ours is written with. */
export interface NodeExport {
  readonly mode: FlowMode;
  /** A text field with its references in Dify's form. */
  text(value: Json | undefined): string;
  /** Like text, for values of whatever type: what is no text is written as it is. */
  value(value: Json | undefined): Json;
  /** The selector that a value consists of; empty, with a warning, where it is something else. */
  selector(value: Json | undefined, field: string): string[];
  /** Whether a value names a file, as far as declarations say. */
  isFile(value: Json): boolean;
  /** Whether a reference may begin so: with a node, or `sys`, `env`, `conversation`. */
  isNamespace(name: string): boolean;
  warn(code: ExchangeCode, params?: JsonObject, path?: string): void;
  /** What an import kept of Dify's own fields, for the converter to use. */
  readonly origin: Fields;
}

/** A node's config, with the parts of the envelope that Dify keeps inside of it. */
export interface ReadNode {
  readonly config: JsonObject;
  readonly timeoutMs?: number | undefined;
}

/** One type of Dify's and its counterpart here, both ways. */
export interface NodeConverter {
  /** Dify's names of the type, the one to write first. */
  readonly dify: readonly [string, ...string[]];
  readonly type: string;
  /** Version of our config's shape. */
  readonly version?: number;
  /** Which nodes of Dify's type it reads, where several converters share the type. */
  reads?(data: JsonObject): boolean;
  /** Which nodes of our type it writes, where several converters share the type. */
  writes?(config: JsonObject): boolean;
  /** Dify's outputs that have another name here. */
  readonly outputs?: Renames;
  /** Outputs whose names depend on the node; asked instead of `outputs`. */
  readSteps?(steps: Steps, data: JsonObject): Steps;
  writeSteps?(steps: Steps, origin: Fields): Steps;
  /** Dify's ways out that have another name here. */
  readonly handles?: Renames;
  /** Fields that are kept for an export without a warning, as they have no effect; '*' for all. */
  readonly kept?: readonly string[] | '*';
  read(data: Fields, node: NodeImport): ReadNode;
  write(config: Fields, node: NodeExport): JsonObject;
}
