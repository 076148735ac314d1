import { draftDocumentSchema } from './draft-document';
import { embeddedSources } from './validate-flow';
import { begin, catalogue, codes, end, node, validate } from './validation-fixtures';

describe('validateFlow', () => {
  it('finds nothing wrong with a sound flow', () => {
    const report = validate(
      [
        begin,
        node('fetch', 'http_request', { url: 'http://x/{{ start.question }}?u={{ sys.user_id }}' }),
        node('if', 'condition', { cases: [{ id: 'ok' }] }),
        node('calc', 'code', { code: '{{ not.a.reference }}' }),
        node('end', 'output', { outputs: [{ name: 'a', value: { ref: ['calc', 'result', 0] } }] }),
      ],
      ['start>fetch', 'fetch>if', 'if:ok>calc', 'if:else>end', 'calc>end'],
    );
    expect(report).toEqual({ errors: [], warnings: [] });
  });

  it('reports a missing reference, a cycle, an orphan and a bad config together, once each', () => {
    const { errors } = validate(
      [
        begin,
        node('fetch', 'http_request', { url: 5 }),
        node('a', 'code'),
        node('b', 'code'),
        node('lonely', 'code'),
        node('end', 'output', { outputs: [{ name: 'x', value: '{{ strat.question }}' }] }),
      ],
      ['start>fetch', 'fetch>a', 'a>b', 'b>a', 'fetch>end'],
    );
    expect(errors).toEqual([
      expect.objectContaining({ code: 'NODE_CONFIG_INVALID', node_id: 'fetch', path: 'url' }),
      expect.objectContaining({ code: 'FLOW_CYCLE', node_id: 'a', path: 'edges[3]' }),
      expect.objectContaining({ code: 'FLOW_UNREACHABLE', node_id: 'lonely', path: 'edges' }),
      expect.objectContaining({ code: 'VARIABLE_UNKNOWN', node_id: 'end', path: 'outputs[0].value' }),
    ]);
    expect(errors[0]?.texts?.zh).toBe('url：应为至少 1 个字符的文本，实际为数字 5');
    expect(errors.map(({ message }) => message)).toEqual([
      'url: expected text of at least 1 characters, got number 5',
      'nodes wait for each other: a → b → a',
      "no way leads from a start to 'lonely'",
      "{{ strat.question }} names nothing; did you mean 'start'?",
    ]);
  });

  it.each<[string, object[], string[], string[]]>([
    ['an empty flow', [], [], ['FLOW_EMPTY']],
    ['no start', [end], [], ['FLOW_NO_START']],
    ['no end', [begin], [], ['FLOW_NO_END']],
    [
      'two callable starts',
      [begin, node('s2', 'trigger', { kind: 'api' }), end],
      ['start>end', 's2>end'],
      ['FLOW_MANY_STARTS'],
    ],
    ['a self loop', [begin, node('a', 'code'), end], ['start>a', 'a>a', 'a>end'], ['FLOW_CYCLE']],
    ['an edge to nothing', [begin, end], ['start>end', 'start>ghost'], ['EDGE_TARGET_MISSING']],
    ['an edge from nothing', [begin, end], ['start>end', 'ghost>end'], ['EDGE_SOURCE_MISSING']],
    [
      'a handle that is gone',
      [begin, node('if', 'condition'), end],
      ['start>if', 'if:old>end'],
      ['EDGE_HANDLE_MISSING'],
    ],
    [
      'an edge into the start',
      [begin, node('a', 'code'), end],
      ['start>end', 'start>a', 'a>start'],
      ['EDGE_INTO_START', 'FLOW_CYCLE'],
    ],
    ['a doubled id', [begin, end, node('end', 'output')], ['start>end'], ['NODE_ID_DUPLICATE']],
    [
      'a reserved id',
      [begin, node('constructor', 'code'), end],
      ['start>constructor', 'start>end'],
      ['NODE_ID_INVALID'],
    ],
    ['an empty id', [begin, node('', 'code'), end], ['start>', 'start>end'], ['NODE_ID_INVALID']],
    [
      'a long id',
      [begin, node('x'.repeat(5_000), 'code'), end],
      [`start>${'x'.repeat(5_000)}`, 'start>end'],
      ['NODE_ID_INVALID'],
    ],
    ['an unknown type', [begin, node('a', 'http_reqest'), end], ['start>a', 'a>end'], ['NODE_TYPE_UNKNOWN']],
    [
      'an imported node that has no counterpart',
      [
        begin,
        { ...node('a', 'rag'), origin: { format: 'dify', type: 'knowledge-retrieval', data: {} } },
        end,
      ],
      ['start>a', 'a>end'],
      ['NODE_NOT_AVAILABLE'],
    ],
    [
      'a parent that holds nothing',
      [begin, { ...node('a', 'code'), parent_id: 'start' }, end],
      ['start>end'],
      ['NODE_PARENT_INVALID'],
    ],
    [
      'a newer version',
      [begin, { ...node('a', 'code'), version: 7 }, end],
      ['start>a', 'a>end'],
      ['NODE_VERSION_UNKNOWN'],
    ],
  ])('refuses %s', (_name, nodes, links, expected) => {
    expect(codes(validate(nodes, links).errors)).toEqual(expected);
  });

  it('offers the nearest type', () => {
    const { errors } = validate([begin, node('a', 'http_reqest'), end], ['start>a', 'a>end']);
    expect(errors[0]?.message).toBe("node type 'http_reqest' is not known; did you mean 'http_request'?");
  });

  it.each([0, -1, 1e12, 'abc'])('names the bounds of a time limit of %p', (timeout) => {
    const { errors } = validate(
      [begin, { ...node('a', 'code'), timeout_ms: timeout }, end],
      ['start>a', 'a>end'],
    );
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'NODE_CONFIG_INVALID',
        node_id: 'a',
        path: 'timeout_ms',
        message: expect.stringContaining('timeout_ms: expected 1-3,600,000 ms, got') as string,
      }),
    ]);
  });

  it('asks for a config that is missing', () => {
    const { errors } = validate([begin, { id: 'a', type: 'http_request' }, end], ['start>a', 'a>end']);
    expect(errors.map(({ message }) => message)).toEqual([
      'url: expected text of at least 1 characters, got nothing',
    ]);
  });

  it('names the choices and the bounds of config fields', () => {
    const { errors } = validate(
      [
        begin,
        node('a', 'http_request', {
          url: 'x',
          method: 'FOO',
          max_bytes: 0,
          headers: [{ name: 1, value: 1 }],
        }),
        end,
      ],
      ['start>a', 'a>end'],
    );
    expect(errors.map(({ message }) => message)).toEqual([
      "method: expected one of GET, POST, got text 'FOO'",
      'max_bytes: expected 1-20,000, got number 0',
      'headers[0].name: expected text, got number 1',
    ]);
  });

  it('warns of config keys that mean nothing', () => {
    const { errors, warnings } = validate(
      [
        begin,
        node('a', 'http_request', {
          url: 'x',
          metod: 'GET',
          headers: [{ name: 'a', value: { free: 1 }, extra: 1 }],
        }),
        end,
      ],
      ['start>a', 'a>end'],
    );
    expect(errors).toEqual([]);
    expect(warnings.map(({ code: issue, path }) => [issue, path])).toEqual([
      ['NODE_CONFIG_UNKNOWN_KEY', 'metod'],
      ['NODE_CONFIG_UNKNOWN_KEY', 'headers[0].extra'],
    ]);
  });

  it('lists code and templates for the server to check', () => {
    const document = draftDocumentSchema.parse({
      nodes: [node('c', 'code', { code: 'return 1' }), node('x', 'gone')],
    });
    expect(embeddedSources(document, catalogue)).toEqual([
      { nodeId: 'c', language: 'javascript', source: 'return 1', path: 'code' },
    ]);
  });
});

describe('large and odd flows', () => {
  it('refuses more than 5,000 nodes and goes no further', () => {
    const many = Array.from({ length: 5_001 }, (_, index) => node(`n${index}`, 'gone'));
    expect(validate(many).errors).toEqual([
      expect.objectContaining({ code: 'FLOW_TOO_LARGE', message: 'the flow has 5,001 nodes, limit 5,000' }),
    ]);
  });

  it('refuses containers 50 deep, and parents that contain each other', () => {
    const nest = Array.from({ length: 50 }, (_, depth) => ({
      ...node(`c${depth}`, 'iteration'),
      ...(depth === 0 ? {} : { parent_id: `c${depth - 1}` }),
    }));
    const inside = { ...node('inside', 'code'), parent_id: 'c49' };
    expect(codes(validate([begin, ...nest, inside, end], ['start>c0', 'c0>end']).errors)).toEqual([
      'FLOW_TOO_DEEP',
    ]);
    expect(codes(validate([begin, node('c', 'iteration'), end], ['start>c', 'c>end']).errors)).toEqual([
      'CONTAINER_EMPTY',
    ]);
    const knot = [
      { ...node('x', 'iteration'), parent_id: 'y' },
      { ...node('y', 'iteration'), parent_id: 'x' },
    ];
    expect(codes(validate([begin, ...knot, end], ['start>end']).errors)).toEqual(['FLOW_TOO_DEEP']);
  });

  it('checks chains of thousands of nodes that all look back, without running out of stack', () => {
    const flow = (size: number): [object[], string[]] => {
      const ids = Array.from({ length: size }, (_, index) => `n${index}`);
      const nodes = ids.map((id, index) =>
        node(id, 'http_request', {
          url: index === 0 ? 'x' : `{{ n${index - 1}.body }}{{ n${Math.floor(index / 2)}.body }}`,
        }),
      );
      return [
        [begin, ...nodes, end],
        ['start>n0', ...ids.slice(1).map((id, index) => `n${index}>${id}`), `n${size - 1}>end`],
      ];
    };
    expect(validate(...flow(1_000)).errors).toEqual([]);
    expect(codes(validate(...flow(4_998)).errors)).toEqual([]);
  });

  it('warns of a chatflow that has no model', () => {
    const { errors, warnings } = validate([begin, node('say', 'answer', { text: 'hi' })], ['start>say'], {
      mode: 'chatflow',
    });
    expect(errors).toEqual([]);
    expect(codes(warnings)).toEqual(['CHATFLOW_WITHOUT_MODEL']);
  });
});
