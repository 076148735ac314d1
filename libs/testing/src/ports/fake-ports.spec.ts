import type { ChatChunk, ChatRequest } from '@heddle/engine';
import { settle } from '../time/fake-clock';
import { fakeChat } from './fake-chat';
import { fakeHttp } from './fake-http';
import { fakePorts, hangingPorts } from './fake-ports';
import { memoryFiles, memoryHistory, memorySecrets } from './memory-stores';

const request: ChatRequest = { workspaceId: 'w', messages: [{ role: 'user', content: 'hi' }] };

async function collect(chunks: AsyncIterable<ChatChunk>): Promise<ChatChunk[]> {
  const all: ChatChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

describe('fakeChat', () => {
  it('streams a text word by word and ends with usage', async () => {
    const chat = fakeChat('one two three');
    const chunks = await collect(chat.stream(request, new AbortController().signal));
    expect(chunks.filter((chunk) => chunk.type === 'text').map((chunk) => chunk.text)).toEqual([
      'one',
      ' two',
      ' three',
    ]);
    expect(chunks.at(-1)).toMatchObject({
      type: 'done',
      finishReason: 'stop',
      usage: { completion_tokens: 3 },
    });
    expect(chat.requests).toEqual([request]);
  });

  it('answers by turn, repeats the last script and throws scripted errors after the chunks', async () => {
    const chat = fakeChat('first', { chunks: ['part'], error: new Error('cut') });
    const signal = new AbortController().signal;
    await collect(chat.stream(request, signal));
    const seen: string[] = [];
    const second = async () => {
      for await (const chunk of chat.stream(request, signal))
        if (chunk.type === 'text') seen.push(chunk.text);
    };
    await expect(second()).rejects.toThrow('cut');
    await expect(second()).rejects.toThrow('cut');
    expect(seen).toEqual(['part', 'part']);
  });

  it('ends without a throw when aborted', async () => {
    const chat = fakeChat({ chunks: ['a'], isHanging: true });
    const controller = new AbortController();
    const all = collect(chat.stream(request, controller.signal));
    await settle();
    controller.abort();
    expect(await all).toEqual([{ type: 'text', text: 'a' }]);
    expect(chat.abortedCount).toBe(1);
  });
});

describe('the other fake ports', () => {
  it('answers HTTP requests by the script', async () => {
    const http = fakeHttp(({ url }) => ({ json: { url } }), { status: 404, text: 'gone' });
    const call = {
      method: 'GET',
      url: 'http://x.test/',
      timeoutMs: 1,
      maxBytes: 1,
      followRedirects: true,
      verifyTls: true,
    };
    const signal = new AbortController().signal;
    const first = await http.request(call, signal);
    expect(JSON.parse(Buffer.from(first.body).toString())).toEqual({ url: 'http://x.test/' });
    expect(await http.request(call, signal)).toMatchObject({
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  });

  it('keeps files apart by workspace', async () => {
    const files = memoryFiles();
    const file = await files.save('w1', { name: 'a.png', mimeType: 'image/png', bytes: Buffer.from('x') });
    expect(file).toMatchObject({ id: 'file-1', type: 'image', extension: '.png', size: 1 });
    expect(Buffer.from(await files.read('w1', file.id)).toString()).toBe('x');
    await expect(files.read('w2', file.id)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('knows the given secrets and messages only', async () => {
    await expect(memorySecrets({ a: '1' }).read('w', 'a')).resolves.toBe('1');
    await expect(memorySecrets().read('w', 'constructor')).rejects.toMatchObject({
      code: 'SECRET_NOT_FOUND',
    });
    const history = memoryHistory([
      { role: 'user', content: '1' },
      { role: 'assistant', content: '2' },
      { role: 'user', content: '3' },
      { role: 'assistant', content: '4' },
    ]);
    const scope = { workspaceId: 'w', flowId: 'f', sessionId: 's', userId: 'u' };
    expect((await history.window(scope, 1)).map((message) => message.content)).toEqual(['3', '4']);
    expect(await history.window(scope, 0)).toEqual([]);
  });

  it('takes ports of the test in place of the fakes', () => {
    const chat = fakeChat('mine');
    expect(fakePorts({ chat }).chat).toBe(chat);
  });

  it('settles hanging ports by abort', async () => {
    const controller = new AbortController();
    const job = hangingPorts().sandbox.run({ kind: 'regex', pattern: 'a', text: 'a' }, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(job).rejects.toThrow('stopped');
  });
});
