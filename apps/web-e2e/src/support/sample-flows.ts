import { type FlowDocument, flowDocumentSchema, type JsonObject } from '@heddle/model';

const COLUMN = 320;

const node = (id: string, type: string, at: readonly [number, number], config: JsonObject): JsonObject => ({
  id,
  type,
  label: '',
  position: { x: at[0] * COLUMN, y: at[1] * 160 },
  config,
});

const edge = (source: string, target: string, handle?: string): JsonObject => ({
  id: `${source}-${target}`,
  source,
  target,
  ...(handle === undefined ? {} : { source_handle: handle }),
});

/** A workflow with one node of each kind that a workflow offers, runnable with any model. */
export const everyNode = (): FlowDocument =>
  flowDocumentSchema.parse({
    nodes: [
      node('trigger', 'trigger', [0, 0], {
        kind: 'manual',
        inputs: [{ name: 'city', label: 'City', type: 'string', required: true }],
      }),
      node('code', 'code', [1, 0], {
        language: 'javascript',
        code: 'function main({ city }) {\n  return { length: city.length };\n}',
        inputs: [{ name: 'city', value: '{{ trigger.city }}' }],
        outputs: { length: 'number' },
      }),
      node('condition', 'condition', [2, 0], {
        cases: [
          {
            id: 'long',
            label: 'A long name',
            logic: 'and',
            conditions: [{ left: '{{ code.length }}', operator: 'gt', right: 5 }],
          },
        ],
      }),
      node('llm', 'llm', [3, 0], {
        prompt: [{ role: 'user', text: '[[reply:{{ trigger.city }} is a long name.]]' }],
      }),
      node('template_transform', 'template_transform', [3, 1], {
        template: '{{ city }} is short.',
        variables: [{ name: 'city', value: '{{ trigger.city }}' }],
      }),
      node('variable_assigner', 'variable_assigner', [4, 0], {
        assignments: [
          {
            target_var: 'flow.said',
            operation: 'set',
            source_type: 'upstream_output',
            source_value: '{{ llm.text }}',
          },
        ],
      }),
      node('output', 'output', [5, 0], {
        outputs: [
          { name: 'long', value: '{{ llm.text }}' },
          { name: 'short', value: '{{ template_transform.rendered }}' },
        ],
      }),
    ],
    edges: [
      edge('trigger', 'code'),
      edge('code', 'condition'),
      edge('condition', 'llm', 'long'),
      edge('condition', 'template_transform', 'else'),
      edge('llm', 'variable_assigner'),
      edge('variable_assigner', 'output'),
      edge('template_transform', 'output'),
    ],
  });

/** A conversation of one model. */
export const conversation = (): FlowDocument =>
  flowDocumentSchema.parse({
    nodes: [
      node('trigger', 'trigger', [0, 0], { kind: 'manual', inputs: [] }),
      node('llm', 'llm', [1, 0], { prompt: [{ role: 'user', text: '{{ sys.query }}' }] }),
      node('answer', 'answer', [2, 0], { text: '{{ llm.text }}' }),
    ],
    edges: [edge('trigger', 'llm'), edge('llm', 'answer')],
  });

/** The OpenAPI document of a small service. */
export const looms = (): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Looms' },
  servers: [{ url: 'https://looms.example.com/v1' }],
  paths: {
    '/looms/{id}': {
      get: {
        operationId: 'getLoom',
        summary: 'Finds a loom',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      },
      delete: { operationId: 'scrapLoom', summary: 'Takes a loom apart' },
    },
  },
});
