import { isJsonObject, type Json, type JsonObject, ownValue } from '@heddle/model';
import type { WebhookResponse } from '@heddle/nodes';
import type { RunOutcome } from '../runs/run-calls';

/** What a webhook answers. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** Headers that belong to the connection, to this site's cookies, or to what keeps browsers safe. */
const OURS =
  /^(connection|content-encoding|content-length|content-security-policy.*|cross-origin-.*|date|keep-alive|server|set-cookie.*|strict-transport-security|trailer|transfer-encoding|upgrade|x-content-type-options|x-frame-options|x-request-id|access-control-.*|clear-site-data|service-worker-allowed)$/;

/** An answer of JSON. */
export const jsonAnswer = (status: number, body: Json): WebhookAnswer => ({
  status,
  headers: { 'content-type': JSON_TYPE },
  body: JSON.stringify(body),
});

/** What HTTP lets a header be (RFC 9110). */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function headersOf(value: Json | undefined): Record<string, string> {
  if (!isJsonObject(value)) return {};
  const entries = Object.entries(value)
    .filter(([, item]) => item !== null && typeof item !== 'object')
    .map(([name, item]): [string, string] => [name.toLowerCase(), String(item)]);
  return Object.fromEntries(
    entries.filter(([name, text]) => !OURS.test(name) && NAME.test(name) && VALUE.test(text)),
  );
}

function statusOf(response: WebhookResponse, outputs: JsonObject): number {
  const status = Number(outputOf(outputs, response.status_output) ?? response.status);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : response.status;
}

const outputOf = (outputs: JsonObject, name: string): Json | undefined =>
  name === '' ? undefined : ownValue(outputs, name);

/** Makes the answer of a run that succeeded out of the flow's outputs; the text of a chatflow is `answer`. */
export function answerOf(response: WebhookResponse, outcome: RunOutcome): WebhookAnswer {
  const outputs: JsonObject = {
    ...(outcome.answer === '' ? {} : { answer: outcome.answer }),
    ...outcome.outputs,
  };
  const body = response.body_output === '' ? outputs : (outputOf(outputs, response.body_output) ?? null);
  const isText = typeof body === 'string';
  return {
    status: statusOf(response, outputs),
    headers: {
      'content-type': isText ? TEXT_TYPE : JSON_TYPE,
      ...headersOf(outputOf(outputs, response.headers_output)),
    },
    body: isText ? body : JSON.stringify(body),
  };
}
