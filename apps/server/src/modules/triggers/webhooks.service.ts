import { type Json, type JsonObject, isJsonObject, resolveText } from '@heddle/model';
import type { TriggerConfig, WebhookResponse } from '@heddle/nodes';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { platformErrors, requestErrors } from '../../platform/errors/request-errors';
import { RateLimits, type RateLimit } from '../../platform/rate-limit/rate-limits';
import { FilesService } from '../files/files.service';
import type { RunCall, RunOutcome } from '../runs/run-calls';
import type { RunTarget } from '../runs/run-request';
import { SecretsService } from '../secrets/secrets.service';
import type { TriggerEntity } from './entities/trigger.entity';
import { triggerErrors } from './trigger-errors';
import { TriggerRuns } from './trigger-runs';
import { TriggersRepository } from './triggers.repository';
import { type SignedCall, UsedSignatures } from './used-signatures';
import { answerOf, jsonAnswer, type WebhookAnswer } from './webhook-answer';
import { gatherFields, readWebhookBody } from './webhook-body';
import { verifySignature } from './webhook-signature';

/** A request to a webhook, as it came in. */
export interface WebhookRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, Json>>;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

interface Webhook {
  readonly trigger: TriggerEntity;
  readonly config: TriggerConfig;
  readonly target: RunTarget;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const CALLS_A_MINUTE = 6_000;
/** What lets its holder in elsewhere has no place in a run's records. */
const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization']);

const withoutCredentials = (headers: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name)));

function queryOf(places: readonly Json[]): string | undefined {
  const found = places.map((place) => (isJsonObject(place) ? place['query'] : undefined));
  return found.find((value): value is string => typeof value === 'string');
}

/** Takes requests to webhooks: checks them, starts runs and answers. */
@Injectable()
export class WebhooksService {
  private readonly limit: RateLimit;

  constructor(
    private readonly triggers: TriggersRepository,
    private readonly runs: TriggerRuns,
    private readonly signatures: UsedSignatures,
    private readonly secrets: SecretsService,
    private readonly files: FilesService,
    limits: RateLimits,
  ) {
    this.limit = limits.create({ name: 'webhook', points: CALLS_A_MINUTE, seconds: 60 });
  }

  /** The method that a webhook wants; undefined for every one. @throws NOT_FOUND */
  async find(token: string): Promise<Webhook> {
    const trigger = TOKEN.test(token) ? await this.triggers.webhook(token) : null;
    if (!trigger) throw requestErrors.NOT_FOUND({ what: 'the webhook' });
    const target = await this.runs.target(trigger.flow_id);
    const config = target.runnable.compiled.nodes.get(trigger.node_id)?.config as TriggerConfig | undefined;
    if (config?.kind !== 'webhook') throw requestErrors.NOT_FOUND({ what: 'the webhook' });
    return { trigger, config, target };
  }

  /** @throws WEBHOOK_SIGNATURE, WEBHOOK_STALE, RATE_LIMITED, IDEMPOTENCY_KEY_REUSED and what reading the body throws */
  async handle(webhook: Webhook, request: WebhookRequest): Promise<WebhookAnswer> {
    const { trigger, config } = webhook;
    await this.limit.consume(trigger.id);
    const signed = await this.verify(webhook, request);
    const call = await this.start(webhook, request, signed);
    if (config.response.mode === 'immediate') {
      await call.accepted();
      return jsonAnswer(202, { run_id: call.runId });
    }
    return this.answer(call, trigger, config.response);
  }

  private async start(
    { trigger, target }: Webhook,
    request: WebhookRequest,
    signed: SignedCall | undefined,
  ): Promise<RunCall> {
    const { workspace_id: workspaceId, id: caller } = trigger;
    const body = await readWebhookBody(request.contentType, request.body, (file) =>
      this.files.save(workspaceId, file),
    );
    const { method, query } = request;
    const key = request.headers['idempotency-key'];
    const bodyHash = createHash('sha256').update(request.body).digest('hex');
    if (signed) await this.signatures.take(signed);
    try {
      return await this.runs.webhook({
        target,
        trigger,
        inputs: { method, headers: withoutCredentials(request.headers), query: { ...query }, body },
        query: target.mode === 'chatflow' ? queryOf([body, query]) : undefined,
        repeatable:
          key === undefined
            ? undefined
            : { caller, workspaceId, key, content: ['hook', method, query, bodyHash] },
      });
    } catch (error) {
      if (signed) await this.signatures.giveBack(signed);
      throw error;
    }
  }

  private async verify(
    { trigger, config, target }: Webhook,
    { headers, body }: WebhookRequest,
  ): Promise<SignedCall | undefined> {
    const { secret = null } = config;
    if (secret === null || secret === '') return undefined;
    const value = await this.secretOf(secret, target);
    const signature = verifySignature(
      { heddleHeader: headers['x-heddle-signature'], hubHeader: headers['x-hub-signature-256'], body },
      value,
      Date.now(),
    );
    const { id: triggerId, workspace_id: workspaceId } = trigger;
    return { triggerId, workspaceId, signature, idempotencyKey: headers['idempotency-key'] };
  }

  /** A secret that cannot be read lets nobody in, and callers do not learn its name. */
  private async secretOf(secret: Json, { workspaceId, runnable }: RunTarget): Promise<string> {
    try {
      const name = isJsonObject(secret) ? secret['secret'] : undefined;
      const value =
        typeof name === 'string'
          ? await this.secrets.read(workspaceId, name)
          : resolveText(String(secret), ([, variable]) => runnable.env[String(variable)] ?? null);
      if (value !== '') return value;
    } catch (error) {
      throw platformErrors.INTERNAL({}, error);
    }
    throw platformErrors.INTERNAL({}, new Error('The signing secret of a webhook is empty.'));
  }

  private async answer(
    call: RunCall,
    { node_id: nodeId }: TriggerEntity,
    response: WebhookResponse,
  ): Promise<WebhookAnswer> {
    const outcome = await endWithin(call.outcome(), response.timeout_seconds * 1000);
    if (outcome === undefined || outcome.status === 'paused') return jsonAnswer(202, { run_id: call.runId });
    if (outcome.status === 'succeeded' || outcome.status === 'partial_succeeded')
      return answerOf(response, outcome);
    const { error, status } = outcome;
    // Inputs that do not fit fail at the start itself, and are the caller's to mend.
    if (error?.node_id === nodeId) throw requestErrors.REQUEST_INVALID({ reason: error.message });
    const reason = error?.message ?? `the run ended as ${status}`;
    throw triggerErrors.WEBHOOK_RUN_FAILED({ run_id: call.runId, status, reason });
  }
}

async function endWithin(outcome: Promise<RunOutcome>, timeoutMs: number): Promise<RunOutcome | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  outcome.catch(() => undefined);
  try {
    return await Promise.race([outcome, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a parsed query: names that come several times have lists. */
export const queryFields = (query: unknown): JsonObject =>
  gatherFields(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]): [string, Json] => [
      name,
      value,
    ]),
  );
