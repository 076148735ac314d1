import type {
  ApiKey,
  ApiKeyScope,
  CreateApiKeyBody,
  CreatedApiKey,
  ListQuery,
  Page,
} from '@heddle/contracts';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { ILike, IsNull, type Repository } from 'typeorm';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { EventBus } from '../../platform/bus/event-bus';
import { inTransaction } from '../../platform/database/in-transaction';
import { findPage, likeAnywhere } from '../../platform/database/paging';
import { requestErrors } from '../../platform/errors/request-errors';
import { createKeyText, isSameHash, readKeyText } from './api-key-text';
import { ApiKeyEntity } from './entities/api-key.entity';
import { FlowsService, type FlowKey } from './flows.service';

/** What a valid API key opens. */
export interface KeyHolder {
  readonly keyId: string;
  readonly workspaceId: string;
  readonly flowId: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Calls a minute; null for the server's default. */
  readonly rateLimit: number | null;
}

const CHANGED = 'api-keys.changed';
/** Revoked keys are told of by the event bus; this is for messages that get lost. */
const KNOWN_TTL_MS = 5_000;
const MAX_KNOWN = 10_000;
const USED_EVERY_MS = 60_000;

const keyOf = (row: ApiKeyEntity): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  rate_limit: row.rate_limit,
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** The API keys of published flows. */
@Injectable()
export class ApiKeysService implements OnModuleDestroy {
  private readonly known = new LRUCache<string, Promise<ApiKeyEntity | null>>({
    max: MAX_KNOWN,
    ttl: KNOWN_TTL_MS,
  });
  private readonly noted = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: USED_EVERY_MS });
  private readonly stopListening: () => void;

  constructor(
    @InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>,
    private readonly flows: FlowsService,
    private readonly bus: EventBus,
    private readonly audit: AuditTrail,
  ) {
    this.stopListening = bus.subscribe(CHANGED, (keyId) => void this.known.delete(String(keyId)));
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  async list(flow: FlowKey, query: ListQuery): Promise<Page<ApiKey>> {
    await this.flows.entity(flow);
    const name = query.q === undefined ? {} : { name: ILike(likeAnywhere(query.q)) };
    const where = { workspace_id: flow.workspaceId, flow_id: flow.id, revoked_at: IsNull(), ...name };
    return findPage({ rows: this.keys, where, query, toItem: keyOf });
  }

  async create(actor: Actor, flowId: string, body: CreateApiKeyBody): Promise<CreatedApiKey> {
    const flow = await this.flows.entity({ workspaceId: actor.workspaceId, id: flowId });
    const id = randomUUID();
    const { key, prefix, secretHash } = createKeyText(id);
    await inTransaction(this.keys.manager.dataSource, async (tx) => {
      await tx.insert(ApiKeyEntity, {
        id,
        workspace_id: actor.workspaceId,
        flow_id: flowId,
        name: body.name,
        prefix,
        secret_hash: secretHash,
        scopes: [...new Set(body.scopes)],
        rate_limit: body.rate_limit,
        expires_at: body.expires_at === null ? null : new Date(body.expires_at),
        created_by: actor.userId,
      });
      const details = { flow: flow.name, prefix };
      await this.audit.record(tx, actor, {
        action: 'api_key.created',
        target: { id, name: body.name },
        details,
      });
    });
    const row = await this.keys.findOneByOrFail({ id, workspace_id: actor.workspaceId });
    return { ...keyOf(row), key };
  }

  /** Ends a key at once, in every process. */
  async revoke(actor: Actor, flowId: string, id: string): Promise<void> {
    const { workspaceId } = actor;
    const flow = await this.flows.entity({ workspaceId, id: flowId });
    const scope = { id, workspace_id: workspaceId, flow_id: flowId, revoked_at: IsNull() };
    await inTransaction(this.keys.manager.dataSource, async (tx) => {
      const key = await tx.findOneBy(ApiKeyEntity, scope);
      if (key === null) throw requestErrors.NOT_FOUND({ what: 'the key' });
      await tx.update(ApiKeyEntity, scope, { revoked_at: () => 'now()' });
      const details = { flow: flow.name, prefix: key.prefix };
      await this.audit.record(tx, actor, { action: 'api_key.deleted', target: key, details });
    });
    this.bus.publish(CHANGED, id);
  }

  /** Finds who a key belongs to; undefined for keys that are wrong, revoked or past their end. */
  async authenticate(text: string): Promise<KeyHolder | undefined> {
    const given = readKeyText(text);
    if (!given) return undefined;
    const row = await this.find(given.id);
    if (!row || !isSameHash(row.secret_hash, given.secretHash)) return undefined;
    if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at.getTime() <= Date.now()))
      return undefined;
    this.noteUse(row.id);
    return {
      keyId: row.id,
      workspaceId: row.workspace_id,
      flowId: row.flow_id,
      scopes: row.scopes,
      rateLimit: row.rate_limit,
    };
  }

  private find(id: string): Promise<ApiKeyEntity | null> {
    const known = this.known.get(id);
    if (known) return known;
    const loading = this.keys.findOneBy({ id });
    this.known.set(id, loading);
    loading.catch(() => this.known.delete(id));
    return loading;
  }

  /** Once a minute is enough to see whether a key is still in use; nobody waits for it. */
  private noteUse(id: string): void {
    if (this.noted.has(id)) return;
    this.noted.set(id, true);
    this.keys.update({ id }, { last_used_at: () => 'now()' }).catch(() => this.noted.delete(id));
  }
}
