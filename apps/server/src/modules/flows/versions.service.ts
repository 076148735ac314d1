import type { FlowVersion, FlowVersionDetail, ListQuery, Page, PublishFlowBody } from '@heddle/contracts';
import { draftDocumentSchema } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { requestErrors } from '../../platform/errors/request-errors';
import { flowErrors } from './flow-errors';
import { FlowCheckService } from './flow-check.service';
import { FlowsRepository } from './flows.repository';
import { FlowsService, type FlowKey } from './flows.service';
import { LiveVersions } from './live-versions';
import { VersionsRepository } from './versions.repository';

/** Tries to publish a draft that changes while it is checked. */
const MAX_TRIES = 3;

/** Published versions: each a copy of the draft that never changes. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly flows: FlowsService,
    private readonly rows: FlowsRepository,
    private readonly versions: VersionsRepository,
    private readonly check: FlowCheckService,
    private readonly live: LiveVersions,
    private readonly audit: AuditTrail,
  ) {}

  /** Publishes the draft. @throws FLOW_INVALID with everything that is wrong with it */
  async publish(actor: Actor, id: string, { name, note }: PublishFlowBody): Promise<FlowVersion> {
    const key = { workspaceId: actor.workspaceId, id };
    for (let tries = 1; ; tries += 1) {
      const flow = await this.flows.entity(key);
      const report = await this.check.validate(
        { workspaceId: key.workspaceId, flowId: flow.id, mode: flow.flow_mode },
        draftDocumentSchema.parse(flow.draft),
      );
      if (report.errors.length > 0) throw flowErrors.FLOW_INVALID({ ...report });
      const live = await this.live.change(key, async (tx) => {
        const number = await this.rows.takeVersion(tx, { ...key, draftHash: flow.draft_hash });
        if (number === undefined) return undefined;
        await this.versions.insert(tx, {
          flow_id: id,
          version: number,
          workspace_id: key.workspaceId,
          definition: flow.draft,
          name,
          note,
          created_by: actor.userId,
        });
        const details = { version: number };
        await this.audit.record(tx, actor, { action: 'flow.published', target: flow, details });
        return { version: number, definition: flow.draft };
      });
      if (live !== undefined && live !== 'nothing') return this.versions.summary(key, live.version);
      if (tries === MAX_TRIES)
        throw flowErrors.DRAFT_STALE({ hash: flow.draft_hash, definition: flow.draft });
    }
  }

  async unpublish(actor: Actor, id: string): Promise<void> {
    const key = { workspaceId: actor.workspaceId, id };
    const flow = await this.flows.entity(key);
    await this.live.change(key, async (tx) => {
      await this.rows.setPublished(tx, key, null);
      await this.audit.record(tx, actor, { action: 'flow.unpublished', target: flow });
      return 'nothing';
    });
  }

  async list(key: FlowKey, query: ListQuery): Promise<Page<FlowVersion>> {
    await this.flows.entity(key);
    return this.versions.list(key, query);
  }

  async get(key: FlowKey, version: number): Promise<FlowVersionDetail> {
    await this.flows.entity(key);
    const [summary, definition] = await Promise.all([
      this.versions.summary(key, version),
      this.versions.definition(key, version),
    ]);
    return { ...summary, definition: definition as FlowVersionDetail['definition'] };
  }

  /** Makes a version live; the draft stays as it is. */
  async rollback(actor: Actor, id: string, version: number): Promise<FlowVersion> {
    const key = { workspaceId: actor.workspaceId, id };
    const flow = await this.flows.entity(key);
    const [summary, definition] = await Promise.all([
      this.versions.summary(key, version),
      this.versions.definition(key, version),
    ]);
    await this.live.change(key, async (tx) => {
      await this.rows.setPublished(tx, key, version);
      const details = { version };
      await this.audit.record(tx, actor, { action: 'flow.rolled_back', target: flow, details });
      return { version, definition };
    });
    return summary;
  }

  /** Copies a version into the draft. @returns the draft's new hash */
  async restore(key: FlowKey, version: number): Promise<{ hash: string }> {
    await this.flows.entity(key);
    const definition = await this.versions.definition(key, version);
    return { hash: await this.flows.overwriteDraft(key, definition) };
  }
}

/** Reads a version's number out of an address. @throws ID_INVALID */
export function parseVersion(text: unknown): number {
  const number = typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  if (number === undefined) throw requestErrors.ID_INVALID({ path: 'version' });
  return number;
}
