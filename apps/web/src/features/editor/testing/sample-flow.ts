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

const each = defineNode({
  type: 'each',
  kind: 'container',
  effect: 'none',
  category: 'loop',
  icon: 'repeat-2',
  title: { en: 'Each', zh: '每项' },
  description: { en: 'For each item', zh: '对每一项' },
  config: z.object({ list: z.array(z.number()).default([]) }),
  initialConfig: { list: [] },
  outputs: () => [{ name: 'output', type: 'array[any]', title: { en: 'Results', zh: '结果' } }],
  container: {
    plan: ({ list }) => ({ items: list, parallelism: 1, maxFrames: 9, onFrameError: 'stop', variables: {} }),
    frameResult: () => null,
    outputs: () => ({}),
  },
});

const rounds = defineNode({
  type: 'rounds',
  kind: 'container',
  effect: 'none',
  category: 'loop',
  icon: 'refresh-cw',
  title: { en: 'Rounds', zh: '轮次' },
  description: { en: 'Again and again', zh: '重复' },
  config: z.object({ carried: z.array(z.string()).default([]) }),
  initialConfig: { carried: [] },
  outputs: ({ carried }) => [
    ...carried.map((name) => ({ name, type: 'number' as const, title: { en: name, zh: name } })),
    { name: 'count', type: 'integer', title: { en: 'Count', zh: '次数' } },
  ],
  container: {
    plan: ({ carried }) => ({
      items: null,
      parallelism: 1,
      maxFrames: 9,
      onFrameError: 'stop',
      variables: Object.fromEntries(carried.map((name) => [name, 0])),
    }),
    hasGate: () => true,
    frameResult: () => null,
    outputs: () => ({}),
  },
});

const leave = defineNode({
  type: 'leave',
  kind: 'exit',
  effect: 'none',
  category: 'loop',
  icon: 'log-out',
  title: { en: 'Leave', zh: '退出' },
  description: { en: 'Leaves', zh: '退出' },
  config: z.object({}),
  initialConfig: {},
  ports: () => [],
  outputs: () => [],
});

/** Node types that specs of the editor use, so that they do not move with the real ones. */
export const sampleCatalogue: NodeCatalogue = createCatalogue([start, step, choice, each, rounds, leave]);

/** Builds a document from short notations: nodes `id:type` or `container/id:type`, edges `a>b` or `a.handle>b`. */
export function sampleFlow(nodes: readonly string[], edges: readonly string[]): FlowDocument {
  return flowDocumentSchema.parse({
    nodes: nodes.map((text, index) => {
      const [place = '', type = 'step'] = text.split(':');
      const [id, parent] = place.split('/').reverse();
      const node = { id, type, label: id, position: { x: index * 320, y: 0 }, config: {} };
      return parent ? { ...node, parent_id: parent, position: { x: 32, y: 64 } } : node;
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
