import type { NodeExecution, NodeExecutionStatus } from '@heddle/contracts';
import type { Commit } from '../../adapters/journal/journal-reader';
import { isFinalStatus, type RunEvent, type RunStatus } from '@heddle/model';

/** Type and label of a node, for those that never began and so never said. */
export type DescribeNode = (nodeId: string) => { readonly type: string; readonly label: string } | undefined;

type NodeEvent = Extract<RunEvent, { nodeId: string }>;
type Draft = { -readonly [Key in keyof NodeExecution]: NodeExecution[Key] };

const time = (at: number): string => new Date(at).toISOString();

function draftOf(event: NodeEvent, describe: DescribeNode): Draft {
  const described = describe(event.nodeId);
  return {
    id: `${event.runId}:${event.seq}`,
    node_id: event.nodeId,
    type: described?.type ?? '',
    label: described?.label ?? event.nodeId,
    status: 'running',
    attempt: event.attempt,
    path: [...(event.path ?? [])],
    inputs: null,
    outputs: null,
    error: null,
    started_at: null,
    finished_at: null,
    elapsed_ms: null,
    queued_ms: null,
    persist_ms: null,
  };
}

function applyFinished(node: Draft, event: Extract<NodeEvent, { type: 'node.finished' }>): void {
  node.status = 'succeeded';
  node.inputs = event.data.inputs ?? null;
  node.outputs = event.data.outputs;
  if (event.data.usage) node.usage = event.data.usage;
  node.elapsed_ms = event.data.elapsed_ms;
  node.finished_at = time(event.at);
}

function applyFailed(node: Draft, event: Extract<NodeEvent, { type: 'node.failed' }>): void {
  node.status = event.data.policy === 'stopped' ? 'stopped' : 'failed';
  node.inputs = event.data.inputs ?? null;
  node.outputs = event.data.outputs ?? null;
  node.error = event.data.error;
  node.elapsed_ms = event.data.elapsed_ms;
  node.finished_at = time(event.at);
}

function apply(node: Draft, event: NodeEvent): void {
  node.attempt = event.attempt;
  switch (event.type) {
    case 'node.started':
      node.type = event.data.node_type;
      node.label = event.data.title;
      node.status = 'running';
      node.started_at ??= time(event.at);
      node.queued_ms ??= event.data.queued_ms ?? null;
      return;
    case 'node.retried':
      node.error = event.data.error;
      return;
    case 'node.finished':
      node.error = null;
      return applyFinished(node, event);
    case 'node.failed':
      return applyFailed(node, event);
    case 'node.skipped':
      node.status = 'skipped';
      return;
    default:
  }
}

/** Tells how long events waited until they were durable; asked in the order of the events. */
function persistTimes(commits: readonly Commit[]): (event: NodeEvent) => number | null {
  let next = 0;
  return ({ seq, at }) => {
    while ((commits[next]?.lastSeq ?? Infinity) < seq) next++;
    const commit = commits[next];
    return commit ? Math.max(0, commit.at - at) : null;
  };
}

/** What a node that never ended counts as once its run has. */
const abandoned = (run: RunStatus): NodeExecutionStatus =>
  run === 'interrupted' ? 'interrupted' : 'stopped';

function endAbandoned(nodes: Iterable<Draft>, run: RunStatus): void {
  if (!isFinalStatus(run) && run !== 'interrupted') return;
  for (const node of nodes) if (node.status === 'running') node.status = abandoned(run);
}

/** What is known of a run beside its events. */
export interface RunFacts {
  readonly describe?: DescribeNode;
  /** When its events became durable, in order. */
  readonly commits?: readonly Commit[];
}

/** Folds a run's events into what each node did, in the order in which they began; the same events, the same list. */
export function nodeExecutions(
  events: readonly RunEvent[],
  status: RunStatus,
  { describe = () => undefined, commits = [] }: RunFacts = {},
): NodeExecution[] {
  const nodes = new Map<string, Draft>();
  const persistTime = persistTimes(commits);
  for (const event of events) {
    if (!('nodeId' in event) || event.type === 'node.chunked') continue;
    const key = JSON.stringify([event.path ?? [], event.nodeId]);
    const node = nodes.get(key) ?? draftOf(event, describe);
    nodes.set(key, node);
    apply(node, event);
    if (event.type === 'node.finished' || event.type === 'node.failed') node.persist_ms = persistTime(event);
  }
  endAbandoned(nodes.values(), status);
  return [...nodes.values()];
}
