import type { FlowMode, JsonObject } from '@heddle/model';
import { useToast } from '@heddle/ui';
import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import { reportError } from '@/app/api/describe-error';
import { useFlowDocument } from '../document/flow-document-store';
import { useEditorUi } from '../editor-ui-store';
import { runErrorTitle } from '../run/run-error-title';
import { declaredInputs } from '../run/run-form';
import { useRunStream } from '../run/run-stream-store';

/** What running needs of the editor around it. */
export interface RunningContext {
  readonly flowId: () => string;
  readonly mode: () => FlowMode;
  /** Sends what is unsaved: the saved draft is what runs. */
  readonly flush: () => Promise<boolean>;
  readonly reveal: (nodeId: string) => void;
}

const lastInputsKey = (flowId: string): string => `heddle.editor.inputs.${flowId}`;

function readLastInputs(flowId: string): JsonObject {
  try {
    return JSON.parse(sessionStorage.getItem(lastInputsKey(flowId)) ?? '{}') as JsonObject;
  } catch {
    return {};
  }
}

/** Runs the flow and shows where it failed. */
export function useRunning({ flowId, mode, flush, reveal }: RunningContext) {
  const { t } = useI18n();
  const toast = useToast();
  const store = useFlowDocument();
  const ui = useEditorUi();
  const stream = useRunStream();
  const inputs = computed(() => declaredInputs(store.document));

  function showNode(nodeId: string): void {
    ui.openNode(nodeId);
    reveal(nodeId);
  }

  function tellFailure(): void {
    const { error, status } = stream.current;
    if (status !== 'failed' || !error) return;
    const { node_id: nodeId } = error;
    if (nodeId) showNode(nodeId);
    // The panel says it already, unless it was closed meanwhile.
    if (ui.side === 'run') return;
    toast.error({ title: t('editor.run.failed'), detail: runErrorTitle(error), durationMs: 10_000 });
  }

  async function start(values: JsonObject, query?: string): Promise<void> {
    if (stream.isBusy) return;
    if (!(await flush())) {
      toast.error(t('editor.run.unsaved'));
      return;
    }
    sessionStorage.setItem(lastInputsKey(flowId()), JSON.stringify(values));
    if (mode() === 'workflow') ui.drawer = 'trace';
    const body = { inputs: values };
    try {
      const isChat = query !== undefined;
      await stream.start(flowId(), isChat ? { ...body, query, session_id: stream.sessionId } : body);
      tellFailure();
    } catch (error) {
      reportError(t('editor.run.not_started'), error);
    }
  }

  /** Shows a run that began earlier, as it went at each node. */
  async function openRun(runId: string): Promise<void> {
    ui.drawer = 'trace';
    try {
      await stream.open(runId);
    } catch (error) {
      reportError(t('editor.opened_run.failed'), error);
    }
  }

  /** Repeats the shown run from a node on; with outputs, those stand for what the node gave. */
  async function rerun(nodeId: string, outputs?: JsonObject): Promise<void> {
    const { runId } = stream.current;
    if (runId === null || stream.isBusy) return;
    try {
      const overrides = outputs === undefined ? {} : { [nodeId]: outputs };
      await stream.rerun(runId, { from_node_id: nodeId, overrides });
      tellFailure();
    } catch (error) {
      reportError(t('editor.run.not_started'), error);
    }
  }

  async function stop(): Promise<void> {
    try {
      await stream.stop();
    } catch (error) {
      reportError(t('editor.run.not_stopped'), error);
    }
  }

  return { inputs, lastInputs: () => readLastInputs(flowId()), start, stop, openRun, rerun, showNode };
}
