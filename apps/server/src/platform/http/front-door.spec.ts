import { FrontDoor } from './front-door';

describe('FrontDoor', () => {
  let door: FrontDoor;
  let url: string;

  beforeEach(async () => {
    door = new FrontDoor();
    url = `http://127.0.0.1:${await door.listen('127.0.0.1', 0)}`;
  });
  afterEach(() => door.close());

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('is alive but not ready while the server starts', async () => {
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(503);
    const api = await ask('/api/auth/me');
    expect([api.status, api.headers.get('retry-after')]).toEqual([503, '2']);
    expect(JSON.parse(api.text)).toMatchObject({ code: 'STARTING', request_id: expect.any(String) });
  });

  it('asks people to wait', async () => {
    const page = await ask('/', { accept: 'text/html' });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain('http-equiv="refresh"');
  });

  it('lets requests through once it is open', async () => {
    door.lead((_request, response) => response.end('from the application'));
    expect((await ask('/healthz')).text).toContain('ok');
    door.open();
    expect((await ask('/anything')).text).toBe('from the application');
  });

  it('turns new requests away while the server stops, and finishes running ones', async () => {
    let finish: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      door.lead((_request, response) => {
        finish = () => response.end('finished');
        resolve();
      });
    });
    door.open();
    const running = ask('/slow');
    await arrived;
    door.stopIntake();
    const late = await ask('/late');
    expect([late.status, late.headers.get('connection')]).toEqual([503, 'close']);
    expect(JSON.parse(late.text)).toMatchObject({ code: 'SHUTTING_DOWN' });
    const drained = door.drained(60_000);
    finish();
    await drained;
    expect((await running).text).toBe('finished');
  });

  it('refuses a port that is taken', async () => {
    const other = new FrontDoor();
    const port = Number(new URL(url).port);
    await expect(other.listen('127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
