import { describeNodeContract } from '@heddle/testing';
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
});
