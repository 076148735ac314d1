import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { platformErrors } from '../errors/request-errors';
import { wireErrorOf, statusOf } from '../errors/wire-error';

const RETRY_SECONDS = 2;
const STARTING_PAGE = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>Heddle</title><p>Heddle is starting …</p>`;

type State = 'starting' | 'open' | 'closing';

/**
 * The one listening socket. It answers from the first moment, while the database opens and the application is put
 * together behind it, and it turns new requests away as soon as a stop was asked for.
 */
export class FrontDoor {
  readonly server: Server;
  private state: State = 'starting';
  private application: RequestListener | undefined;
  private readonly running = new Set<ServerResponse>();

  /** @param serves which paths the application answers; all when absent */
  constructor(private readonly serves: (path: string) => boolean = () => true) {
    this.server = createServer((request, response) => this.handle(request, response));
  }

  /** Starts to listen. @returns the port, also when the system chose it */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.removeListener('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Notes who answers once the door is open; what Fastify calls to get its server. */
  lead(application: RequestListener): Server {
    this.application = application;
    return this.server;
  }

  /** Lets requests through to the application. */
  open(): void {
    this.state = 'open';
  }

  /** Turns new requests away; running ones go on. */
  stopIntake(): void {
    this.state = 'closing';
    this.server.closeIdleConnections();
  }

  /** Waits until every running request has its answer, at most so long. */
  async drained(limitMs: number): Promise<void> {
    const answers = [...this.running].map((response) => once(response, 'close'));
    await Promise.race([
      Promise.allSettled(answers),
      new Promise((resolve) => setTimeout(resolve, limitMs).unref()),
    ]);
  }

  /** Ends what is left and closes the socket. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url?.split('?', 1)[0];
    if (this.state === 'open' && this.application !== undefined) {
      if (!this.serves(path ?? '')) {
        const error = platformErrors.NOT_SERVED_HERE({});
        sendJson(response, statusOf(error), wireErrorOf(error, randomUUID()));
        return;
      }
      this.running.add(response);
      response.once('close', () => this.running.delete(response));
      this.application(request, response);
      return;
    }
    if (path === '/healthz') sendJson(response, 200, { status: 'ok' });
    else if (path === '/readyz') sendJson(response, 503, { status: 'down', reason: this.state });
    else if (this.state === 'starting' && request.headers.accept?.includes('text/html')) sendPage(response);
    else this.refuse(response);
  }

  private refuse(response: ServerResponse): void {
    const isClosing = this.state === 'closing';
    const create = isClosing ? platformErrors.SHUTTING_DOWN : platformErrors.STARTING;
    const error = create({ retry_after_seconds: RETRY_SECONDS });
    response.setHeader('retry-after', String(RETRY_SECONDS));
    if (isClosing) response.setHeader('connection', 'close');
    sendJson(response, statusOf(error), wireErrorOf(error, randomUUID()));
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}

function sendPage(response: ServerResponse): void {
  response.writeHead(503, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
    'retry-after': String(RETRY_SECONDS),
  });
  response.end(STARTING_PAGE);
}
