/** An answer, read whole. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text read as JSON; null when it is empty or something else. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- assertions reach into it freely
  readonly body: any;
}

/** What a request may set beyond method, path and body. */
export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>;
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Speaks HTTP to a test server, with a bearer token when it has one. */
export class TestClient {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  /** The same server as somebody else. */
  as(token: string | undefined): TestClient {
    return new TestClient(this.url, token);
  }

  get(path: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('GET', path, undefined, request);
  }

  post(path: string, body?: unknown, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('POST', path, body, request);
  }

  put(path: string, body?: unknown, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('PUT', path, body, request);
  }

  patch(path: string, body?: unknown, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('PATCH', path, body, request);
  }

  delete(path: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.send('DELETE', path, undefined, request);
  }

  /** Sends a text body as it is, to test how bodies are read. */
  raw(
    method: string,
    path: string,
    body: string | Uint8Array,
    headers: Record<string, string>,
  ): Promise<TestAnswer> {
    return this.read(this.fetch(path, { method, body: body as string, headers }));
  }

  /** Uploads a file as a browser does. */
  upload(
    path: string,
    name: string,
    bytes: Uint8Array | string,
    type = 'application/octet-stream',
  ): Promise<TestAnswer> {
    const form = new FormData();
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
    return this.read(this.fetch(path, { method: 'POST', body: form }));
  }

  /** The answer unread, for streams. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const authorization = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    return fetch(this.url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...authorization, ...init.headers },
    });
  }

  private send(method: string, path: string, body: unknown, request: TestRequest): Promise<TestAnswer> {
    const headers: Record<string, string> = { ...request.headers };
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    return this.read(
      this.fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    );
  }

  private async read(pending: Promise<Response>): Promise<TestAnswer> {
    const response = await pending;
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: readJson(text) };
  }
}
