import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { createHash } from 'node:crypto';

/** A tool of an MCP server as it says itself. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** A tool that somebody has looked at; the hash tells whether it is still the same. */
export interface ApprovedTool extends McpTool {
  readonly hash: string;
}

/** The same value in one spelling, whatever order its keys came in. */
function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, ordered(item)]));
}

/** What somebody approves with a tool: its name, what it says of itself, and its arguments. */
export function approvedTool(tool: McpTool): ApprovedTool {
  const { name, description, parameters } = tool;
  const text = JSON.stringify([name, description, ordered(parameters)]);
  return { name, description, parameters, hash: createHash('sha256').update(text).digest('hex') };
}

/** Tells the tools of a server, whatever their order, from any others. */
export function hashOfTools(tools: readonly ApprovedTool[]): string {
  const hashes = tools.map(({ hash }) => hash).sort();
  return createHash('sha256').update(JSON.stringify(hashes)).digest('hex');
}

/** How the tools of a server differ from those approved before, by name. */
export interface ToolChanges {
  readonly added: string[];
  readonly changed: string[];
  readonly removed: string[];
}

/** Compares the tools of a server with those approved before. */
export function toolChanges(before: readonly ApprovedTool[], after: readonly ApprovedTool[]): ToolChanges {
  const old = new Map(before.map(({ name, hash }) => [name, hash]));
  const names = new Set(after.map(({ name }) => name));
  return {
    added: after.filter(({ name }) => !old.has(name)).map(({ name }) => name),
    changed: after
      .filter(({ name, hash }) => old.has(name) && old.get(name) !== hash)
      .map(({ name }) => name),
    removed: before.filter(({ name }) => !names.has(name)).map(({ name }) => name),
  };
}
