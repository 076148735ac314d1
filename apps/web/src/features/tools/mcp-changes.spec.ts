import { describe, expect, it } from 'vitest';
import { differencesOf } from './mcp-changes';
import type { ServerChange } from './use-mcp-servers';

const tool = (name: string, description: string, parameters: object = {}) => ({
  name,
  description,
  parameters,
});

describe('differencesOf', () => {
  it('puts what was approved beside what is there, and tells in what it differs', () => {
    const change = {
      before: { tools: [tool('add', 'Adds', { type: 'object', required: ['a'] }), tool('old', 'Old')] },
      now: {
        tools: [tool('add', 'Adds all', { required: ['a'], type: 'object' }), tool('new', 'New')],
        changes: { added: ['new'], changed: ['add'], removed: ['old'] },
      },
      isAgain: false,
    } as unknown as ServerChange;
    expect(differencesOf(change)).toMatchObject({
      added: [{ name: 'new' }],
      changed: [
        {
          before: { description: 'Adds' },
          now: { description: 'Adds all' },
          hasOtherDescription: true,
          hasOtherParameters: false,
        },
      ],
      removed: [{ name: 'old' }],
    });
  });
});
