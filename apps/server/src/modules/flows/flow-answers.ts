import type { Flow, FlowSummary } from '@heddle/contracts';
import type { FlowEntity } from './entities/flow.entity';
import type { FlowRow } from './flows.repository';

/** A flow as lists show it. */
export const flowSummaryOf = (flow: FlowRow): FlowSummary => ({
  id: flow.id,
  name: flow.name,
  mode: flow.flow_mode,
  description: flow.description,
  published_version: flow.published_version,
  tags: flow.tags,
  created_at: flow.created_at.toISOString(),
  updated_at: flow.updated_at.toISOString(),
});

/** A flow with its draft. */
export const flowOf = (flow: FlowEntity): Flow => ({
  ...flowSummaryOf(flow),
  draft: { definition: flow.draft as Flow['draft']['definition'], hash: flow.draft_hash },
});
