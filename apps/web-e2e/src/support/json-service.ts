import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small service of somebody else that flows call. */
export interface JsonService {
  readonly origin: string;
  /** Host and port, as the allow list wants them. */
  readonly address: string;
  /** Paths with queries that were asked for, oldest first. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Starts a service that tells the temperature of a city: 35 in Hangzhou, 12 elsewhere. */
export async function startWeatherService(): Promise<JsonService> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    requests.push(`${url.pathname}${url.search}`);
    const city = url.searchParams.get('city') ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ city, readings: [{ celsius: city === 'Hangzhou' ? 35 : 12 }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${address}`,
    address,
    requests,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
