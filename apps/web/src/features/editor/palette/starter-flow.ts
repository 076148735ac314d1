import type { FlowDocument, FlowMode, JsonObject, NodeCatalogue } from '@heddle/model';
import { connect } from '../document/edge-commands';
import { newNode, type Language } from '../document/new-node';
import { addNode } from '../document/node-commands';
import { CARD } from '../layout/card-size';

interface StarterStep {
  readonly type: string;
  readonly config: JsonObject;
}

/** The smallest flow of each mode that runs; ids are those of a first node of each type. */
const STARTERS: Readonly<Record<FlowMode, readonly StarterStep[]>> = {
  workflow: [
    { type: 'trigger', config: { inputs: [{ name: 'text', type: 'string', required: true }] } },
    { type: 'output', config: { outputs: [{ name: 'result', value: '{{ trigger.text }}' }] } },
  ],
  chatflow: [
    { type: 'trigger', config: {} },
    { type: 'llm', config: { prompt: [{ role: 'user', text: '{{ sys.query }}' }] } },
    { type: 'answer', config: { text: '{{ llm.text }}' } },
  ],
};

/** Puts a first flow onto an empty canvas: nodes in a row, connected. */
export function withStarter(
  document: FlowDocument,
  catalogue: NodeCatalogue,
  { mode, language }: { readonly mode: FlowMode; readonly language: Language },
): FlowDocument {
  let next = document;
  let before: string | null = null;
  STARTERS[mode].forEach(({ type, config }, index) => {
    const definition = catalogue.get(type);
    if (!definition) return;
    const at = { x: index * (CARD.width + CARD.gapX), y: 0 };
    const node = newNode(next, definition, { at, language });
    next = addNode(next, { ...node, config: { ...node.config, ...config } });
    if (before !== null) {
      next = connect(next, catalogue, { source: before, sourceHandle: 'source', target: node.id });
    }
    before = node.id;
  });
  return next;
}
