import { catalogue } from '@heddle/nodes';
import { describe, expect, it } from 'vitest';
import { openDocument } from './open-document';

describe('opening a definition', () => {
  it('brings a node of an older version up to date, its envelope included', () => {
    const document = openDocument(
      {
        schema: 1,
        nodes: [
          {
            id: 'call',
            type: 'http_request',
            config: {
              method: 'GET',
              url: 'https://x.example',
              auth_type: 'bearer',
              auth_config: { token: 't' },
              timeout: 5,
            },
          },
        ],
      },
      catalogue,
    );
    expect(document?.nodes[0]).toMatchObject({
      version: 2,
      timeout_ms: 5_000,
      config: { auth: { type: 'bearer', token: 't' } },
    });
  });

  it('leaves what it does not know as it is', () => {
    const document = openDocument(
      { schema: 1, nodes: [{ id: 'x', type: 'unheard_of', config: { a: 1 }, extra: true }], other: 2 },
      catalogue,
    );
    expect(document).toMatchObject({
      other: 2,
      nodes: [{ type: 'unheard_of', config: { a: 1 }, extra: true }],
    });
  });

  it('refuses what is no flow', () => {
    expect(openDocument({ nodes: 'none' }, catalogue)).toBeNull();
    expect(openDocument(null, catalogue)).toBeNull();
  });
});
