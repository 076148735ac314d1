import { begin, codes, end, node, validate } from './validation-fixtures';

describe('references', () => {
  const chain = (value: unknown, more: object[] = []) =>
    validate(
      [
        begin,
        node('first', 'http_request', { url: 'x' }),
        ...more,
        node('end', 'output', { outputs: [{ name: 'o', value }] }),
      ],
      ['start>first', 'first>end'],
    );

  it.each<[unknown, string, string]>([
    ['{{ first.bodi }}', 'VARIABLE_UNKNOWN', "{{ first.bodi }} names nothing; did you mean 'first.body'?"],
    ['{{ sys.quer }}', 'VARIABLE_UNKNOWN', "{{ sys.quer }} names nothing; did you mean 'sys.query'?"],
    ['{{ env.nothing }}', 'VARIABLE_UNKNOWN', '{{ env.nothing }} names nothing'],
    [
      '{{ first }}',
      'VARIABLE_UNKNOWN',
      "{{ first }} names nothing; did you mean 'first.body' or 'first.status_code'?",
    ],
    ['{{ item.name }}', 'VARIABLE_OUT_OF_SCOPE', '{{ item.name }} exists only inside a container'],
    [
      { ref: ['end', 'x'] },
      'VARIABLE_NOT_YET_AVAILABLE',
      "{{ end.x }} is not known here: 'end' does not run before this node",
    ],
  ])('explains %j', (value, expected, message) => {
    const { errors } = chain(value);
    expect(errors).toEqual([expect.objectContaining({ code: expected, message })]);
  });

  it('refuses what a parallel branch leaves behind', () => {
    const { errors } = validate(
      [
        begin,
        node('left', 'code'),
        node('right', 'code', {}),
        node('end', 'output', { outputs: [{ name: 'o', value: '{{ left.result }}' }] }),
      ],
      ['start>left', 'start>right', 'right>end'],
    );
    expect(codes(errors)).toEqual(['VARIABLE_NOT_YET_AVAILABLE']);
  });

  it('keeps outer and inner variables of a container apart', () => {
    const { errors } = validate(
      [
        begin,
        node('each', 'iteration', {
          input_array: '{{ start.question }}',
          output_variable: '{{ inner.result }}',
        }),
        {
          ...node('inner', 'code', {
            names: ['result'],
            a: '{{ item }} {{ index }} {{ each.item.x }} {{ start.question }}',
          }),
          parent_id: 'each',
        },
        node('end', 'output', {
          outputs: [
            { name: 'o', value: '{{ each.output }}' },
            { name: 'p', value: '{{ inner.result }}' },
          ],
        }),
      ],
      ['start>each', 'each>end'],
    );
    expect(errors).toEqual([
      expect.objectContaining({ code: 'VARIABLE_OUT_OF_SCOPE', node_id: 'end', path: 'outputs[1].value' }),
    ]);
  });

  it('lets a container read what its own frames give, but not its results', () => {
    const { errors } = validate(
      [
        begin,
        node('each', 'iteration', {
          input_array: '{{ start.question }} {{ each.output }}',
          output_variable: '{{ item }} {{ index }} {{ each.item }} {{ inner.result }}',
        }),
        { ...node('inner', 'code', { names: ['result'] }), parent_id: 'each' },
        end,
      ],
      ['start>each', 'each>end'],
    );
    expect(errors).toEqual([expect.objectContaining({ code: 'VARIABLE_UNKNOWN', path: 'input_array' })]);
  });

  it('refuses an edge that crosses the border of a container', () => {
    const { errors } = validate(
      [begin, node('each', 'iteration'), { ...node('inner', 'code'), parent_id: 'each' }, end],
      ['start>each', 'each>end', 'start>inner'],
    );
    expect(codes(errors)).toEqual(['EDGE_CROSSES_CONTAINER']);
  });

  it('knows the outputs that an error policy adds', () => {
    const { errors } = validate(
      [
        begin,
        { ...node('f', 'http_request', { url: 'x' }), on_error: 'branch' },
        node('end', 'output', { outputs: [{ name: 'o', value: '{{ f.error_message }}' }] }),
      ],
      ['start>f', 'f:error>end'],
    );
    expect(errors).toEqual([]);
  });

  it('only warns of unknown references in a flow from Dify', () => {
    const { errors, warnings } = validate(
      [begin, node('end', 'output', { outputs: [{ name: 'o', value: '{{ gone.x }}' }] })],
      ['start>end'],
      {
        features: { compat: 'dify' },
      },
    );
    expect(errors).toEqual([]);
    expect(codes(warnings)).toEqual(['VARIABLE_UNKNOWN']);
  });

  it('warns of a reference whose type does not fit', () => {
    const { warnings } = validate(
      [begin, node('f', 'http_request', { url: 'x', size: '{{ start.question }}' }), end],
      ['start>f', 'f>end'],
    );
    expect(warnings.map(({ message }) => message)).toEqual([
      '{{ start.question }} is string, expected number',
    ]);
  });

  it('refuses reserved, doubled and ill-formed names of variables', () => {
    const { errors, warnings } = validate([begin, end], ['start>end'], {
      variables: {
        env: [
          { name: '__proto__', value: 1 },
          { name: 'a b', value: 'x' },
          { name: 'n', type: 'number', value: 'x' },
        ],
        conversation: [
          { name: 'c', default: 'x' },
          { name: 'c', default: 'x' },
        ],
      },
    });
    expect(errors.map(({ code: issue, path }) => [issue, path])).toEqual([
      ['VARIABLE_NAME_INVALID', 'variables.env[0].name'],
      ['VARIABLE_NAME_INVALID', 'variables.env[1].name'],
      ['VARIABLE_NAME_INVALID', 'variables.conversation[1].name'],
    ]);
    expect(codes(warnings)).toEqual(['VARIABLE_DEFAULT_TYPE', 'VARIABLE_DEFAULT_TYPE']);
  });

  it('refuses a reserved name among the inputs of a start', () => {
    const { errors } = validate(
      [node('start', 'trigger', { inputs: [{ name: 'constructor' }] }), end],
      ['start>end'],
    );
    expect(codes(errors)).toEqual(['VARIABLE_NAME_INVALID']);
  });
});
