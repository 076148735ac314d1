import {
  createCatalogue,
  defineNode,
  flowDocumentSchema,
  type FlowDocument,
  type NodeCatalogue,
} from '@heddle/model';
import { z } from 'zod';

const start = defineNode({
  type: 'start',
  kind: 'start',
  effect: 'none',
  category: 'io',
  icon: 'play',
  title: { en: 'Start', zh: '开始' },
  description: { en: 'Begins', zh: '开始' },
  config: z.object({ names: z.array(z.string()).default([]) }),
  initialConfig: { names: [] },
  outputs: ({ names }) => names.map((name) => ({ name, type: 'string', title: { en: name, zh: name } })),
});

const step = defineNode({
  type: 'step',
  kind: 'action',
  effect: 'none',
  category: 'transform',
  icon: 'box',
  title: { en: 'Step', zh: '步骤' },
  description: { en: 'Does something', zh: '处理' },
  config: z.object({ text: z.string().default('') }),
  initialConfig: { text: '' },
  outputs: () => [{ name: 'text', type: 'string', title: { en: 'Text', zh: '文本' } }],
  summary: ({ text }) => text,
});

const choice = defineNode({
  type: 'choice',
  kind: 'branch',
  effect: 'none',
  category: 'logic',
  icon: 'git-branch',
  title: { en: 'Choice', zh: '分支' },
  description: { en: 'Chooses', zh: '选择' },
  config: z.object({ cases: z.array(z.string()).default([]) }),
  initialConfig: { cases: ['a'] },
  ports: ({ cases }) => [...cases, 'else'].map((id) => ({ id, label: { en: id, zh: id } })),
  outputs: () => [],
});

/** Node types that specs of the editor use, so that they do not move with the real ones. */
export const sampleCatalogue: NodeCatalogue = createCatalogue([start, step, choice]);

/** Builds a document from short notations: nodes `id:type`, edges `a>b` or `a.handle>b`. */
export function sampleFlow(nodes: readonly string[], edges: readonly string[]): FlowDocument {
  return flowDocumentSchema.parse({
    nodes: nodes.map((text, index) => {
      const [id, type = 'step'] = text.split(':');
      return { id, type, label: id, position: { x: index * 320, y: 0 }, config: {} };
    }),
    edges: edges.map((text) => {
      const [from = '', target] = text.split('>');
      const [source, handle] = from.split('.');
      const id = `${source}-${target}`;
      return handle ? { id, source, target, source_handle: handle } : { id, source, target };
    }),
  });
}

/** Writes a document's edges in the notation of {@link sampleFlow}. */
export const edgesOf = (document: FlowDocument): string[] =>
  document.edges.map(({ source, target, source_handle }) =>
    source_handle ? `${source}.${source_handle}>${target}` : `${source}>${target}`,
  );
