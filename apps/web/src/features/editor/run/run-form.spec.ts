import { flowDocumentSchema } from '@heddle/model';
import { describe, expect, it } from 'vitest';
import { declaredInputs, initialInputs, missingInputs, runFormSchema } from './run-form';

const flow = flowDocumentSchema.parse({
  nodes: [
    {
      id: 'trigger',
      type: 'trigger',
      config: {
        inputs: [
          { name: 'topic', label: 'Topic', type: 'string', required: true, max_length: 20 },
          { name: 'tone', type: 'select', options: ['calm', 'loud'], default: 'calm' },
          { name: 'limits', type: 'object' },
        ],
      },
    },
  ],
});
const inputs = declaredInputs(flow);

describe('the form of a run', () => {
  it('asks for what the start node declares', () => {
    const { properties, required } = runFormSchema(inputs);
    expect(required).toEqual(['topic']);
    expect(properties?.['topic']).toMatchObject({ title: 'Topic', control: 'text', maxLength: 20 });
    expect(properties?.['tone']).toMatchObject({ title: 'tone', enum: ['calm', 'loud'] });
    expect(properties?.['limits']).toMatchObject({ control: 'json' });
  });

  it('begins with the last values, else the defaults, and drops inputs that are gone', () => {
    expect(initialInputs(inputs, { topic: 'cats', old: 1 })).toEqual({ topic: 'cats', tone: 'calm' });
  });

  it('finds what is required and missing', () => {
    expect(missingInputs(inputs, { topic: '' }, 'needed')).toEqual([{ path: 'topic', message: 'needed' }]);
    expect(missingInputs(inputs, { topic: 'x' }, 'needed')).toEqual([]);
  });

  it('is empty for a flow without a start', () => {
    expect(declaredInputs(flowDocumentSchema.parse({}))).toEqual([]);
  });
});
