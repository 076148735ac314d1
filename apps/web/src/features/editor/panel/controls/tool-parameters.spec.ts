import { describe, expect, it } from 'vitest';
import { proposedInputs } from './proposed-inputs';
import { toolParameters } from './tool-parameters';

describe('the arguments of a tool', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string', description: 'Where' }, days: { type: ['integer', 'null'] } },
    required: ['city'],
  };

  it('stand in the order of the tool, with what it says of them', () => {
    expect(toolParameters(schema, {})).toEqual([
      { name: 'city', type: 'string', description: 'Where', isRequired: true, isUnknown: false },
      { name: 'days', type: 'integer | null', description: '', isRequired: false, isUnknown: false },
    ]);
  });

  it('keep what the tool does not ask for, so that it can be removed', () => {
    expect(toolParameters(schema, { town: 'x' }).at(-1)).toMatchObject({ name: 'town', isUnknown: true });
    expect(toolParameters(undefined, undefined)).toEqual([]);
  });
});

describe('the inputs of a called flow', () => {
  it('are proposed by name, and keep what is filled in already', () => {
    const current = [
      { name: 'text', value: '{{ a.text }}' },
      { name: 'old', value: 1 },
      { name: 'unused', value: '' },
    ];
    expect(proposedInputs(current, [{ name: 'scale' }, { name: 'text' }])).toEqual([
      { name: 'scale', value: '' },
      { name: 'text', value: '{{ a.text }}' },
      { name: 'old', value: 1 },
    ]);
  });
});
