import { draftDocumentSchema, validateFlow } from '@heddle/model';
import { describeNodeContract } from '@heddle/testing';
import { catalogue } from '../registry';
import executor from './executor';
import { loopExit } from './schema';

describeNodeContract(loopExit, executor, {
  folder: __dirname,
  samples: [{ config: {}, variables: {}, isRun: true }],
});

describe('the exit of a loop', () => {
  it('has no way out, since nothing can follow it', () => {
    expect(loopExit.ports({})).toEqual([]);
  });

  it.each([
    ['at the top', [], ['EXIT_OUTSIDE_LOOP']],
    ['in a list', ['iteration'], ['EXIT_OUTSIDE_LOOP']],
    ['in a loop', ['loop'], []],
    ['in a list in a loop', ['loop', 'iteration'], []],
  ])('may stand only where there is a loop to leave: %s', (_place, containers, expected) => {
    const around = containers.map((type, depth) => ({
      ...{ id: `c${depth}`, type, config: {} },
      ...(depth === 0 ? {} : { parent_id: `c${depth - 1}` }),
    }));
    const parent = containers.length === 0 ? {} : { parent_id: `c${containers.length - 1}` };
    const exit = { id: 'exit', type: 'loop_exit', config: {}, ...parent };
    const draft = draftDocumentSchema.parse({ nodes: [...around, exit], edges: [] });
    const codes = validateFlow(draft, catalogue, 'workflow').errors.map(({ code }) => code);
    expect(codes.filter((code) => code === 'EXIT_OUTSIDE_LOOP')).toEqual(expected);
  });
});
