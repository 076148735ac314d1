import { flowDocumentSchema, isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { exportDify } from './export-dify';

const TYPES = ['trigger', 'merge', 'condition', 'code', 'notify', 'output', 'variable_assigner', 'iteration'];

type Node = JsonObject & { readonly id: string; readonly type: string };

const exported = (nodes: readonly Node[], links: readonly string[] = []) => {
  const edges = links.map((link) => {
    const [source = '', target = ''] = link.split('>');
    return { id: link, source, target };
  });
  const definition = flowDocumentSchema.parse({ nodes, edges });
  const { data, warnings } = exportDify(
    { name: 'x', mode: 'workflow', description: '', definition },
    { types: TYPES },
  );
  const { graph } = data['workflow'] as { graph: { nodes: JsonObject[]; edges: JsonObject[] } };
  const dataOf = (id: string): Json => graph.nodes.find((node) => node['id'] === id)?.['data'] ?? null;
  return {
    graph,
    dataOf,
    warnings: warnings.map(({ code, params }) => [code, ...Object.values(params ?? {})]),
  };
};

describe('an export for Dify', () => {
  it('leaves out nodes that do not exist there and connects what was around them', () => {
    const { graph, warnings } = exported(
      [
        { id: 'a', type: 'trigger' },
        { id: 'b', type: 'notify' },
        { id: 'c', type: 'notify' },
        { id: 'd', type: 'output', config: { outputs: [{ name: 'r', value: '{{ b.delivered }}' }] } },
      ],
      ['a>b', 'b>c', 'c>d'],
    );
    expect(graph.edges.map(({ source, target }) => [source, target])).toEqual([['a', 'd']]);
    expect(warnings.map(([code]) => code)).toContain('NODE_NOT_IN_DIFY');
  });

  it('says which settings have no counterpart', () => {
    const { warnings } = exported([
      { id: 'm', type: 'merge', config: { mode: 'concat', variables: [] } },
      {
        id: 'i',
        type: 'condition',
        config: {
          cases: [
            {
              id: 'x',
              conditions: [
                { left: '{{ a.b }}', operator: 'matches', right: '^x' },
                { logic: 'or', conditions: [{ left: '', operator: 'is', right: 1 }] },
              ],
            },
          ],
        },
      },
      {
        id: 'c',
        type: 'code',
        config: { inputs: [{ name: 'x', value: 'fixed' }], limits: { timeout_ms: 5 } },
      },
      {
        id: 'v',
        type: 'variable_assigner',
        config: {
          assignments: [
            { target_var: 'flow.x', operation: 'set', source_type: 'expression', source_value: '1' },
          ],
        },
        on_error: 'continue',
      },
    ]);
    const fields = warnings.filter(([code]) => code === 'FIELD_NOT_IN_DIFY').map(([, field]) => field);
    expect(fields.sort()).toEqual(
      [
        'conditions',
        'flow.x',
        'flow.x expression',
        'inputs.x',
        'limits',
        'matches',
        'mode concat',
        'on_error: continue',
      ].sort(),
    );
  });

  it('writes references to the item by the container that it is of', () => {
    const { dataOf } = exported([
      {
        id: 'each',
        type: 'iteration',
        config: { input_array: '{{ a.list }}', output_variable: '{{ item }}' },
      },
      { id: 'c', type: 'code', parent_id: 'each', config: { inputs: [{ name: 'x', value: '{{ index }}' }] } },
    ]);
    expect(dataOf('each')).toMatchObject({ output_selector: ['each', 'item'], start_node_id: 'eachstart' });
    expect(dataOf('c')).toMatchObject({
      iteration_id: 'each',
      variables: [{ variable: 'x', value_selector: ['each', 'index'] }],
    });
  });

  it('gives back what an import has kept, below what the node says now', () => {
    const { dataOf } = exported([
      {
        id: 'c',
        type: 'code',
        label: 'Now',
        config: { code: 'new' },
        origin: { format: 'dify', type: 'code', data: { code: 'old', desc: 'Why', dependencies: ['x'] } },
      },
      {
        id: 'p',
        type: 'dify.strange',
        origin: { format: 'dify', type: 'strange', data: { deep: { a: 1 } } },
      },
    ]);
    expect(dataOf('c')).toMatchObject({ title: 'Now', code: 'new', desc: 'Why', dependencies: ['x'] });
    const strange = dataOf('p');
    expect(isJsonObject(strange) && strange).toMatchObject({ type: 'strange', title: 'p', deep: { a: 1 } });
  });
});
