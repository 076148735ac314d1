import { describe, expect, it } from 'vitest';
import { sampleCatalogue, sampleFlow } from '../testing/sample-flow';
import { setEnvelope, updateConfig } from './node-commands';
import { createUpstreamIndex, filterGroups } from './upstream-variables';

const flow = updateConfig(
  sampleFlow(['start:start', 'a', 'b', 'side', 'after'], ['start>a', 'a>b', 'start>side', 'b>after']),
  'start',
  { path: ['names'], value: ['topic'] },
);
const indexOf = (document: typeof flow, mode: 'workflow' | 'chatflow' = 'workflow') =>
  createUpstreamIndex({ document, catalogue: sampleCatalogue, mode });
const namesFor = (document: typeof flow, nodeId: string): string[] =>
  indexOf(document)
    .groupsFor(nodeId)
    .flatMap(({ kind, variables }) => (kind === 'node' ? variables.map(({ path }) => path) : []));

describe('upstream variables', () => {
  it('offers what comes before, nearest first, and nothing beside or after', () => {
    expect(namesFor(flow, 'b')).toEqual(['a.text', 'start.topic']);
    expect(namesFor(flow, 'start')).toEqual([]);
  });

  it('offers the error of a node with an error branch', () => {
    expect(namesFor(setEnvelope(flow, 'a', { on_error: 'branch' }), 'b')).toContain('a.error_message');
  });

  it('offers namespaces, with the query in chatflows alone', () => {
    const withVariables = {
      ...flow,
      variables: {
        env: [{ name: 'key', type: 'secret', value: '' }],
        conversation: [{ name: 'mood', type: 'string', default: '' }],
      },
    };
    const paths = (mode: 'workflow' | 'chatflow'): string[] =>
      indexOf(withVariables, mode)
        .groupsFor('start')
        .flatMap(({ variables }) => variables.map(({ path }) => path));
    expect(paths('chatflow')).toEqual(expect.arrayContaining(['conversation.mood', 'env.key', 'sys.query']));
    expect(paths('workflow')).not.toContain('sys.query');
  });

  it('lets a node in a container read what the container reads', () => {
    const nested = {
      ...flow,
      nodes: flow.nodes.map((node) => (node.id === 'side' ? { ...node, parent_id: 'b' } : node)),
      edges: flow.edges.filter(({ target }) => target !== 'side'),
    };
    expect(namesFor(nested, 'side')).toEqual(['a.text', 'start.topic']);
  });

  it('answers from memory the second time', () => {
    const index = indexOf(flow);
    expect(index.groupsFor('b')).toBe(index.groupsFor('b'));
  });

  it('narrows by every typed word, in names, nodes and titles', () => {
    const groups = indexOf(flow).groupsFor('b');
    const paths = (search: string): string[] =>
      filterGroups(groups, search).flatMap(({ variables }) => variables.map(({ path }) => path));
    expect(paths('start top')).toEqual(['start.topic']);
    expect(paths('文本')).toEqual(['a.text']);
    expect(paths('nothing like it')).toEqual([]);
  });
});

describe('variables of containers', () => {
  const loops = updateConfig(
    sampleFlow(
      ['start:start', 'a', 'each:each', 'each/x', 'each/loop:rounds', 'loop/in', 'loop/next'],
      ['start>a', 'a>each', 'x>loop', 'in>next'],
    ),
    'loop',
    { path: ['carried'], value: ['tries'] },
  );
  const index = indexOf(loops);
  const pathsOf = (groups: ReturnType<typeof index.groupsFor>): string[] =>
    groups.flatMap(({ kind, variables }) =>
      kind === 'node' || kind === 'frame' ? variables.map(({ path }) => path) : [],
    );

  it('offers neighbours, what each container around gives, and what is before the containers', () => {
    expect(pathsOf(index.groupsFor('next'))).toEqual([
      'in.text',
      'index',
      'loop.tries',
      'x.text',
      'each.item',
      'each.index',
      'a.text',
    ]);
    expect(pathsOf(index.groupsFor('x'))).toEqual(['item', 'index', 'a.text']);
  });

  it('offers what is inside to the fields that a container reads there, and to no other', () => {
    expect(pathsOf(index.groupsFor('each'))).toEqual(['a.text']);
    expect(pathsOf(index.groupsInside('each'))).toEqual([
      'x.text',
      'loop.tries',
      'loop.count',
      'item',
      'index',
      'a.text',
    ]);
  });

  it('lets nodes inside write to what a loop carries, and to nothing else of it', () => {
    const assignable = index
      .groupsFor('in')
      .flatMap(({ variables }) =>
        variables.filter(({ isAssignable }) => isAssignable).map(({ path }) => path),
      );
    expect(assignable).toEqual(['loop.tries']);
  });
});
