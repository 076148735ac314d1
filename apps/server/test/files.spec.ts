import { WORKSPACE_HEADER } from '@heddle/contracts';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { FilesService } from '../src/modules/files/files.service';
import { createTestServer, type TestServer } from './support/test-server';
import type { TestClient } from './support/test-client';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** The first bytes of a Windows program, padded. */
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(510)]);

describe('files', () => {
  let server: TestServer;
  let owner: TestClient;

  beforeAll(async () => {
    server = await createTestServer({ env: { HEDDLE_MAX_FILE_MB: '1' } });
    owner = await server.setup();
  });
  afterAll(() => server.close());

  const blobsOnDisk = (): number => {
    const entries = readdirSync(path.join(server.dataDir, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };

  it('keeps a file and gives it back as a download that browsers do not open', async () => {
    const made = await owner.upload('/api/files', 'notes.txt', 'hello', 'text/plain');
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      name: 'notes.txt',
      size: 5,
      extension: 'txt',
      mime_type: 'text/plain',
      type: 'document',
      created_at: expect.any(String),
    });
    const got = await owner.get(`/api/files/${made.body.id}`);
    expect(got.text).toBe('hello');
    expect(got.headers.get('content-type')).toBe('text/plain');
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename="notes.txt"/);
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    expect(got.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('tells the type by the content and not by what the client says', async () => {
    const made = await owner.upload('/api/files', 'pixel.jpg', PNG, 'text/html');
    expect(made.body).toMatchObject({ mime_type: 'image/png', type: 'image' });
  });

  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\boot.txt', 'boot.txt'],
    ['报告 2026.txt', '报告 2026.txt'],
    ['safe\u202Egpj.txt', 'safegpj.txt'],
    [`${'x'.repeat(300)}.txt`, `${'x'.repeat(251)}.txt`],
  ])('takes the name %s and shows it cleaned', async (sent, shown) => {
    const made = await owner.upload('/api/files', sent, 'content', 'text/plain');
    expect([made.status, made.body.name]).toEqual([201, shown]);
    const got = await owner.get(`/api/files/${made.body.id}`);
    expect(got.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(shown)}`);
  });

  it.each([
    ['a program named .pdf', 'report.pdf', EXE, 400, 'FILE_TYPE_MISMATCH'],
    ['a program named .txt', 'report.txt', EXE, 400, 'FILE_TYPE_MISMATCH'],
    ['text named .png', 'picture.png', 'no picture', 400, 'FILE_TYPE_MISMATCH'],
    ['nothing', 'empty.txt', '', 400, 'FILE_EMPTY'],
    ['more than the limit', 'big.txt', 'x'.repeat(1024 * 1024 + 1), 413, 'FILE_TOO_LARGE'],
    ['far more than the limit', 'huge.txt', 'x'.repeat(8 * 1024 * 1024), 413, 'FILE_TOO_LARGE'],
  ])('refuses %s and leaves nothing behind', async (_, name, content, status, code) => {
    const before = blobsOnDisk();
    const answer = await owner.upload('/api/files', name, content);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(blobsOnDisk()).toBe(before);
  });

  it('takes a file of exactly the limit', async () => {
    const answer = await owner.upload('/api/files', 'full.txt', 'x'.repeat(1024 * 1024));
    expect(answer.status).toBe(201);
  });

  it('refuses JSON that poses as an upload', async () => {
    const answer = await owner.post('/api/files', { file: { path: '/etc/passwd' } });
    expect([answer.status, answer.body.code]).toEqual([415, 'CONTENT_TYPE']);
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'an end that is missing',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
    ],
    [
      'no file',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nabc\r\n--b--\r\n',
    ],
    ['nothing in it', 'multipart/form-data; boundary=b', ''],
    [
      'a broken header',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition form-data\r\n\r\nabc\r\n--b--\r\n',
    ],
  ])('refuses a form with %s', async (_, type, body) => {
    const before = blobsOnDisk();
    const answer = await owner.raw('POST', '/api/files', body, { 'content-type': type });
    expect([answer.status, answer.body.code]).toEqual([400, 'MULTIPART_INVALID']);
    expect(blobsOnDisk()).toBe(before);
    expect((await owner.get('/healthz')).status).toBe(200);
  });

  it('is out of reach from another workspace', async () => {
    const { body: file } = await owner.upload('/api/files', 'mine.txt', 'mine');
    const { body: other } = await owner.post('/api/workspaces', { name: 'Other' });
    const answer = await owner.get(`/api/files/${file.id}`, { headers: { [WORKSPACE_HEADER]: other.id } });
    expect([answer.status, answer.body.code]).toEqual([404, 'FILE_NOT_FOUND']);
  });

  it('serves runs: what one saves can be read and downloaded', async () => {
    const { workspace_id: workspaceId } = (await owner.get('/api/auth/me')).body;
    const files = server.app.get(FilesService, { strict: false });
    const value = await files.save(workspaceId, {
      name: 'out.json',
      mimeType: 'application/json',
      bytes: Buffer.from('{}'),
    });
    expect(value).toEqual({
      id: expect.any(String),
      name: 'out.json',
      size: 2,
      extension: 'json',
      mime_type: 'application/json',
      type: 'document',
    });
    expect(Buffer.from(await files.read(workspaceId, value.id)).toString()).toBe('{}');
    expect((await owner.get(`/api/files/${value.id}`)).text).toBe('{}');
  });
});
