import { describe, expect, it } from 'vitest';
import { codeExample, endpointsOf, exampleBody } from './code-examples';
import { sampleInputs } from './sample-inputs';

const input = {
  baseUrl: 'http://localhost:3000',
  apiKey: 'app-1-2',
  inputs: { city: "Xi'an" },
  isStreaming: false,
};

describe('code examples', () => {
  it('offer the endpoints that a mode answers on', () => {
    expect(endpointsOf('workflow')).toEqual(['run', 'openai']);
    expect(endpointsOf('chatflow')).toEqual(['chat', 'openai']);
  });

  it('send a body that the endpoint takes', () => {
    expect(exampleBody('run', { ...input, isStreaming: true })).toEqual({
      inputs: { city: "Xi'an" },
      response_mode: 'streaming',
      user: 'user-1',
    });
    expect(exampleBody('openai', { ...input, inputs: {} })).toEqual({
      model: 'flow',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: false,
    });
  });

  it('quote the body for a shell', () => {
    const code = codeExample('run', 'curl', input);
    expect(code).toContain("-X POST 'http://localhost:3000/v1/workflows/run'");
    expect(code).toContain(String.raw`Xi'\''an`);
  });

  it('write Python’s own words for true, false and null', () => {
    const code = codeExample('openai', 'python', { ...input, inputs: { isOn: true, nothing: null } });
    expect(code).toContain('"isOn": True,');
    expect(code).toContain('"nothing": None,');
    expect(code).toContain('"stream": False,');
  });
});

describe('sampleInputs', () => {
  it('fits what the trigger declares', () => {
    const definition = {
      nodes: [
        { type: 'trigger', config: { kind: 'webhook', inputs: [{ name: 'ignored', type: 'string' }] } },
        {
          type: 'trigger',
          config: {
            kind: 'manual',
            inputs: [
              { name: 'city', type: 'string' },
              { name: 'days', type: 'integer', default: 5 },
              { name: 'unit', type: 'select', options: ['C', 'F'] },
              { name: 'isExact', type: 'boolean' },
            ],
          },
        },
      ],
    };
    expect(sampleInputs(definition)).toEqual({ city: '…', days: 5, unit: 'C', isExact: true });
    expect(sampleInputs({ nodes: 'broken' })).toEqual({});
  });
});
