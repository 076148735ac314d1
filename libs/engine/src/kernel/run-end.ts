import type { RunStatus, WireError } from '@heddle/model';
import { abandonFrame } from './containers';
import type { KernelContext } from './kernel-context';

/** Decides how a run ends; what is still running is stopped first. */
export function finishRun(context: KernelContext, end?: { status: RunStatus; error: WireError }): void {
  const { state, flow } = context;
  const root = state.frames[''];
  if (end && root) abandonFrame(context, root, flow.root.nodes, stoppedBecause(end.error));
  const hasAnswer = flow.root.nodes.some((node) => node.responseParts && !node.definition.isResult);
  context.drafts.push({
    type: 'run.finished',
    data: {
      status: end?.status ?? (state.exceptions > 0 ? 'partial_succeeded' : 'succeeded'),
      // The answer's last pieces may still be on their way; the driver fills it in when it records this event.
      outputs: hasAnswer ? { ...state.outputs, answer: null } : state.outputs,
      error: end?.error ?? null,
      usage: state.usage,
      elapsed_ms: 0,
    },
  });
}

/** Nodes that a failure elsewhere ended are stopped, not failed. */
const stoppedBecause = (cause: WireError): WireError => ({
  code: 'RUN_STOPPED',
  message: cause.code === 'RUN_STOPPED' ? cause.message : `Stopped because the run failed: ${cause.message}`,
});
