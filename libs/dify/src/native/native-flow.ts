import {
  draftDocumentSchema,
  FLOW_MODES,
  isJsonObject,
  type DraftDocument,
  type DraftNode,
  type FlowIssue,
  type FlowMode,
  type Json,
  type JsonObject,
} from '@heddle/model';
import { z } from 'zod';
import { difyErrors } from '../errors';
import { ExchangeWarnings } from '../exchange-issue';
import { isBlank } from '../fields';
import { plainData } from '../plain-data';

/** The version of our own files; the key that holds it says that a file is ours. */
export const NATIVE_FORMAT = 1;

/** A flow as our own files hold it. */
export interface NativeFlow {
  readonly name: string;
  readonly mode: FlowMode;
  readonly description: string;
  readonly tags: readonly string[];
  readonly definition: DraftDocument;
}

const nativeSchema = z.object({
  heddle: z.literal(NATIVE_FORMAT),
  name: z.string(),
  mode: z.enum(FLOW_MODES),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  definition: draftDocumentSchema,
});

/** Whether data is one of our own files. */
export const isNativeFlow = (data: unknown): boolean => isJsonObject(data) && data['heddle'] !== undefined;

/** A flow from one of our own files, and what has to be entered again. */
export interface ReadNativeFlow extends NativeFlow {
  readonly warnings: readonly FlowIssue[];
}

function blankSecrets({ variables }: DraftDocument): readonly FlowIssue[] {
  const warnings = new ExchangeWarnings();
  for (const { name, type, value } of variables.env) {
    if (type === 'secret' && isBlank(value as Json)) {
      warnings.add('SECRET_BLANK', { name }, { path: 'variables.env' });
    }
  }
  return warnings.list;
}

/** Reads one of our own files. @throws DSL_INVALID, DSL_LIMIT */
export function readNativeFlow(data: unknown): ReadNativeFlow {
  const parsed = nativeSchema.safeParse(plainData(data));
  if (parsed.success) {
    const { heddle: _format, ...flow } = parsed.data;
    return { ...flow, warnings: blankSecrets(flow.definition) };
  }
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String).join('.');
  throw difyErrors.DSL_INVALID({ path, reason: issue?.message ?? 'it is no flow' });
}

/** The order of a node's keys; others follow as they stand. */
const NODE_KEYS = ['id', 'type', 'label', 'version', 'parent_id', 'config'];
/** What says nothing about the flow: results of trial runs. */
const VOLATILE_KEYS: ReadonlySet<string> = new Set(['pinned_output']);

function rounded(position: unknown): Json {
  const { x, y } = isJsonObject(position) ? position : {};
  return { x: Math.round(Number(x ?? 0)) || 0, y: Math.round(Number(y ?? 0)) || 0 };
}

function orderedNode(node: DraftNode): JsonObject {
  const keys = [...NODE_KEYS, ...Object.keys(node).filter((key) => !NODE_KEYS.includes(key))];
  const ordered: JsonObject = {};
  for (const key of keys) {
    const value = node[key];
    if (value === undefined || VOLATILE_KEYS.has(key) || key === 'position') continue;
    ordered[key] = value as Json;
  }
  return { ...ordered, position: rounded(node['position']) };
}

/** Data of one of our own files: keys always in the same order, nothing that changes by looking at the flow. */
export function writeNativeFlow({ name, mode, description, tags, definition }: NativeFlow): JsonObject {
  const { schema, nodes, edges, variables, features } = definition;
  const document = {
    schema,
    nodes: nodes.map(orderedNode),
    edges: edges.map(({ id, source, target, source_handle: handle }) => ({
      id,
      source,
      ...(handle === undefined || handle === null ? {} : { source_handle: handle }),
      target,
    })),
    variables,
    features,
  };
  // Only JSON is ever saved.
  return plainData({
    heddle: NATIVE_FORMAT,
    name,
    mode,
    description,
    tags,
    definition: document,
  }) as JsonObject;
}
