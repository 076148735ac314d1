import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a recording server received, with its whole body. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request. */
export type RequestHandler = (seen: SeenRequest, response: ServerResponse, request: IncomingMessage) => void;

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A web server on loopback for tests of what reaches out: it remembers requests and answers as the test says. */
export class RecordingServer {
  seen: SeenRequest[] = [];
  #handler: RequestHandler = (_seen, response) => void response.end('ok');
  readonly #server: Server;
  #waiting: (() => void)[] = [];

  constructor() {
    this.#server = createServer(
      (request, response) => void this.#receive(request, response).catch(() => undefined),
    );
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts on a free port of loopback. Resolves to the origin. */
  listen(): Promise<string> {
    return new Promise((done) => void this.#server.listen(0, '127.0.0.1', () => done(this.origin)));
  }

  /** Says how requests are answered from now on. */
  answer(handler: RequestHandler): void {
    this.#handler = handler;
  }

  /** Answers with JSON from now on. */
  answerJson(body: unknown, status = 200): void {
    this.answer((_seen, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  }

  /** Resolves once another request has been read. */
  nextRequest(): Promise<void> {
    return new Promise((done) => void this.#waiting.push(done));
  }

  /** Forgets requests and answers `ok` again. */
  reset(): void {
    this.seen = [];
    this.answer((_seen, response) => void response.end('ok'));
  }

  /** Stops, cutting what is still going on. */
  close(): Promise<void> {
    return new Promise((done) => {
      this.#server.close(() => done());
      this.#server.closeAllConnections();
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method = '', url = '' } = request;
    const item = { method, url, headers, body: await readText(request) };
    this.seen.push(item);
    this.#handler(item, response, request);
    this.#waiting.splice(0).forEach((done) => done());
  }
}

/** Makes a recording server; `await server.listen()` starts it. */
export const createRecordingServer = (): RecordingServer => new RecordingServer();
