import type { HttpResponse, NodeContext } from '@heddle/engine';
import { isJsonObject, type Json } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import type { Delivery } from './delivery';
import { type Notice, robotPayload } from './robot-payload';
import { signed } from './robot-signature';
import type { Channel } from './schema';

/** A robot to send to, credentials read. */
export interface Robot {
  readonly channel: Exclude<Channel, 'email'>;
  readonly url: string;
  readonly secret: string;
}

type Context = NodeContext<'http'>;

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_REPLY_BYTES = 256 * 1024;
const EXCERPT_LENGTH = 200;
/** Replies of WeCom, DingTalk and Feishu that mean "too busy" or "too often". */
const PASSING_CODES: ReadonlySet<Json> = new Set([-1, 45009, 130101, 410100, 9499, 11232]);

function readReply({ body }: HttpResponse): Json {
  const text = new TextDecoder().decode(body);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The number by which a robot says that all is well with 0. */
function replyCode(reply: Json): Json | undefined {
  if (!isJsonObject(reply)) return undefined;
  return reply['errcode'] ?? reply['code'] ?? reply['StatusCode'];
}

const REPLIES_WITH_CODE: ReadonlySet<Channel> = new Set(['wecom', 'dingtalk', 'feishu'] as const);

function reasonOf(reply: Json, status: number): string {
  const said = isJsonObject(reply) ? (reply['errmsg'] ?? reply['msg'] ?? JSON.stringify(reply)) : reply;
  const text = String(said).replace(/\s+/g, ' ').trim().slice(0, EXCERPT_LENGTH);
  return text === '' ? `status ${status}` : `status ${status}, ${text}`;
}

function deliveryOf(response: HttpResponse, channel: Channel): Delivery {
  const { status } = response;
  const reply = readReply(response);
  const isAccepted = status >= 200 && status < 300;
  const code = REPLIES_WITH_CODE.has(channel) ? replyCode(reply) : 0;
  if (isAccepted && code === 0) return { delivered: true, response: reply };
  const mayPass = status === 429 || status >= 500 || (code !== undefined && PASSING_CODES.has(code));
  return { delivered: false, response: reply, reason: reasonOf(reply, status), mayPass };
}

/** The address of a robot; said in words of our own, since it may be a secret. */
function checkedUrl(url: string): string {
  const text = url.trim();
  if (URL.canParse(text) && /^https?:/i.test(text)) return text;
  throw nodeErrors.NODE_CONFIG_INVALID({ reason: 'url: this is not a web address.', path: 'url' });
}

/**
 * Sends a message to a robot or a webhook.
 * @throws NODE_CONFIG_INVALID, and what the HTTP port throws
 */
export async function sendToRobot(robot: Robot, notice: Notice, context: Context): Promise<Delivery> {
  const { ports, signal, policy, run, node, idempotencyKey } = context;
  const { channel } = robot;
  const isOwn = channel === 'webhook';
  const origin = isOwn ? { flow_id: run.flowId, run_id: run.runId, node_id: node.id } : {};
  const request = await signed(
    channel,
    {
      url: checkedUrl(robot.url),
      payload: { ...robotPayload(channel, notice), ...origin },
      headers: isOwn ? [['Idempotency-Key', idempotencyKey]] : [],
    },
    robot.secret,
  );
  const response = await ports.http.request(
    {
      method: 'POST',
      url: request.url,
      headers: request.headers,
      body: {
        kind: 'text',
        text: JSON.stringify(request.payload),
        contentType: 'application/json; charset=utf-8',
      },
      timeoutMs: policy?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxBytes: MAX_REPLY_BYTES,
      followRedirects: false,
      verifyTls: true,
    },
    signal,
  );
  return deliveryOf(response, channel);
}
