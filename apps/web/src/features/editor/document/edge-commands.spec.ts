import { describe, expect, it } from 'vitest';
import { edgesOf, sampleCatalogue, sampleFlow } from '../testing/sample-flow';
import { connectionProblem } from './connection-rules';
import { connect, dropLooseEdges, insertOnEdge, removeNodes } from './edge-commands';
import { addNode, setEnvelope, updateConfig } from './node-commands';

const wish = (source: string, target: string, sourceHandle = 'source') => ({ source, sourceHandle, target });

describe('connecting', () => {
  const flow = sampleFlow(['start:start', 'a', 'b', 'c'], ['start>a', 'a>b']);

  it.each([
    ['a node with itself', wish('a', 'a'), 'self'],
    ['a way back', wish('b', 'a'), 'cycle'],
    ['a way into the start', wish('a', 'start'), 'into_start'],
    ['what is connected already', wish('a', 'b'), 'duplicate'],
    ['a way out that is not there', wish('a', 'c', 'case_9'), 'handle'],
    ['a node that is not there', wish('a', 'nowhere'), 'missing'],
  ])('refuses %s', (_what, connection, problem) => {
    expect(connectionProblem(flow, sampleCatalogue, connection)).toBe(problem);
    expect(connect(flow, sampleCatalogue, connection)).toBe(flow);
  });

  it('refuses to leave a container', () => {
    const inner = addNode(flow, {
      ...sampleFlow(['d'], []).nodes[0],
      parent_id: 'c',
    } as (typeof flow.nodes)[number]);
    expect(connectionProblem(inner, sampleCatalogue, wish('a', 'd'))).toBe('scope');
  });

  it('names the handle only where it is not the usual one', () => {
    const branching = sampleFlow(['q:choice', 'a'], []);
    expect(edgesOf(connect(branching, sampleCatalogue, wish('q', 'a', 'else')))).toEqual(['q.else>a']);
    expect(edgesOf(connect(flow, sampleCatalogue, wish('b', 'c')))).toContain('b>c');
  });

  it('offers the error way out only under the policy "branch"', () => {
    expect(connectionProblem(flow, sampleCatalogue, wish('b', 'c', 'error'))).toBe('handle');
    const branching = setEnvelope(flow, 'b', { on_error: 'branch' });
    expect(connectionProblem(branching, sampleCatalogue, wish('b', 'c', 'error'))).toBeNull();
  });
});

describe('removing nodes', () => {
  it('closes the gap, over several removed neighbours too', () => {
    const flow = sampleFlow(['start:start', 'a', 'b', 'c'], ['start>a', 'a>b', 'b>c']);
    expect(edgesOf(removeNodes(flow, sampleCatalogue, ['a', 'b']))).toEqual(['start>c']);
  });

  it('does not merge the ways of a branch', () => {
    const flow = sampleFlow(['start:start', 'q:choice', 'a', 'b'], ['start>q', 'q.a>a', 'q.else>b']);
    expect(edgesOf(removeNodes(flow, sampleCatalogue, ['q']))).toEqual([]);
  });

  it('keeps the way that led to the removed node', () => {
    const flow = sampleFlow(['q:choice', 'a', 'b'], ['q.else>a', 'a>b']);
    expect(edgesOf(removeNodes(flow, sampleCatalogue, ['a']))).toEqual(['q.else>b']);
  });

  it('takes the content of a container along', () => {
    const flow = sampleFlow(['box', 'inner', 'after'], ['box>after']);
    const nested = {
      ...flow,
      nodes: flow.nodes.map((node) => (node.id === 'inner' ? { ...node, parent_id: 'box' } : node)),
    };
    expect(removeNodes(nested, sampleCatalogue, ['box']).nodes.map(({ id }) => id)).toEqual(['after']);
  });
});

describe('changing ways out', () => {
  it('drops connections of ways that are gone', () => {
    const flow = sampleFlow(['q:choice', 'a', 'b'], ['q.x>a', 'q.else>b']);
    const withCase = updateConfig(flow, 'q', { path: ['cases'], value: ['x'] });
    expect(dropLooseEdges(withCase, sampleCatalogue, 'q')).toBe(withCase);
    const without = updateConfig(withCase, 'q', { path: ['cases', 0], value: undefined });
    expect(edgesOf(dropLooseEdges(without, sampleCatalogue, 'q'))).toEqual(['q.else>b']);
  });

  it('puts a node into a connection, keeping the way it left by', () => {
    const flow = sampleFlow(['q:choice', 'a', 'n'], ['q.else>a']);
    expect(edgesOf(insertOnEdge(flow, sampleCatalogue, { edgeId: 'q-a', nodeId: 'n' }))).toEqual([
      'q.else>n',
      'n>a',
    ]);
  });
});

describe('containers', () => {
  const nested = sampleFlow(
    ['start:start', 'each:each', 'each/x', 'each/y', 'b'],
    ['start>each', 'x>y', 'each>b'],
  );

  it('refuses connections that cross a border, also to the container itself', () => {
    const problem = (source: string, target: string) =>
      connectionProblem(nested, sampleCatalogue, { source, sourceHandle: 'source', target });
    expect([problem('x', 'b'), problem('start', 'x'), problem('x', 'each'), problem('each', 'x')]).toEqual(
      Array(4).fill('scope'),
    );
  });

  it('go with what is inside, and the gap is closed', () => {
    const without = removeNodes(nested, sampleCatalogue, ['each']);
    expect(without.nodes.map(({ id }) => id)).toEqual(['start', 'b']);
    expect(edgesOf(without)).toEqual(['start>b']);
  });
});
