import type {
  CreateFlowBody,
  DuplicateFlowBody,
  Flow,
  FlowListQuery,
  FlowSummary,
  Page,
  SaveDraftBody,
  SavedDraft,
  UpdateFlowBody,
} from '@heddle/contracts';
import { draftDocumentSchema } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { requestErrors } from '../../platform/errors/request-errors';
import type { FlowEntity } from './entities/flow.entity';
import { draftText } from './draft-text';
import { flowOf, flowSummaryOf } from './flow-answers';
import { flowErrors } from './flow-errors';
import { FlowsRepository } from './flows.repository';
import { LiveVersions } from './live-versions';
import { PublishedFlows } from './published-flows';

/** What belongs to whom: a flow in its workspace. */
export interface FlowKey {
  readonly workspaceId: string;
  readonly id: string;
}

const MAX_NAME = 200;

/** Flows and their drafts. */
@Injectable()
export class FlowsService {
  constructor(
    private readonly flows: FlowsRepository,
    private readonly live: LiveVersions,
    private readonly published: PublishedFlows,
    private readonly audit: AuditTrail,
  ) {}

  async list(workspaceId: string, query: FlowListQuery): Promise<Page<FlowSummary>> {
    const { rows, total } = await this.flows.list(workspaceId, query);
    return { items: rows.map(flowSummaryOf), total, page: query.page, page_size: query.page_size };
  }

  async get(key: FlowKey): Promise<Flow> {
    return flowOf(await this.entity(key));
  }

  /** The row itself, for other services of the server. @throws NOT_FOUND */
  async entity({ workspaceId, id }: FlowKey): Promise<FlowEntity> {
    const flow = await this.flows.find(workspaceId, id);
    if (!flow) throw requestErrors.NOT_FOUND({ what: 'the flow' });
    return flow;
  }

  create(actor: Actor, body: CreateFlowBody): Promise<Flow> {
    const definition = body.definition ?? draftDocumentSchema.parse({});
    return this.insert(actor, { ...body, definition });
  }

  async duplicate(actor: Actor, id: string, { name }: DuplicateFlowBody): Promise<Flow> {
    const original = await this.entity({ workspaceId: actor.workspaceId, id });
    return this.insert(actor, {
      mode: original.flow_mode,
      description: original.description,
      tags: original.tags,
      name: name ?? `${original.name.slice(0, MAX_NAME - 7)} (copy)`,
      definition: original.draft,
    });
  }

  async update(key: FlowKey, body: UpdateFlowBody): Promise<Flow> {
    const { name, description, tags } = body;
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
    };
    if (Object.keys(changes).length > 0) await this.flows.update(key.workspaceId, key.id, changes);
    this.published.changed(key.id);
    return this.get(key);
  }

  /** Saves a draft over the one that was edited. @throws DRAFT_STALE with what is there now */
  async saveDraft(key: FlowKey, body: SaveDraftBody): Promise<SavedDraft> {
    const draft = draftText(body.definition);
    const savedAt = await this.flows.replaceDraft(key.workspaceId, key.id, {
      draft,
      baseHash: body.base_hash,
    });
    if (savedAt) return { hash: draft.hash, saved_at: savedAt.toISOString() };
    const current = await this.entity(key);
    // The same document saved twice, as after an answer that got lost, is no clash.
    if (current.draft_hash === draft.hash)
      return { hash: draft.hash, saved_at: current.updated_at.toISOString() };
    throw flowErrors.DRAFT_STALE({ hash: current.draft_hash, definition: current.draft });
  }

  /** Replaces the draft whatever it is now. */
  async overwriteDraft(key: FlowKey, definition: object): Promise<string> {
    const draft = draftText(definition);
    for (;;) {
      const { draft_hash: baseHash } = await this.entity(key);
      if (await this.flows.replaceDraft(key.workspaceId, key.id, { draft, baseHash })) return draft.hash;
    }
  }

  async delete(actor: Actor, id: string): Promise<void> {
    const key = { workspaceId: actor.workspaceId, id };
    const flow = await this.entity(key);
    const live = await this.live.change(key, async (tx) => {
      if (!(await this.flows.markDeleted(tx, key))) return undefined;
      await this.audit.record(tx, actor, { action: 'flow.deleted', target: flow });
      return 'nothing';
    });
    if (live === undefined) throw requestErrors.NOT_FOUND({ what: 'the flow' });
  }

  private async insert(
    actor: Actor,
    flow: Pick<CreateFlowBody, 'name' | 'mode' | 'description' | 'tags'> & { readonly definition: object },
  ): Promise<Flow> {
    const { definition, hash } = draftText(flow.definition);
    const row = await this.flows.insert({
      id: randomUUID(),
      workspace_id: actor.workspaceId,
      name: flow.name,
      description: flow.description,
      flow_mode: flow.mode,
      tags: [...new Set(flow.tags)],
      draft: definition,
      draft_hash: hash,
      published_version: null,
      last_version: 0,
      created_by: actor.userId,
    });
    return flowOf(row);
  }
}
