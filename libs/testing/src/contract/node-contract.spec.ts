import { defineExecutor } from '@heddle/engine';
import { defineNode, field } from '@heddle/model';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { fakeHttp } from '../ports/fake-http';
import { configFields } from './config-fields';
import { describeNodeContract } from './node-contract';

const root = mkdtempSync(join(tmpdir(), 'node-contract-'));
const folder = join(root, 'fetch-text');
mkdirSync(folder);
writeFileSync(
  join(folder, 'README.md'),
  '# Fetch text\n\nReads a text.\n\n## Inputs\n\nx\n\n## Outputs\n\nx\n\n## Errors\n\nx\n',
);
afterAll(() => rmSync(root, { recursive: true }));

const title = (text: string) => ({ title: text, title_zh: text });
const config = z.object({
  url: field(z.string().default('http://x.test/'), title('URL')),
  headers: field(z.array(z.object({ name: z.string() })).default([]), {
    ...title('Headers'),
    control: 'named-values',
  }),
  auth: field(
    z.object({ token: field(z.string(), title('Token')), user: z.string() }).optional(),
    title('Auth'),
  ),
});

const definition = defineNode({
  type: 'fetch_text',
  version: 2,
  kind: 'action',
  effect: 'read',
  category: 'http',
  icon: 'globe',
  title: { en: 'Fetch', zh: '读取' },
  description: { en: 'Reads a text.', zh: '读取文本。' },
  config: config.omit({ auth: true }),
  initialConfig: {},
  outputs: () => [{ name: 'text', type: 'string', title: { en: 'Text', zh: '文本' } }],
  streams: ['text'],
  migrations: [({ address, ...rest }) => ({ ...rest, url: address ?? '' })],
});

const executor = defineExecutor(definition, {
  needs: ['http'],
  run: async ({ url }, { ports, signal }) => {
    const response = await ports.http.request(
      { method: 'GET', url, timeoutMs: 1_000, maxBytes: 100, followRedirects: true, verifyTls: true },
      signal,
    );
    return { outputs: { text: new TextDecoder().decode(response.body) } };
  },
});

describeNodeContract(definition, executor, {
  folder,
  samples: [{ config: { url: 'http://y.test/' }, ports: { http: fakeHttp({ text: 'hello' }) }, isRun: true }],
  old: [{ version: 1, config: { address: 'http://z.test/' } }],
});

describe('configFields', () => {
  it('looks into groups, but not below a control that presents the whole', () => {
    const found = configFields({ ...definition, config } as never);
    expect(found.map(({ path }) => path)).toEqual(['url', 'headers', 'auth', 'auth.token', 'auth.user']);
    expect(found.find(({ path }) => path === 'auth.user')?.schema['title']).toBeUndefined();
  });
});
