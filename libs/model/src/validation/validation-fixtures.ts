import { z } from 'zod';
import { field } from '../definition/field';
import {
  createCatalogue,
  defineNode,
  type AnyNodeDefinition,
  type FlowIssue,
} from '../definition/node-definition';
import type { FlowMode } from '../document/flow-document';
import { draftDocumentSchema } from './draft-document';
import { validateFlow } from './validate-flow';

const text = (value: string) => ({ en: value, zh: value });
const shown = (type: string) => ({ title: type, title_zh: type });
const common = (type: string) => ({
  icon: 'x',
  title: text(type),
  description: text(type),
  initialConfig: {},
});
const anyDefinition = (definition: unknown): AnyNodeDefinition => definition as AnyNodeDefinition;

const start = defineNode({
  ...common('trigger'),
  type: 'trigger',
  kind: 'start',
  effect: 'none',
  category: 'io',
  config: z.object({
    kind: z.enum(['manual', 'api', 'webhook']).default('manual'),
    inputs: z.array(z.object({ name: z.string() })).default([]),
  }),
  outputs: ({ inputs }) => inputs.map(({ name }) => ({ name, type: 'string', title: text(name) })),
});
const fetchNode = defineNode({
  ...common('http_request'),
  type: 'http_request',
  kind: 'action',
  effect: 'write',
  category: 'http',
  config: z.object({
    url: field(z.string().min(1), shown('URL')),
    method: z.enum(['GET', 'POST']).default('GET'),
    max_bytes: z.number().int().min(1).max(20_000).default(100),
    headers: z.array(z.object({ name: z.string(), value: z.custom<unknown>() })).default([]),
    size: field(z.custom<unknown>().optional(), { ...shown('Size'), accepts: 'number' }),
  }),
  outputs: () => [
    { name: 'body', type: 'string', title: text('Body') },
    { name: 'status_code', type: 'integer', title: text('Status') },
  ],
});
const code = defineNode({
  ...common('code'),
  type: 'code',
  kind: 'action',
  effect: 'none',
  category: 'transform',
  literalKeys: ['code'],
  config: z.object({ code: z.string().default(''), names: z.array(z.string()).default(['result']) }),
  outputs: ({ names }) => names.map((name) => ({ name, type: 'any', title: text(name) })),
  embedded: (config) => [{ language: 'javascript', source: config.code, path: 'code' }],
});
const condition = defineNode({
  ...common('condition'),
  type: 'condition',
  kind: 'branch',
  effect: 'none',
  category: 'logic',
  config: z.object({ cases: z.array(z.object({ id: z.string() })).default([]) }),
  ports: ({ cases }) => [
    ...cases.map(({ id }) => ({ id, label: text(id) })),
    { id: 'else', label: text('else') },
  ],
  outputs: () => [],
});
const loop = defineNode({
  ...common('iteration'),
  type: 'iteration',
  kind: 'container',
  effect: 'none',
  category: 'loop',
  config: z.object({
    input_array: z.custom<unknown>().optional(),
    output_variable: z.custom<unknown>().optional(),
  }),
  outputs: () => [{ name: 'output', type: 'array[any]', title: text('Output') }],
});
const output = defineNode({
  ...common('output'),
  type: 'output',
  kind: 'response',
  effect: 'none',
  category: 'io',
  modes: ['workflow'],
  config: z.object({
    outputs: z.array(z.object({ name: z.string(), value: z.custom<unknown>() })).default([]),
  }),
  ports: () => [],
  outputs: () => [],
});
const answer = defineNode({
  ...common('answer'),
  type: 'answer',
  kind: 'response',
  effect: 'none',
  category: 'io',
  modes: ['chatflow'],
  config: z.object({ text: z.string().default('') }),
  outputs: () => [{ name: 'text', type: 'string', title: text('Text') }],
});
/** A few node types, enough for every rule. */
export const catalogue = createCatalogue(
  [start, fetchNode, code, condition, loop, output, answer].map(anyDefinition),
);

type Draft = Parameters<typeof draftDocumentSchema.parse>[0];
/** Checks a flow written as nodes and `from:handle>to` links. */
export const validate = (
  nodes: object[],
  links: string[] = [],
  { mode = 'workflow', ...more }: { mode?: FlowMode } & Record<string, unknown> = {},
) => {
  const edges = links.map((link, index) => {
    const [from = '', target = ''] = link.split('>');
    const [source = '', handle] = from.split(':');
    return { id: `e${index}`, source, target, ...(handle === undefined ? {} : { source_handle: handle }) };
  });
  return validateFlow(draftDocumentSchema.parse({ nodes, edges, ...more } as Draft), catalogue, mode);
};
/** A node in short. */
export const node = (id: string, type: string, config: object = {}) => ({ id, type, config });
/** A start with one input, `question`. */
export const begin = node('start', 'trigger', { inputs: [{ name: 'question' }] });
/** An output that returns nothing. */
export const end = node('end', 'output');
/** The codes of findings, in order. */
export const codes = (issues: readonly FlowIssue[]) => issues.map((issue) => issue.code);
