import type { FlowMode, Json, JsonObject } from '@heddle/model';
import type { ExchangeCode, ExchangeWarnings } from '../exchange-issue';
import type { NodeImport } from '../node-converter';
import { DIFY_REFERENCE, plainReferences, referenceText, selectorOf } from '../references';
import type { ImportedGraph } from './imported-graph';

/** Names in double braces that a node fills itself, by Dify's name. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(['context', 'url']);

/** What one node is read with. */
export class NodeReader implements NodeImport {
  constructor(
    readonly mode: FlowMode,
    private readonly nodeIdHere: string,
    private readonly graph: ImportedGraph,
    private readonly warnings: ExchangeWarnings,
  ) {}

  text(text: string): string {
    for (const path of plainReferences(text)) {
      this.warn('TEXT_READS_AS_REFERENCE', { text: referenceText(path) });
    }
    return text.replace(DIFY_REFERENCE, (written, inside: string) => {
      const selector = inside.trim().split('.');
      const [head = ''] = selector;
      if (head.startsWith('$')) return written;
      if (selector.length === 1 && LOCAL_NAMES.has(head)) return `{{ ${head} }}`;
      const path = this.graph.path(selector);
      return path ? referenceText(path) : written;
    });
  }

  reference(selector: Json | undefined): string {
    const path = this.graph.path(selectorOf(selector));
    return path ? referenceText(path) : '';
  }

  nodeId(id: string): string {
    return this.graph.idOf(id);
  }

  within(field: string, value: number, [least, most]: readonly [number, number]): number {
    const fitting = Math.min(most, Math.max(least, Math.round(value)));
    if (fitting !== value) this.warn('VALUE_ADJUSTED', { field, from: value, to: fitting });
    return fitting;
  }

  warn(code: ExchangeCode, params: JsonObject = {}, path?: string): void {
    this.warnings.add(code, params, { nodeId: this.nodeIdHere, path });
  }
}
