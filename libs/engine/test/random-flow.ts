import type { FlowDocument, JsonObject } from '@heddle/model';
import { flow } from '@heddle/testing';
import * as fc from 'fast-check';

type Builder = ReturnType<typeof flow>;

/** One node of a random scope; with an `inner` scope it is a container. */
interface NodeSpec {
  readonly kind: 'do' | 'sync' | 'branch' | 'write' | 'fails';
  readonly wait: number;
  readonly to: boolean;
  readonly leavesBy: boolean;
  /** Nodes before it, by their place in the scope, wrapped around. */
  readonly parents: readonly number[];
  readonly isLoop: boolean;
  readonly hasGate: boolean;
  readonly size: number;
  readonly parallelism: number;
  readonly inner: readonly NodeSpec[];
}

/** The inputs that the random flows of this file need: lists to iterate over. */
export const RANDOM_FLOW_INPUTS: JsonObject = {
  list0: [],
  list1: ['a'],
  list2: ['a', 'b'],
  list3: [1, 2, 3],
};

const { scope } = fc.letrec<{ scope: NodeSpec[]; node: NodeSpec }>((tie) => ({
  scope: fc.array(tie('node'), { minLength: 1, maxLength: 5, depthIdentifier: 'scope' }),
  node: fc.record({
    kind: fc.constantFrom('do', 'sync', 'branch', 'write', 'fails'),
    wait: fc.nat(5),
    to: fc.boolean(),
    leavesBy: fc.boolean(),
    parents: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 2 }),
    isLoop: fc.boolean(),
    hasGate: fc.boolean(),
    size: fc.nat(3),
    parallelism: fc.integer({ min: 1, max: 3 }),
    inner: fc.oneof({ maxDepth: 2, depthIdentifier: 'scope' }, fc.constant([]), tie('scope')),
  }),
}));

function addContainer(builder: Builder, id: string, spec: NodeSpec, parent: string | undefined): void {
  const first = `${id}_0`;
  const config: JsonObject = spec.isLoop
    ? { rounds: spec.size, ...(spec.hasGate ? { until: [first, 'value'] } : {}) }
    : { over: ['n0', `list${spec.size}`], collect: [first, 'value'], parallelism: spec.parallelism };
  builder.node(id, spec.isLoop ? 'repeat' : 'each', config);
  if (parent !== undefined) builder.settings({ parent_id: parent });
  builder.node(first, 'do', { wait_ms: spec.wait, value: '{{index}}' }).settings({ parent_id: id });
  addNodes(builder, spec.inner, { prefix: `${id}_`, parent: id });
}

function addLeaf(builder: Builder, id: string, spec: NodeSpec, parent: string | undefined): void {
  const placed = parent === undefined ? {} : { parent_id: parent };
  if (spec.kind === 'fails') {
    builder.node(id, 'sync', { value: '{{nobody.knows}}' }).settings({ ...placed, on_error: 'continue' });
    return;
  }
  const config: JsonObject = spec.kind === 'branch' ? { to: spec.to ? 'a' : 'b' } : { wait_ms: spec.wait };
  builder.node(id, spec.kind, config).settings(placed);
}

/** Adds nodes behind the first one of a scope, which is there already and has the number 0. */
function addNodes(
  builder: Builder,
  specs: readonly NodeSpec[],
  { prefix, parent }: { readonly prefix: string; readonly parent: string | undefined },
): void {
  specs.forEach((spec, index) => {
    const id = `${prefix}${index + 1}`;
    (spec.inner.length > 0 ? addContainer : addLeaf)(builder, id, spec, parent);
    for (const before of new Set(spec.parents.map((value) => value % (index + 1)))) {
      const source = before === 0 ? undefined : specs[before - 1];
      const isBranch = source?.kind === 'branch' && source.inner.length === 0;
      builder.edge(`${prefix}${before}`, id, isBranch ? (spec.leavesBy ? 'a' : 'b') : undefined);
    }
  });
}

/** Flows of plain nodes, branches, writes, caught failures, iterations and loops, nested up to two deep. */
export const randomNestedFlow: fc.Arbitrary<FlowDocument> = scope.map((specs) => {
  const builder = flow().node('n0', 'start');
  addNodes(builder, specs, { prefix: 'n', parent: undefined });
  return builder.build();
});
