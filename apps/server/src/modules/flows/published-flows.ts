import type { FlowMode } from '@heddle/model';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { EventBus } from '../../platform/bus/event-bus';
import { prepareFlow, type RunnableFlow } from './runnable-flow';

/** Which version of a flow is live. */
export interface LiveFlow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
  readonly mode: FlowMode;
  /** Null while nothing is published. */
  readonly version: number | null;
  readonly createdAt: Date;
}

const CHANGED = 'flows.changed';
/** Other processes hear of a change by the event bus; this is for messages that get lost. */
const LIVE_TTL_MS = 5_000;
const MAX_FLOWS = 2_000;
const MAX_COMPILED = 300;

const LIVE = `
SELECT id, workspace_id AS "workspaceId", name, description, flow_mode AS mode, published_version AS version,
  created_at AS "createdAt"
FROM flow_definitions WHERE id = $1 AND deleted_at IS NULL`;
const VERSION = 'SELECT definition FROM flow_versions WHERE flow_id = $1 AND version = $2';

/** Knows what is published, compiled once per version, without asking the database for every call. */
@Injectable()
export class PublishedFlows implements OnModuleDestroy {
  private readonly live = new LRUCache<string, Promise<LiveFlow | undefined>>({
    max: MAX_FLOWS,
    ttl: LIVE_TTL_MS,
  });
  private readonly compiled = new LRUCache<string, Promise<RunnableFlow | undefined>>({ max: MAX_COMPILED });
  private readonly stopListening: () => void;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bus: EventBus,
  ) {
    this.stopListening = bus.subscribe(CHANGED, (flowId) => void this.live.delete(String(flowId)));
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  /** The flow and its live version; undefined when there is no such flow. */
  find(flowId: string): Promise<LiveFlow | undefined> {
    return this.remember(this.live, flowId, async () => {
      const [row] = await this.database.query<LiveFlow[]>(LIVE, [flowId]);
      return row;
    });
  }

  /** A version ready to run; undefined when there is no such version. */
  version(flowId: string, version: number): Promise<RunnableFlow | undefined> {
    return this.remember(this.compiled, `${flowId}:${version}`, async () => {
      const [row] = await this.database.query<{ definition: object }[]>(VERSION, [flowId, version]);
      return row && prepareFlow(row.definition);
    });
  }

  /** Tells all processes that what they know of a flow is out of date. */
  changed(flowId: string): void {
    this.bus.publish(CHANGED, flowId);
  }

  /** Failures are not remembered; what is looked up at the same time is looked up once. */
  private remember<Value>(
    cache: LRUCache<string, Promise<Value>>,
    key: string,
    load: () => Promise<Value>,
  ): Promise<Value> {
    const known = cache.get(key);
    if (known) return known;
    const loading = load();
    cache.set(key, loading);
    loading.catch(() => cache.delete(key));
    return loading;
  }
}
