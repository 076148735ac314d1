import { describe, expect, it } from 'vitest';
import { edgesOf, sampleCatalogue, sampleFlow } from '../testing/sample-flow';
import { copyNodes, fragmentFromText, fragmentToText, pasteFragment, rewriteReferences } from './clipboard';
import { updateConfig } from './node-commands';

const at = { x: 1_000, y: 500 };

describe('clipboard', () => {
  const flow = updateConfig(sampleFlow(['start:start', 'a', 'b'], ['start>a', 'a>b']), 'b', {
    path: ['text'],
    value: 'Say {{ a.text }} to {{ start.name }}',
  });

  it('carries nodes as text and gives them fresh ids, titles and references', () => {
    const fragment = fragmentFromText(fragmentToText(copyNodes(flow, ['a', 'b'])));
    expect(fragment).not.toBeNull();
    if (!fragment) return;
    const { document, nodeIds } = pasteFragment(flow, fragment, { at, catalogue: sampleCatalogue });
    expect(nodeIds).toEqual(['step', 'step_2']);
    expect(edgesOf(document)).toEqual(['start>a', 'a>b', 'step>step_2']);
    const pasted = document.nodes.at(-1);
    expect(pasted?.label).toBe('b 2');
    expect(pasted?.config['text']).toBe('Say {{ step.text }} to {{ start.name }}');
    expect(document.nodes.at(-2)?.position).toEqual(at);
  });

  it('keeps ids that are free, so that a flow moves unchanged into another', () => {
    const empty = sampleFlow([], []);
    const { document } = pasteFragment(empty, copyNodes(flow, ['a', 'b']), {
      at,
      catalogue: sampleCatalogue,
    });
    expect(document.nodes.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('leaves out types that are not installed, and counts them', () => {
    const foreign = sampleFlow(['a', 'x:unheard_of'], ['a>x']);
    const result = pasteFragment(flow, foreign, { at, catalogue: sampleCatalogue });
    expect(result.unknownCount).toBe(1);
    expect(result.nodeIds).toHaveLength(1);
  });

  it('reads a whole definition, and nothing else', () => {
    expect(fragmentFromText(JSON.stringify(flow))?.nodes).toHaveLength(3);
    expect(fragmentFromText('{"nodes": []}')).toBeNull();
    expect(fragmentFromText('hello')).toBeNull();
  });

  it('rewrites structured references and those inside longer paths', () => {
    const renames = new Map([['a', 'z']]);
    expect(rewriteReferences({ ref: ['a', 'text', 0] }, renames)).toEqual({ ref: ['z', 'text', 0] });
    expect(rewriteReferences(['{{a.items[0]["two words"]}}', '{{ aa.x }}'], renames)).toEqual([
      '{{ z.items[0]["two words"] }}',
      '{{ aa.x }}',
    ]);
  });
});

describe('copying containers', () => {
  const config = {
    path: ['assignments'],
    value: [{ target_var: 'loop.tries', source_value: '{{ loop.index }}' }],
  };
  const loops = updateConfig(
    sampleFlow(['loop:rounds', 'loop/a', 'loop/b', 'loop/out:leave'], ['a>b', 'b>out']),
    'b',
    config,
  );

  it('takes the inside along, with references to the new container', () => {
    const { document, nodeIds } = pasteFragment(loops, copyNodes(loops, ['loop']), {
      at,
      catalogue: sampleCatalogue,
    });
    const [frame, , b] = nodeIds;
    const pasted = document.nodes.find(({ id }) => id === b);
    expect(pasted?.parent_id).toBe(frame);
    expect(pasted?.position).toEqual({ x: 32, y: 64 });
    expect(pasted?.config['assignments']).toEqual([
      { target_var: `${frame}.tries`, source_value: `{{ ${frame}.index }}` },
    ]);
  });

  it('puts nodes into a container, and leaves out what cannot stand there', () => {
    const fragment = copyNodes(loops, ['a', 'out']);
    const elsewhere = sampleFlow(['each:each'], []);
    const place = { at: { x: 32, y: 64 }, frameId: 'each', catalogue: sampleCatalogue };
    const { document, misplacedCount } = pasteFragment(elsewhere, fragment, place);
    expect(document.nodes.map(({ id, parent_id }) => [id, parent_id])).toEqual([
      ['each', undefined],
      ['a', 'each'],
    ]);
    expect(misplacedCount).toBe(1);
  });
});
