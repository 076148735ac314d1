import type { Json } from '@heddle/model';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelRule } from './model-answer';
import { RequestLog, type RecordedRequest, type RequestCounts } from './request-log';
import { routeOf } from './routes';
import { isAbandoned, sendJson } from './send-answer';
import { refuse, serveChat, type ChatSettings } from './serve-chat';
import { serveVectors } from './serve-vectors';

/** How a scripted model server answers; all of it optional. */
export interface ModelServerOptions {
  /** When given, requests that do not carry it are answered with 401. */
  readonly apiKey?: string;
  readonly models?: readonly string[];
  readonly firstTokenMs?: number;
  /** Pace of streams; 0, the default, sends everything at once. */
  readonly tokensPerSecond?: number;
  /** Prompts of more tokens are refused; 0, the default, is no limit. */
  readonly contextLimit?: number;
  /** Length of embeddings when a request names none. */
  readonly dimensions?: number;
  /** How many requests are remembered; 0 for load tests. */
  readonly keepRequests?: number;
}

const DEFAULTS = {
  apiKey: '',
  models: ['scripted', 'scripted-mini', 'scripted-embedding'],
  firstTokenMs: 0,
  tokensPerSecond: 0,
  contextLimit: 0,
  dimensions: 384,
  keepRequests: 500,
} satisfies Required<ModelServerOptions>;

const failure = (message: string, type = 'invalid_request_error'): object => ({ error: { message, type } });

async function readBody(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? null : (JSON.parse(text) as Json);
}

const pathOf = (request: IncomingMessage): string =>
  (request.url ?? '/').replace(/\?.*$/, '').replace(/\/+$/, '');

/**
 * A model server that speaks the protocols of OpenAI (`/v1`), Anthropic (`/v1/messages`), Gemini (`/v1beta`), Cohere
 * (`/v2/rerank`) and Ollama (`/api/tags`), and answers by rules, by directives in the last user message (`[[reply:…]]`,
 * `[[error:429 times=2]]`, …) or with filler text. For tests, browser tests and measurements.
 */
export class ScriptedModelServer {
  readonly #options: Required<ModelServerOptions>;
  readonly #log: RequestLog;
  readonly #failures = new Map<string, number>();
  readonly #server: Server;
  #rules: { readonly rule: ModelRule; left: number }[] = [];
  #ids = 0;

  constructor(options: ModelServerOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#log = new RequestLog(this.#options.keepRequests);
    this.#server = createServer((request, response) => void this.#receive(request, response));
    this.#server.keepAliveTimeout = 65_000;
  }

  /** The base URL that clients are given, `http://127.0.0.1:PORT/v1`. */
  get baseURL(): string {
    return `${this.origin}/v1`;
  }

  /** The address without a path, `http://127.0.0.1:PORT`. */
  get origin(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  /** The requests so far, oldest first, at most as many as are kept. */
  get requests(): readonly RecordedRequest[] {
    return this.#log.requests;
  }

  get counts(): RequestCounts {
    return this.#log.counts;
  }

  /** Starts on loopback; port 0 takes a free one. Resolves to the base URL. */
  listen(port = 0): Promise<string> {
    return new Promise((done, fail) => {
      this.#server.once('error', fail);
      this.#server.listen(port, '127.0.0.1', () => done(this.baseURL));
    });
  }

  /** Adds rules behind those that are there. */
  addRules(...rules: ModelRule[]): void {
    this.#rules.push(...rules.map((rule) => ({ rule, left: rule.times ?? Infinity })));
  }

  /** Forgets rules, requests and counts. */
  reset(): void {
    this.#rules = [];
    this.#failures.clear();
    this.#log.clear();
  }

  /** Resolves once the counts are as wanted, so that tests need not sleep. */
  when(isMet: (counts: RequestCounts) => boolean): Promise<void> {
    return this.#log.when(isMet);
  }

  /** Stops, cutting what is still going on. */
  close(): Promise<void> {
    return new Promise((done) => {
      this.#server.close(() => done());
      this.#server.closeAllConnections();
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    try {
      const body = await readBody(request);
      if (path.startsWith('/__control/'))
        return this.#control(request.method ?? '', path, { body, response });
      this.#log.begin({ method: request.method ?? '', path, headers: request.headers, body });
      response.once('close', () => this.#log.end(isAbandoned(response)));
      await this.#route(request, response, { path, body });
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, failure(String(error)));
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse, { path, body }: Received): Promise<void> {
    const { apiKey, contextLimit, dimensions, models } = this.#options;
    const { headers, method = '' } = request;
    const route = routeOf(method, path, headers);
    const call = { headers, body, ...route };
    if (apiKey !== '' && route.dialect.keyOf(headers) !== apiKey) {
      refuse(response, call, { status: 401, message: 'Incorrect API key provided.' });
      return;
    }
    switch (route.kind) {
      case 'chat':
        return serveChat(response, call, this.#chatSettings());
      case 'vectors': {
        const settings = { dimensions, failures: this.#failures };
        return serveVectors(response, call, { read: route.read, settings });
      }
      case 'list':
        return sendJson(response, 200, route.list({ names: models, contextLimit }));
      case 'none':
        return refuse(response, call, { status: 404, message: `There is no ${method} ${path} here.` });
    }
  }

  #chatSettings(): ChatSettings {
    const { contextLimit, firstTokenMs, tokensPerSecond } = this.#options;
    return {
      contextLimit,
      firstTokenMs,
      tokensPerSecond,
      failures: this.#failures,
      takeRule: (model, said) => this.#takeRule(model, said),
      newId: () => `chatcmpl-scripted-${(this.#ids += 1)}`,
    };
  }

  #takeRule(model: string, said: string): ModelRule | undefined {
    const entry = this.#rules.find(
      ({ rule, left }) =>
        left > 0 &&
        (rule.model === undefined || rule.model === model) &&
        (rule.match === undefined || new RegExp(rule.match, 'i').test(said)),
    );
    if (entry) entry.left -= 1;
    return entry?.rule;
  }

  /** For tests in another process: `GET counts|requests`, `POST rules|reset`. */
  #control(method: string, path: string, { body, response }: { body: Json; response: ServerResponse }): void {
    switch (`${method} ${path.slice('/__control/'.length)}`) {
      case 'POST rules':
        this.addRules(...([body].flat() as unknown as ModelRule[]));
        return sendJson(response, 200, { rules: this.#rules.length });
      case 'POST reset':
        this.reset();
        return sendJson(response, 200, {});
      case 'GET counts':
        return sendJson(response, 200, this.counts);
      case 'GET requests':
        return sendJson(response, 200, this.requests);
      default:
        return sendJson(response, 404, failure('There is no such control.'));
    }
  }
}

interface Received {
  readonly path: string;
  readonly body: Json;
}

/** Makes a scripted model server; `await server.listen()` starts it. */
export const createScriptedModelServer = (options?: ModelServerOptions): ScriptedModelServer =>
  new ScriptedModelServer(options);
