import type { FlowTrigger } from '@heddle/contracts';
import { flowDocumentSchema } from '@heddle/model';
import { listTriggers, type TriggerConfig } from '@heddle/nodes';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { nextTime } from '../flows/cron-schedule';
import { FlowsService, type FlowKey } from '../flows/flows.service';
import { LiveVersions, type LiveVersion } from '../flows/live-versions';
import type { TriggerEntity } from './entities/trigger.entity';
import { TriggersRepository } from './triggers.repository';

const TOKEN_BYTES = 32;

interface WantedTrigger {
  readonly nodeId: string;
  readonly kind: 'webhook' | 'schedule';
  readonly config: TriggerConfig;
}

function wantedOf(live: LiveVersion): WantedTrigger[] {
  if (live === 'nothing') return [];
  return listTriggers(flowDocumentSchema.parse(live.definition).nodes).flatMap(({ nodeId, config }) => {
    const { kind } = config;
    return kind === 'webhook' || kind === 'schedule' ? [{ nodeId, kind, config }] : [];
  });
}

const timeOf = (config: TriggerConfig, now: number): Date | null => {
  const time = nextTime(config, now);
  return time === undefined ? null : new Date(time);
};

/** Keeps webhooks and schedules in step with what is published. */
@Injectable()
export class TriggersService implements OnModuleInit {
  constructor(
    private readonly rows: TriggersRepository,
    private readonly flows: FlowsService,
    private readonly versions: LiveVersions,
  ) {}

  onModuleInit(): void {
    this.versions.add((tx, key, live) => this.follow(tx, key, live));
  }

  /** The webhooks and schedules of a flow's live version. @throws NOT_FOUND */
  async list(key: FlowKey, baseUrl: string): Promise<FlowTrigger[]> {
    await this.flows.entity(key);
    return (await this.rows.live(key)).map((row) => ({
      node_id: row.node_id,
      kind: row.kind,
      ...(row.token === null ? {} : { url: `${baseUrl}/hooks/${row.token}` }),
      ...(row.cron === null || row.timezone === null
        ? {}
        : { cron: row.cron, timezone: row.timezone, next_at: row.next_at?.toISOString() ?? null }),
    }));
  }

  private async follow(tx: EntityManager, key: FlowKey, live: LiveVersion): Promise<void> {
    const wanted = wantedOf(live);
    const known = await this.rows.all(tx, key);
    if (wanted.length === 0 && known.length === 0) return;
    const now = Date.now();
    const kept = new Set<TriggerEntity>();
    for (const trigger of wanted) {
      const row = known.find(({ node_id, kind }) => node_id === trigger.nodeId && kind === trigger.kind);
      if (row) kept.add(row);
      await (row ? this.keep(tx, { row, trigger, now }) : this.add(tx, key, { trigger, now }));
    }
    for (const row of known) {
      if (row.is_live && !kept.has(row)) await this.rows.update(tx, row, { is_live: false, next_at: null });
    }
  }

  private async add(
    tx: EntityManager,
    { workspaceId, id }: FlowKey,
    { trigger, now }: { trigger: WantedTrigger; now: number },
  ): Promise<void> {
    const isSchedule = trigger.kind === 'schedule';
    const { cron, timezone } = trigger.config;
    await this.rows.insert(tx, {
      id: randomUUID(),
      workspace_id: workspaceId,
      flow_id: id,
      node_id: trigger.nodeId,
      kind: trigger.kind,
      is_live: true,
      token: isSchedule ? null : randomBytes(TOKEN_BYTES).toString('base64url'),
      cron: isSchedule ? cron : null,
      timezone: isSchedule ? timezone : null,
      next_at: isSchedule ? timeOf(trigger.config, now) : null,
    });
  }

  /** A schedule that stays the same keeps its next time, which may be due at this very moment. */
  private async keep(
    tx: EntityManager,
    { row, trigger, now }: { row: TriggerEntity; trigger: WantedTrigger; now: number },
  ): Promise<void> {
    const { cron, timezone } = trigger.config;
    const isSame =
      row.is_live && (trigger.kind === 'webhook' || (row.cron === cron && row.timezone === timezone));
    if (isSame) return;
    const times = trigger.kind === 'schedule' ? { cron, timezone, next_at: timeOf(trigger.config, now) } : {};
    await this.rows.update(tx, row, { is_live: true, ...times });
  }
}
