import { fastify, type FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { addSecurityHeaders } from './security-headers';
import { serveWeb } from './serve-web';
import { readWebBuild } from './web-build';

const THEME_SCRIPT = "document.documentElement.dataset.theme = 'dark'";
const INDEX = `<!doctype html><script>${THEME_SCRIPT}</script><script type="module" src="/assets/app-1a2b.js"></script>`;

describe('serveWeb', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'heddle-web-'));
  const instance: FastifyInstance = fastify();

  beforeAll(async () => {
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), INDEX);
    writeFileSync(path.join(folder, 'assets', 'app-1a2b.js'), 'start()');
    writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>');
    const build = readWebBuild(folder);
    await addSecurityHeaders(instance, build);
    await serveWeb(instance, build);
  });
  afterAll(async () => {
    await instance.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['/', '/flows/3f1c', '/chat/3f1c', '/form/3f1c', '/login?next=/flows'])(
    'answers %s with the page, never cached',
    async (url) => {
      const answer = await instance.inject({ url });
      expect([answer.statusCode, answer.body]).toEqual([200, INDEX]);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it('lets browsers keep what is named by its content', async () => {
    const asset = await instance.inject({ url: '/assets/app-1a2b.js' });
    expect(asset.body).toBe('start()');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const icon = await instance.inject({ url: '/favicon.svg' });
    expect(icon.headers['cache-control']).toBe('public, max-age=3600');
    expect(icon.headers['content-type']).toContain('image/svg+xml');
  });

  it.each(['/assets/gone.js', '/api/flows', '/v1/messages', '/hooks/x', '/mcp/x', '/api'])(
    'does not answer %s with the page',
    async (url) => {
      const answer = await instance.inject({ url, headers: { accept: 'text/html' } });
      expect(answer.body).not.toContain('doctype');
      expect(answer.statusCode).not.toBe(200);
    },
  );

  it.each(['/../package.json', '/..%2f..%2fetc%2fhosts.txt', '/assets/..%2f..%2fsecret.key'])(
    'gives nothing from outside of the build for %s',
    async (url) => {
      const answer = await instance.inject({ url });
      expect(answer.statusCode).not.toBe(200);
    },
  );

  it('allows the scripts of the page by their hash and no others', async () => {
    const { headers } = await instance.inject({ url: '/' });
    const hash = createHash('sha256').update(THEME_SCRIPT).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(headers['content-security-policy']).toContain("img-src 'self' data: blob:;");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
