import {
  formatReferencePath,
  isJsonObject,
  type Json,
  type JsonObject,
  type Lookup,
  ownValue,
  type ReferencePath,
} from '@heddle/model';
import type { CompiledFlow } from '../compile/compiled-flow';
import { engineErrors } from '../errors';
import { containerOf, scopeOf } from './kernel-context';
import { type CallState, type FrameState, nodeKeyOf, type RunState } from './state';

/** Where a lookup starts from. */
export interface LookupScope {
  readonly flow: CompiledFlow;
  readonly state: RunState;
  readonly env: JsonObject;
  readonly frame: FrameState;
}

/** A frame's view. */
export const seenFrom = (
  { flow, state, env }: Pick<LookupScope, 'flow' | 'state' | 'env'>,
  frame: FrameState,
): LookupScope => ({ flow, state, env, frame });

const NEAREST_LIMIT = 8;

/** The frames that a node sees, from the innermost outwards; a called flow sees nothing of its caller. */
export function* framesOutwards(state: RunState, frame: FrameState): Generator<FrameState> {
  let current: FrameState | undefined = frame;
  while (current) {
    yield current;
    current = current.parentKey === null || current.call ? undefined : state.frames[current.parentKey];
  }
}

/** The call that a frame is part of; null in the run's own flow. */
export function callOf(state: RunState, frame: FrameState): CallState | null {
  let call: CallState | null = null;
  for (const outer of framesOutwards(state, frame)) call = outer.call;
  return call;
}

function frameVariables(scope: LookupScope, frame: FrameState): JsonObject {
  const container = scope.state.containers[nodeKeyOf(frame.parentKey ?? '', frame.containerId ?? '')];
  const variables: JsonObject = {};
  Object.assign(variables, container?.variables);
  variables['item'] = frame.item;
  variables['index'] = frame.index;
  return variables;
}

/** Whether nothing lies outside a frame: it is a flow, not a pass through a container. */
const isOutermost = (frame: FrameState): boolean => frame.containerId === null || frame.call !== null;

/** Environment variables belong to a flow: a called one has its own. */
function envOf(scope: LookupScope): JsonObject {
  for (const frame of framesOutwards(scope.state, scope.frame)) {
    if (frame.call) return containerOf(scope, frame)?.callee?.env ?? {};
  }
  return scope.env;
}

/** What a name means in one frame. */
function findInFrame(scope: LookupScope, frame: FrameState, name: string): Json | undefined {
  if (!isOutermost(frame)) {
    if (name === 'item') return frame.item;
    if (name === 'index') return frame.index;
    if (name === frame.containerId) return frameVariables(scope, frame);
  }
  return ownValue(frame.outputs, name);
}

function findNamespace(scope: LookupScope, name: string): Json | undefined {
  const call = callOf(scope.state, scope.frame);
  switch (name) {
    case 'sys':
      return call?.sys ?? scope.state.sys;
    case 'env':
      return envOf(scope);
    case 'conversation':
      return call?.conversation ?? scope.state.conversation;
    default:
  }
  for (const frame of framesOutwards(scope.state, scope.frame)) {
    const value = findInFrame(scope, frame, name);
    if (value !== undefined) return value;
  }
  return name === 'flow' ? (call ?? scope.state).variables : undefined;
}

/** One step into a value: a key of an object, or a position of a list (negative counts from the end). */
function stepInto(value: Json, step: string | number): Json | undefined {
  if (Array.isArray(value)) {
    const position = typeof step === 'number' ? step : /^-?\d+$/.test(step) ? Number(step) : Number.NaN;
    return value.at(position < -value.length ? value.length : position);
  }
  return isJsonObject(value) ? ownValue(value, String(step)) : undefined;
}

/** What a reference names, or undefined. */
export function findValue(scope: LookupScope, path: ReferencePath): Json | undefined {
  const [head, ...steps] = path;
  let value = findNamespace(scope, head);
  for (const step of steps) {
    if (value === undefined) return undefined;
    value = stepInto(value, step);
  }
  return value;
}

function explain(scope: LookupScope, path: ReferencePath): { reason: string; nearest: string[] } {
  const [head, ...steps] = path;
  let value = findNamespace(scope, head);
  if (value === undefined) {
    const known = [...framesOutwards(scope.state, scope.frame)].some((frame) =>
      scopeOf(scope, frame).byId.has(head),
    );
    const names = [...framesOutwards(scope.state, scope.frame)].flatMap((frame) =>
      Object.keys(frame.outputs),
    );
    return {
      reason: known ? `node "${head}" has not run` : `there is no node "${head}"`,
      nearest: [...names, 'sys', 'env', 'conversation'].slice(0, NEAREST_LIMIT),
    };
  }
  const walked: ReferencePath = [head];
  for (const step of steps) {
    const next = stepInto(value, step);
    if (next === undefined) {
      const at = formatReferencePath(walked);
      const names = isJsonObject(value) ? Object.keys(value).map((key) => `${at}.${key}`) : [];
      const size = Array.isArray(value) ? ` (a list of ${value.length})` : '';
      return { reason: `${at}${size} has no "${step}"`, nearest: names.slice(0, NEAREST_LIMIT) };
    }
    (walked as unknown as (string | number)[]).push(step);
    value = next;
  }
  return { reason: 'it is empty', nearest: [] };
}

/** Answers references; an unknown one is an error that says what exists instead, or its bare path in Dify's mode. */
export const createLookup =
  (scope: LookupScope): Lookup =>
  (path) => {
    const value = findValue(scope, path);
    if (value !== undefined) return value;
    const reference = formatReferencePath(path);
    if (scope.flow.isDifyCompatible) return reference;
    throw engineErrors.VARIABLE_UNKNOWN({ reference, ...explain(scope, path) });
  };

/** All that a frame can see, by namespace; inner names win. For templates, which get a copy of everything. */
export function visibleNamespaces(scope: LookupScope): JsonObject {
  const visible: JsonObject = {};
  for (const frame of [...framesOutwards(scope.state, scope.frame)].reverse()) {
    Object.assign(visible, frame.outputs);
    if (frame.containerId !== null && !frame.call) {
      visible[frame.containerId] = frameVariables(scope, frame);
      visible['item'] = frame.item;
      visible['index'] = frame.index;
    }
  }
  const { sys, conversation, variables } = callOf(scope.state, scope.frame) ?? scope.state;
  return { flow: variables, ...visible, sys, env: envOf(scope), conversation };
}
