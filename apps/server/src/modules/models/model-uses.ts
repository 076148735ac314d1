import type { ModelUse } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** More are not listed; the rest shows when these are gone. */
const MOST = 100;

// An id within a document can only be there to name the model, so its text is all that has to be looked at.
const USES = `
WITH wanted AS (SELECT unnest($2::uuid[]) AS id), uses AS (
  SELECT 'default' AS kind, NULL::uuid AS flow_id, model_type AS name, id AS model_id
  FROM model_instances WHERE workspace_id = $1 AND id = ANY ($2) AND is_default
  UNION ALL
  SELECT 'fallback', NULL, other.display_name, wanted.id
  FROM wanted JOIN model_instances other ON other.workspace_id = $1
    AND wanted.id = ANY (other.fallback_ids) AND NOT other.id = ANY ($2)
  UNION ALL
  SELECT 'draft', flow.id, flow.name, wanted.id
  FROM wanted JOIN flow_definitions flow ON flow.workspace_id = $1 AND flow.deleted_at IS NULL
    AND strpos(lower(flow.draft::text), wanted.id::text) > 0
  UNION ALL
  SELECT 'published', flow.id, flow.name, wanted.id
  FROM wanted JOIN flow_definitions flow ON flow.workspace_id = $1 AND flow.deleted_at IS NULL
  JOIN flow_versions live ON live.flow_id = flow.id AND live.version = flow.published_version
    AND strpos(lower(live.definition::text), wanted.id::text) > 0
)
SELECT kind, flow_id, name, model_id FROM uses ORDER BY name, kind, flow_id, model_id LIMIT ${MOST}`;

/** Finds where models are used: in drafts and live versions of flows, as defaults, and in place of others. */
@Injectable()
export class ModelUses {
  find(tx: EntityManager, workspaceId: string, modelIds: readonly string[]): Promise<ModelUse[]> {
    return modelIds.length === 0 ? Promise.resolve([]) : tx.query<ModelUse[]>(USES, [workspaceId, modelIds]);
  }
}
