import type { FlowDocument } from '@heddle/model';

/** What a script does through the console's API. */
export class ConsoleApi {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async login(
    url: string,
    { email, password }: { readonly email: string; readonly password: string },
  ): Promise<ConsoleApi> {
    const { token } = await send<{ token: string }>(`${url}/api/auth/login`, { body: { email, password } });
    return new ConsoleApi(url, token);
  }

  /** Sends a request; anything but success is an error. */
  post<Answer>(path: string, body: object): Promise<Answer> {
    return send<Answer>(`${this.url}${path}`, { body, token: this.token });
  }

  /** Creates a flow, publishes it and runs it once; answers the ids. */
  async seedFlow(flow: {
    readonly name: string;
    readonly mode: 'workflow' | 'chatflow';
    readonly definition: FlowDocument;
    readonly run: object;
  }): Promise<{ readonly flowId: string; readonly runId: string }> {
    const { run, ...creation } = flow;
    const { id } = await this.post<{ id: string }>('/api/flow/definitions', creation);
    await this.post(`/api/flow/definitions/${id}/publish`, { note: 'First version' });
    const { run_id: runId } = await this.post<{ run_id: string }>(`/api/flow/definitions/${id}/run`, run);
    return { flowId: id, runId };
  }
}

async function send<Answer>(
  url: string,
  { body, token }: { readonly body: object; readonly token?: string },
): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
