import {
  NODE_ID_PATTERN,
  ownValue,
  RESERVED_NAMES,
  type JsonObject,
  type ReferencePath,
} from '@heddle/model';
import type { DifyNode, DifyWorkflow } from '../dsl/dify-dsl';
import type { ExchangeWarnings } from '../exchange-issue';
import type { NodeConverter } from '../node-converter';
import { readerOf } from '../nodes/converters';
import { readSelector, renameSteps, type Steps } from '../references';

/** A node of Dify's that becomes one of ours. */
export interface SourceNode {
  readonly node: DifyNode;
  readonly type: string;
  readonly data: JsonObject;
  /** Its id here. */
  readonly id: string;
  readonly converter: NodeConverter | undefined;
  /** The container around it, by Dify's id. */
  readonly parent: string | undefined;
}

const STARTS_OF_CONTAINERS: ReadonlySet<string> = new Set(['iteration-start', 'loop-start']);
/** What lies on the canvas to be read by people. */
const NOTES: ReadonlySet<string> = new Set(['custom-note', 'custom-group']);

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const plain = wanted.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 56) || 'node';
  const base = RESERVED_NAMES.has(plain) ? `${plain}_node` : plain;
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}_${number}`;
  return id;
}

const parentOf = ({ parentId, data }: DifyNode): string | undefined => {
  const parent = parentId ?? data['iteration_id'] ?? data['loop_id'];
  return typeof parent === 'string' && parent !== '' ? parent : undefined;
};

function noteText(node: DifyNode): string {
  const texts = [
    ...JSON.stringify(node.data['text'] ?? node.data['title'] ?? '').matchAll(/text\\*":\\*"([^"\\]*)/g),
  ];
  return texts
    .map(([, text]) => text ?? '')
    .join(' ')
    .slice(0, 200);
}

/** Tells what stands in a file's graph: nodes by id, starts of containers, and what references mean here. */
export class ImportedGraph {
  readonly nodes: SourceNode[] = [];
  readonly byId = new Map<string, SourceNode>();
  /** The containers that a start node stands in, by the start's id. */
  readonly innerStarts = new Map<string, string>();

  constructor(workflow: DifyWorkflow, warnings: ExchangeWarnings) {
    const taken = new Set<string>();
    for (const node of workflow.graph.nodes) {
      const type = typeof node.data['type'] === 'string' ? node.data['type'] : '';
      const parent = parentOf(node);
      if (NOTES.has(node.type) || (type === '' && node.type !== 'custom')) {
        warnings.add('NOTE_NOT_CARRIED', { text: noteText(node) });
      } else if (STARTS_OF_CONTAINERS.has(type)) {
        if (parent !== undefined) this.innerStarts.set(node.id, parent);
      } else {
        this.add({ node, type, parent }, taken, warnings);
      }
    }
  }

  /** What a selector means here. */
  path(selector: readonly string[]): ReferencePath | undefined {
    return readSelector(selector, (id, steps) => this.nodePath(id, steps));
  }

  /** Our id of a node; an id that no node has stays as it is. */
  idOf(id: string): string {
    return this.byId.get(id)?.id ?? id;
  }

  private nodePath(id: string, steps: Steps): ReferencePath {
    const source = this.byId.get(id);
    if (!source) return [id, ...steps];
    const { converter, data } = source;
    const renamed = converter?.readSteps?.(steps, data) ?? renameSteps(steps, converter?.outputs ?? {});
    return [source.id, ...renamed];
  }

  private add(
    found: Pick<SourceNode, 'node' | 'type' | 'parent'>,
    taken: Set<string>,
    warnings: ExchangeWarnings,
  ): void {
    const { node, type } = found;
    const isGood = NODE_ID_PATTERN.test(node.id) && !RESERVED_NAMES.has(node.id) && !taken.has(node.id);
    const id = isGood ? node.id : freeId(node.id, taken);
    taken.add(id);
    if (!isGood) warnings.add('NODE_ID_CHANGED', { from: node.id.slice(0, 64), to: id }, { nodeId: id });
    const source = { ...found, data: node.data, id, converter: readerOf(type, node.data) };
    this.nodes.push(source);
    if (!this.byId.has(node.id)) this.byId.set(node.id, source);
  }
}

/** A handle as edges of a node name it here. */
export const renamedHandle = (handle: string, converter: NodeConverter | undefined): string | undefined =>
  ownValue(converter?.handles ?? {}, handle);
