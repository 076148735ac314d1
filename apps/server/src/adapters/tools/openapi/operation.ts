import type { JsonObject } from '@heddle/model';

/** Where an argument goes. */
export type ArgumentPlace = 'path' | 'query' | 'header' | 'cookie';

/** How a list or an object is written into its place, as OpenAPI names it. */
export type ArgumentStyle = 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';

/** One parameter of an operation. */
export interface OperationArgument {
  /** The name among the tool's arguments; another one than `name` where two places have the same. */
  readonly argument: string;
  readonly name: string;
  readonly in: ArgumentPlace;
  readonly style: ArgumentStyle;
  readonly explode: boolean;
}

/** What is sent when an operation is called; kept with the tool. */
export interface Operation {
  /** In capitals. */
  readonly method: string;
  /** With `{name}` where arguments go. */
  readonly path: string;
  readonly arguments: readonly OperationArgument[];
  /** The media type of the body, and the argument that holds it. */
  readonly body: { readonly argument: string; readonly contentType: string } | null;
}

/** An operation of a document as a tool. */
export interface ImportedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly operation: Operation;
}
