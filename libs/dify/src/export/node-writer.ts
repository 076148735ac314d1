import {
  formatReferencePath,
  isRef,
  parseReferencePath,
  parseTemplate,
  REFERENCE_PATTERN,
  renderText,
  type FlowDocument,
  type FlowMode,
  type FlowNode,
  type Json,
  type JsonObject,
  type ReferencePath,
} from '@heddle/model';
import type { ExchangeCode, ExchangeWarnings } from '../exchange-issue';
import { Fields } from '../fields';
import type { NodeExport } from '../node-converter';
import { writerOf } from '../nodes/converters';
import { difySystemSteps, renameSteps, reversed, type Steps } from '../references';

/** Names in double braces that a node fills itself. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(['context', 'url']);
const NAMESPACES: ReadonlySet<string> = new Set(['sys', 'env', 'conversation']);

/** What all nodes of a flow are written with. */
export interface ExportScope {
  readonly mode: FlowMode;
  readonly document: FlowDocument;
  readonly byId: ReadonlyMap<string, FlowNode>;
  readonly warnings: ExchangeWarnings;
  /** Node types that can run here; what else came from Dify goes back as it came. */
  readonly types: ReadonlySet<string>;
}

/** What an import kept of Dify's own fields of a node. */
export const originOf = (node: FlowNode): JsonObject => node.origin?.data ?? {};

/** What one node is written with. */
export class NodeWriter implements NodeExport {
  readonly mode: FlowMode;
  readonly origin: Fields;

  constructor(
    private readonly node: FlowNode,
    private readonly scope: ExportScope,
  ) {
    this.mode = scope.mode;
    this.origin = new Fields(originOf(node));
  }

  text(value: Json | undefined): string {
    if (value === undefined) return '';
    if (isRef(value)) return this.written(value.ref, '');
    if (typeof value !== 'string') return renderText(value);
    return value.replace(REFERENCE_PATTERN, (written, inside: string) =>
      this.written(parseReferencePath(inside), written),
    );
  }

  value(value: Json | undefined): Json {
    if (value === undefined || value === null) return '';
    if (typeof value === 'string' || isRef(value)) return this.text(value);
    return Array.isArray(value) ? value.map((item) => this.value(item)) : value;
  }

  selector(value: Json | undefined, field: string): string[] {
    const path = solePath(value);
    if (path) return this.selectorOf(path) ?? this.foreign(path);
    if (value !== undefined && value !== null && value !== '')
      this.warn('FIELD_NOT_IN_DIFY', { field }, field);
    return [];
  }

  isFile(value: Json): boolean {
    const path = solePath(value) ?? [''];
    const [head, name] = path;
    if (name === 'files') return true;
    const inputs = this.scope.byId.get(head)?.config['inputs'];
    const input = new Fields({ inputs: inputs ?? [] })
      .objects('inputs')
      .find((one) => one.text('name') === name);
    return input?.text('type').startsWith('file') === true;
  }

  isNamespace(name: string): boolean {
    return NAMESPACES.has(name) || this.scope.byId.has(name);
  }

  warn(code: ExchangeCode, params: JsonObject = {}, path?: string): void {
    this.scope.warnings.add(code, params, { nodeId: this.node.id, path });
  }

  /** A selector of something that does not exist stays what it is. */
  private foreign(path: ReferencePath): string[] {
    this.warn('REFERENCE_NOT_IN_DIFY', { reference: formatReferencePath(path) });
    return path.map(String);
  }

  private written(path: ReferencePath, asBefore: string): string {
    if (path.length === 1 && LOCAL_NAMES.has(path[0])) return `{{#${path[0]}#}}`;
    const selector = this.selectorOf(path);
    if (selector) return `{{#${selector.join('.')}#}}`;
    this.warn('REFERENCE_NOT_IN_DIFY', { reference: formatReferencePath(path) });
    return asBefore;
  }

  private selectorOf([head, ...steps]: ReferencePath): string[] | undefined {
    if (head === 'sys') return ['sys', ...difySystemSteps(steps).map(String)];
    if (head === 'env' || head === 'conversation') return [head, ...steps.map(String)];
    if (head === 'item' || head === 'index') return this.frameSelector(head, steps);
    const source = this.scope.byId.get(head);
    return source && [head, ...this.difySteps(source, steps).map(String)];
  }

  /** The innermost container's variables: its own, for what it reads inside. */
  private frameSelector(name: string, steps: Steps): string[] | undefined {
    const isContainer = this.node.type === 'iteration' || this.node.type === 'loop';
    const container = isContainer ? this.node.id : this.node.parent_id;
    return container === undefined ? undefined : [container, name, ...steps.map(String)];
  }

  private difySteps(source: FlowNode, steps: Steps): Steps {
    const converter = writerOf(source.type, source.config);
    if (converter?.writeSteps) return converter.writeSteps(steps, new Fields(originOf(source)));
    return renameSteps(steps, reversed(converter?.outputs ?? {}));
  }
}

/** The reference that a value consists of. */
function solePath(value: Json | undefined): ReferencePath | undefined {
  if (isRef(value)) return value.ref;
  if (typeof value !== 'string') return undefined;
  const [only, ...others] = parseTemplate(value.trim());
  return only?.kind === 'reference' && others.length === 0 ? only.path : undefined;
}
