import type { FlowVersion, UpdateVersionBody, VersionDiff, VersionDiffQuery } from '@heddle/contracts';
import { documentChanges, draftDocumentSchema, type DraftDocument } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { FlowsService, type FlowKey } from './flows.service';
import { VersionsRepository } from './versions.repository';

/** Tells published versions apart: what is another in one than in the other, and what people call them. */
@Injectable()
export class VersionHistory {
  constructor(
    private readonly flows: FlowsService,
    private readonly versions: VersionsRepository,
  ) {}

  /** Compares two versions, or one with the draft. @throws NOT_FOUND */
  async diff(key: FlowKey, { from, to }: VersionDiffQuery): Promise<VersionDiff> {
    const [before, after] = await Promise.all([this.document(key, from), this.document(key, to)]);
    const { nodes, edges, settings } = documentChanges(before, after);
    return {
      from,
      to,
      nodes: nodes.map((node) => ({ ...node, fields: [...node.fields] })),
      edges: [...edges],
      settings: [...settings],
    };
  }

  /** Names a version or describes it anew. @throws NOT_FOUND */
  async rename(key: FlowKey, version: number, change: UpdateVersionBody): Promise<FlowVersion> {
    await this.flows.entity(key);
    await this.versions.rename(key, version, change);
    return this.versions.summary(key, version);
  }

  private async document(key: FlowKey, which: number | 'draft'): Promise<DraftDocument> {
    const flow = await this.flows.entity(key);
    const definition = which === 'draft' ? flow.draft : await this.versions.definition(key, which);
    return draftDocumentSchema.parse(definition);
  }
}
