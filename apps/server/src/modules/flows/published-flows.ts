import { flowDocumentSchema, type FlowCall, type FlowMode } from '@heddle/model';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { EventBus } from '../../platform/bus/event-bus';
import { flowErrors } from './flow-errors';
import { type CalledFlow, callKey, flowCalls, prepareFlow, type RunnableFlow } from './runnable-flow';

/** Which version of a flow is live. */
export interface LiveFlow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Who made it; null when that account is gone. */
  readonly authorName: string | null;
  readonly mode: FlowMode;
  /** Null while nothing is published. */
  readonly version: number | null;
  /** The newest version, live or not. */
  readonly lastVersion: number;
  readonly createdAt: Date;
}

const CHANGED = 'flows.changed';
/** Other processes hear of a change by the event bus; this is for messages that get lost. */
const LIVE_TTL_MS = 5_000;
const MAX_FLOWS = 2_000;
const MAX_COMPILED = 300;

const LIVE = `
SELECT id, workspace_id AS "workspaceId", name, description, tags, flow_mode AS mode, published_version AS version,
  last_version AS "lastVersion", created_at AS "createdAt", (SELECT u.name FROM users u WHERE u.id = created_by) AS "authorName"
FROM flow_definitions WHERE id = $1 AND deleted_at IS NULL`;
const VERSION = 'SELECT definition FROM flow_versions WHERE flow_id = $1 AND version = $2';

/** By flow id: versions of called flows to take in place of the live ones. */
export type PinnedVersions = Readonly<Record<string, number>>;

/** From where a flow is called. */
export interface CallPlace {
  readonly workspaceId: string;
  /** The flows that call each other down to here, the outermost first. */
  readonly chain: readonly string[];
  readonly pinned?: PinnedVersions | undefined;
}

/** A place together with the versions found so far: within one run a flow is live in one version. */
interface CallSearch extends CallPlace {
  readonly versions: Map<string, number>;
}

/** Whether a flow was prepared with just these versions of the flows that it calls. */
const isPrepared = ({ liveCalls }: RunnableFlow, pinned: PinnedVersions): boolean =>
  [...liveCalls].every(([flowId, version]) => pinned[flowId] === version);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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

  /** A version ready to run, with the flows that it calls live or pinned; undefined when there is no such version. */
  async version(flowId: string, version: number, pinned?: PinnedVersions): Promise<RunnableFlow | undefined> {
    const key = `${flowId}:${version}`;
    if (pinned) {
      const known = await this.compiled.get(key)?.catch(() => undefined);
      return known && isPrepared(known, pinned) ? known : this.load(flowId, version, pinned);
    }
    const load = (): Promise<RunnableFlow | undefined> => this.load(flowId, version);
    const known = await this.remember(this.compiled, key, load);
    if (!known || (await this.isCurrent(known))) return known;
    this.compiled.delete(key);
    return this.remember(this.compiled, key, load);
  }

  private async load(
    flowId: string,
    version: number,
    pinned?: PinnedVersions,
  ): Promise<RunnableFlow | undefined> {
    const flow = await this.find(flowId);
    const definition = await this.definition(flowId, version);
    if (!flow || !definition) return undefined;
    return this.prepare(definition, { workspaceId: flow.workspaceId, chain: [flowId], pinned });
  }

  /**
   * Prepares a document, or one of its nodes alone, together with the published flows that it calls.
   * @throws SUBFLOW_RECURSION, SUBFLOW_MISSING and what compiling throws
   */
  prepare(definition: object, place: CallPlace, onlyNode?: string): Promise<RunnableFlow> {
    const versions = new Map(Object.entries(place.pinned ?? {}));
    return this.prepareAt(definition, { ...place, versions }, onlyNode);
  }

  private async prepareAt(definition: object, search: CallSearch, onlyNode?: string): Promise<RunnableFlow> {
    const called = new Map<string, CalledFlow>();
    for (const call of flowCalls(flowDocumentSchema.parse(definition))) {
      const callee = await this.callee(call, search);
      if (callee) called.set(callKey(call), callee);
    }
    return prepareFlow(definition, called, onlyNode);
  }

  private async callee(call: FlowCall, search: CallSearch): Promise<CalledFlow | undefined> {
    const { flowId } = call;
    const { workspaceId, chain, versions } = search;
    const next = [...chain, flowId];
    if (chain.includes(flowId)) throw flowErrors.SUBFLOW_RECURSION({ chain: next });
    const live = UUID.test(flowId) ? await this.find(flowId) : undefined;
    const version = call.version ?? versions.get(flowId) ?? live?.version;
    if (live?.workspaceId !== workspaceId || typeof version !== 'number') return undefined;
    if (call.version === undefined) versions.set(flowId, version);
    const definition = await this.definition(flowId, version);
    return (
      definition && {
        flowId,
        version,
        runnable: await this.prepareAt(definition, { ...search, chain: next }),
      }
    );
  }

  private async definition(flowId: string, version: number): Promise<object | undefined> {
    const [row] = await this.database.query<{ definition: object }[]>(VERSION, [flowId, version]);
    return row?.definition;
  }

  /** Whether the flows that it calls are still live in the versions that it was prepared with. */
  private async isCurrent({ liveCalls }: RunnableFlow): Promise<boolean> {
    for (const [flowId, version] of liveCalls) {
      if ((await this.find(flowId))?.version !== version) return false;
    }
    return true;
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
