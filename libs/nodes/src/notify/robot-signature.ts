import type { JsonObject } from '@heddle/model';
import { hmacSha256 } from '../fields/digest';
import type { Channel } from './schema';

/** A request to a robot before and after it was signed. */
export interface RobotRequest {
  readonly url: string;
  readonly payload: JsonObject;
  readonly headers: readonly (readonly [string, string])[];
}

type Sign = (request: RobotRequest, secret: string, nowMs: number) => Promise<RobotRequest>;

/** Time and signature join the address; the secret is both key and part of the text. */
const signForDingtalk: Sign = async (request, secret, nowMs) => {
  const signature = await hmacSha256(secret, `${nowMs}\n${secret}`);
  const url = new URL(request.url);
  url.searchParams.set('timestamp', String(nowMs));
  url.searchParams.set('sign', signature.toString('base64'));
  return { ...request, url: url.href };
};

/** Time and signature join the body; time and secret are the key, the text is empty. */
const signForFeishu: Sign = async (request, secret, nowMs) => {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signature = await hmacSha256(`${timestamp}\n${secret}`, '');
  return { ...request, payload: { timestamp, sign: signature.toString('base64'), ...request.payload } };
};

/** As the webhook triggers of this product check it. */
const signForWebhook: Sign = async (request, secret, nowMs) => {
  const timestamp = Math.floor(nowMs / 1_000);
  const signature = await hmacSha256(secret, `${timestamp}.${JSON.stringify(request.payload)}`);
  const header = ['X-Heddle-Signature', `t=${timestamp},v1=${signature.toString('hex')}`] as const;
  return { ...request, headers: [...request.headers, header] };
};

const SIGNS: Partial<Record<Channel, Sign>> = {
  dingtalk: signForDingtalk,
  feishu: signForFeishu,
  webhook: signForWebhook,
};

/** Signs a request as its channel wants it; as it is without a secret, and where channels know no signatures. */
export async function signed(channel: Channel, request: RobotRequest, secret: string): Promise<RobotRequest> {
  const sign = SIGNS[channel];
  return sign && secret !== '' ? sign(request, secret, Date.now()) : request;
}
