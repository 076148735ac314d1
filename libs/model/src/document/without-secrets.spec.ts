import { z } from 'zod';
import { field } from '../definition/field';
import { createCatalogue, defineNode, type AnyNodeDefinition } from '../definition/node-definition';
import { draftDocumentSchema } from '../validation/draft-document';
import { withoutSecrets } from './without-secrets';

const text = { en: 'x', zh: 'x' };
const call = defineNode({
  type: 'call',
  kind: 'action',
  effect: 'none',
  category: 'http',
  icon: 'x',
  title: text,
  description: text,
  initialConfig: {},
  outputs: () => [],
  config: z.object({
    auth: z
      .object({ key: field(z.unknown(), { title: 'Key', title_zh: '密钥', control: 'secret' }) })
      .optional(),
    headers: z.array(z.object({ name: z.string(), value: z.unknown() })).default([]),
    note: z.string().default(''),
  }),
});
const catalogue = createCatalogue([call as unknown as AnyNodeDefinition]);

const blank = (node: object, env: object[] = []) =>
  withoutSecrets(
    draftDocumentSchema.parse({
      nodes: [{ id: 'a', type: 'call', ...node }],
      variables: { env: env as { name: string }[], conversation: [] },
    }),
    catalogue,
  );

describe('a flow for others', () => {
  it('has neither secret variables nor credentials in its configs', () => {
    const config = {
      auth: { key: 'canary' },
      headers: [
        { name: 'authorization', value: 'canary' },
        { name: 'X-API-Key', value: 'canary' },
      ],
      note: 'kept',
    };
    const origin = { format: 'dify', type: 'x', data: { inner: [{ api_key: 'canary', model: 'kept' }] } };
    const { document, blanked } = blank({ config, origin }, [
      { name: 'token', type: 'secret', value: 'canary' },
      { name: 'place', type: 'string', value: 'kept' },
    ]);
    const written = JSON.stringify(document);
    expect([written.includes('canary'), written.match(/kept/g)?.length]).toEqual([false, 3]);
    expect(blanked.map(({ path }) => path)).toEqual([
      'variables.env',
      'auth.key',
      'headers[0].value',
      'headers[1].value',
      'origin.data.inner[0].api_key',
    ]);
  });

  it('keeps names of secrets and references to them', () => {
    const config = {
      auth: { key: { secret: 'shop' } },
      headers: [{ name: 'Authorization', value: 'Bearer {{ env.token }}' }],
    };
    const { document, blanked } = blank({ config });
    expect([document.nodes[0]?.config, blanked]).toEqual([config, []]);
  });
});
