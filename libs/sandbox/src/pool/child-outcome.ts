import { isJsonObject } from '@heddle/model';
import type { JsonObject } from '@heddle/model';

/** How a job ended in the child; `limit` when a bound of the job stopped it, from inside or outside. */
export type ChildOutcome =
  | { readonly kind: 'value'; readonly text: string; readonly logs: readonly string[] }
  | {
      readonly kind: 'problem';
      readonly code: string;
      readonly details: JsonObject;
      readonly logs: readonly string[];
    }
  | { readonly kind: 'limit'; readonly limit: 'timeout' | 'memory' }
  | { readonly kind: 'unavailable'; readonly reason: string };

const MAX_LINES = 200;

function readLogs(text: unknown): string[] {
  if (typeof text !== 'string' || text === '') return [];
  const lines: unknown = JSON.parse(text);
  if (!Array.isArray(lines)) return [];
  return lines.filter((line): line is string => typeof line === 'string').slice(0, MAX_LINES);
}

/** Reads a child's answer without trusting it: users' code has run in there. */
export function readOutcome(header: JsonObject, payload: string): ChildOutcome {
  const logs = readLogs(header['logs']);
  if (header['ok'] === true) return { kind: 'value', text: payload, logs };
  const code = header['code'];
  if (code === 'timeout' || code === 'memory') return { kind: 'limit', limit: code };
  const details = header['details'];
  return { kind: 'problem', code: String(code), details: isJsonObject(details) ? details : {}, logs };
}
