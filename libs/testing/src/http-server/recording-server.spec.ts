import { createRecordingServer } from './recording-server';

const server = createRecordingServer();
beforeAll(() => server.listen());
beforeEach(() => server.reset());
afterAll(() => server.close());

it('remembers requests and answers as told', async () => {
  server.answerJson({ a: 1 }, 201);
  const next = server.nextRequest();
  const response = await fetch(`${server.origin}/x?y=1`, { method: 'POST', body: 'ü' });
  await next;
  expect([response.status, await response.json()]).toEqual([201, { a: 1 }]);
  expect(server.seen).toMatchObject([{ method: 'POST', url: '/x?y=1', body: 'ü' }]);
});

it('forgets on reset', async () => {
  expect(await (await fetch(server.origin)).text()).toBe('ok');
  expect(server.seen).toHaveLength(1);
  server.reset();
  expect(server.seen).toEqual([]);
});
