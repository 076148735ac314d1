import { isJsonObject } from '../json';
import { formatReferencePath, type ReferencePath } from '../values/reference';
import { parseTemplate } from '../values/template';
import { collectReferences, isRef } from '../values/value';
import { elementType, isAssignable, VALUE_TYPES, type ValueType } from '../values/value-type';
import type { CheckedFlow, CheckedNode } from './checked-flow';
import type { FlowShape } from './check-structure';
import { configSchemaOf } from './config-schema';
import type { IssueList } from './flow-issues';
import { nearestNames } from './nearest-names';
import { NodeOrder } from './node-order';

/** Variables of the `sys` namespace, with their types. */
export const SYSTEM_VARIABLES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['query', 'string'],
  ['files', 'array[file]'],
  ['user_id', 'string'],
  ['session_id', 'string'],
  ['flow_id', 'string'],
  ['run_id', 'string'],
  ['dialogue_count', 'integer'],
  ['timestamp', 'integer'],
]);

const FRAME_VARIABLES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['item', 'any'],
  ['index', 'integer'],
]);

/** A scope that references may name without a node: written by assigners, declared nowhere. */
const FLOW_SCOPE = 'flow';
const MAX_SUGGESTED = 100;

type Variables = ReadonlyMap<string, ValueType>;

const declaredType = (type: string): ValueType =>
  (VALUE_TYPES as readonly string[]).includes(type) ? (type as ValueType) : 'any';

/** What a reference turned out to be: a known type, or nothing to say. */
type Verdict = ValueType | undefined;

/** Checks the references of one flow. */
export class ReferenceCheck {
  private readonly order: NodeOrder;
  private readonly namespaces: ReadonlyMap<string, Variables>;
  private readonly isLenient: boolean;
  private suggested = 0;

  constructor(
    private readonly flow: CheckedFlow,
    private readonly shape: FlowShape,
    private readonly issues: IssueList,
  ) {
    this.order = new NodeOrder(flow);
    const { env, conversation } = flow.document.variables;
    this.namespaces = new Map<string, Variables>([
      ['sys', SYSTEM_VARIABLES],
      ['env', new Map(env.map(({ name, type }) => [name, declaredType(type)]))],
      ['conversation', new Map(conversation.map(({ name, type }) => [name, declaredType(type)]))],
    ]);
    this.isLenient = flow.document.features['compat'] === 'dify';
  }

  /** Checks every reference in a node's config. */
  node(node: CheckedNode): void {
    const { definition, reading } = node;
    if (!definition || !reading) return;
    // What another interpreter reads (a template with names of its own) holds no references of ours.
    const embedded = (reading.isValid && definition.embedded?.(reading.config)) || [];
    const foreign = new Set(embedded.map((source) => source.path));
    for (const { path, at } of collectReferences(reading.raw, definition.literalKeys)) {
      if (foreign.has(at)) continue;
      const isLocal = path.length === 1 && definition.localNames?.includes(path[0]) === true;
      if (!isLocal) this.reference(node, path, at);
    }
    if (reading.isValid) this.expectedTypes(node, configSchemaOf(definition.config)['properties']);
  }

  private expectedTypes(node: CheckedNode, properties: unknown): void {
    if (!isJsonObject(properties) || !isJsonObject(node.reading?.raw)) return;
    for (const [key, value] of Object.entries(node.reading.raw)) {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      const expected = isJsonObject(property) ? property['accepts'] : undefined;
      const path = onlyReference(value);
      if (typeof expected !== 'string' || !path) continue;
      const type = this.resolve(node, path, () => undefined);
      if (type === undefined || isAssignable(type, expected as ValueType)) continue;
      const params = { reference: formatReferencePath(path), type, expected };
      this.issues.warning('VARIABLE_TYPE_MISMATCH', params, { nodeId: node.id, path: key });
    }
  }

  private reference(node: CheckedNode, path: ReferencePath, at: string): void {
    const place = { nodeId: node.id, path: at };
    this.resolve(node, path, (code, params) => {
      const all = { reference: formatReferencePath(path), ...params };
      if (code === 'VARIABLE_UNKNOWN' && this.isLenient) this.issues.warning(code, all, place);
      else this.issues.error(code, all, place);
    });
  }

  private resolve(node: CheckedNode, path: ReferencePath, report: Report): Verdict {
    const [head, name] = path;
    const namespace = this.namespaces.get(head);
    if (namespace) return this.variable(namespace, path, report);
    if (FRAME_VARIABLES.has(head)) return this.frameVariable(node, report);
    const source = this.flow.byId.get(head);
    if (!source) {
      if (head === FLOW_SCOPE) return undefined;
      report('VARIABLE_UNKNOWN', { nearest: this.suggest(head, this.heads()) });
      return undefined;
    }
    if (!this.isVisible(node, source, report)) return undefined;
    const isInside = source === node || this.ancestors(node).includes(source);
    if (!source.outputs || (isInside && name === undefined)) return undefined;
    return this.variable(isInside ? readInside(source, node) : source.outputs, path, report);
  }

  private frameVariable(node: CheckedNode, report: Report): undefined {
    if (node.parentId === undefined && !hasFrames(node)) report('VARIABLE_OUT_OF_SCOPE', {});
  }

  private variable(variables: Variables, path: ReferencePath, report: Report): Verdict {
    const [head, name, step, ...deeper] = path;
    const type = name === undefined ? undefined : variables.get(String(name));
    if (type === undefined) {
      const nearest = this.suggest(String(name ?? ''), [...variables.keys()]);
      const names = nearest.length > 0 ? nearest : [...variables.keys()].slice(0, 3);
      report('VARIABLE_UNKNOWN', { nearest: names.map((known) => `${head}.${known}`) });
      return undefined;
    }
    if (step === undefined) return type;
    return typeof step === 'number' && deeper.length === 0 ? elementType(type) : undefined;
  }

  private isVisible(node: CheckedNode, source: CheckedNode, report: Report): boolean {
    const around = this.ancestors(node);
    if (around.includes(source)) return true;
    // A container reads some of its fields inside its frames: what an item gives, when a loop stops.
    if (source === node) return hasFrames(node) || this.notYet(source, report);
    const scopes = [node, ...around];
    if (source.parentId === node.id) return true;
    const peer = scopes.find((at) => at.parentId === source.parentId);
    if (!peer) {
      report('VARIABLE_OUT_OF_SCOPE', { node: source.id });
      return false;
    }
    const top = scopes.at(-1) ?? node;
    const isUnclear =
      [peer, source].some((at) => this.shape.tangled.has(at)) || this.shape.unreached.has(top);
    return isUnclear || this.order.isBefore(source, peer) || this.notYet(source, report);
  }

  private notYet(source: CheckedNode, report: Report): false {
    report('VARIABLE_NOT_YET_AVAILABLE', { node: source.id });
    return false;
  }

  private ancestors(node: CheckedNode): CheckedNode[] {
    const found: CheckedNode[] = [];
    let at = node.parentId === undefined ? undefined : this.flow.byId.get(node.parentId);
    while (at && !found.includes(at)) {
      found.push(at);
      at = at.parentId === undefined ? undefined : this.flow.byId.get(at.parentId);
    }
    return found;
  }

  private heads(): string[] {
    return [...this.flow.byId.keys(), ...this.namespaces.keys()];
  }

  /** Looks for similar names, but not thousands of times for a flow that is wrong everywhere. */
  private suggest(name: string, candidates: string[]): string[] {
    this.suggested += 1;
    return this.suggested > MAX_SUGGESTED ? [] : nearestNames(name, candidates);
  }
}

/** What is read of a container within its frames. Its own results do not exist yet, what a loop carries does. */
function readInside(container: CheckedNode, reader: CheckedNode): Variables {
  const isHidden = container === reader && !container.definition?.container?.hasGate;
  return new Map([...(isHidden ? [] : (container.outputs ?? [])), ...FRAME_VARIABLES]);
}

const hasFrames = ({ definition }: CheckedNode): boolean =>
  definition?.kind === 'container' && definition.callee === undefined;

type Report = (
  code: 'VARIABLE_UNKNOWN' | 'VARIABLE_NOT_YET_AVAILABLE' | 'VARIABLE_OUT_OF_SCOPE',
  params: Readonly<Record<string, unknown>>,
) => void;

function onlyReference(value: unknown): ReferencePath | undefined {
  if (isRef(value)) return value.ref;
  if (typeof value !== 'string') return undefined;
  const [part, ...rest] = parseTemplate(value);
  return part?.kind === 'reference' && rest.length === 0 ? part.path : undefined;
}
