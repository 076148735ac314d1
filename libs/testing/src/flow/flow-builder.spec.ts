import { flow } from './flow-builder';

describe('flow()', () => {
  it('builds a document that the schema accepts', () => {
    const document = flow()
      .node('start', 'trigger', { kind: 'manual' })
      .node('check', 'condition')
      .settings({ on_error: 'branch', timeout_ms: 500 })
      .node('end', 'output')
      .chain('start', 'check')
      .edge('check', 'end', 'else')
      .env('region', 'eu')
      .conversation('turns', 0, 'number')
      .features({ compat: 'dify' })
      .build();

    expect(document.nodes.map((node) => [node.id, node.type])).toEqual([
      ['start', 'trigger'],
      ['check', 'condition'],
      ['end', 'output'],
    ]);
    expect(document.nodes[1]).toMatchObject({ on_error: 'branch', timeout_ms: 500 });
    expect(document.edges).toEqual([
      { id: 'start:source:check', source: 'start', target: 'check' },
      { id: 'check:else:end', source: 'check', target: 'end', source_handle: 'else' },
    ]);
    expect(document.variables.env).toEqual([{ name: 'region', type: 'string', value: 'eu' }]);
    expect(document.variables.conversation).toEqual([{ name: 'turns', type: 'number', default: 0 }]);
    expect(document.features).toEqual({ compat: 'dify' });
  });

  it('gives each build its own copy', () => {
    const builder = flow().node('a', 'code', { code: '1' });
    const first = builder.build();
    Object.assign(first.nodes[0]?.config ?? {}, { code: '2' });
    expect(builder.build().nodes[0]?.config).toEqual({ code: '1' });
  });

  it('refuses an envelope the schema does not know', () => {
    expect(() => flow().node('a', 'code').settings({ timeout_ms: -1 }).build()).toThrow(/timeout_ms/);
  });
});
