import {
  type AnyNodeExecutor,
  compileFlow,
  createExecutorRegistry,
  type EnginePorts,
  type FindCallee,
  type RunResult,
  startRun,
} from '@heddle/engine';
import {
  type AnyNodeDefinition,
  createCatalogue,
  type FlowDocument,
  type FlowMode,
  type JsonObject,
  type RunEvent,
} from '@heddle/model';
import { fakePorts } from '../ports/fake-ports';

/** What a whole flow is run with. */
export interface FlowSetup {
  /** The node types that the flow is made of. */
  readonly executors: readonly AnyNodeExecutor[];
  readonly inputs?: JsonObject;
  readonly sys?: JsonObject;
  /** Variables of the conversation as the last exchange left them. */
  readonly conversation?: JsonObject;
  /** Variables of the flow's environment; those of the document are not looked at. */
  readonly env?: JsonObject;
  /** A workflow when absent. */
  readonly mode?: FlowMode;
  /** The start to begin at, where there are several. */
  readonly startNodeId?: string;
  readonly ports?: EnginePorts;
  readonly findCallee?: FindCallee;
}

/** Runs a flow to its end in the real engine, on fake ports; for what only shows in company, as containers. */
export async function runFlow(
  document: FlowDocument,
  setup: FlowSetup,
): Promise<{ readonly result: RunResult; readonly events: readonly RunEvent[] }> {
  const definitions = setup.executors.map(({ definition }) => definition as AnyNodeDefinition);
  const { findCallee } = setup;
  const events: RunEvent[] = [];
  const { result } = startRun({
    flow: compileFlow(document, createCatalogue(definitions), findCallee ? { findCallee } : {}),
    scope: {
      runId: 'run',
      workspaceId: 'workspace',
      flowId: 'flow',
      mode: setup.mode ?? 'workflow',
      userId: 'user',
    },
    executors: createExecutorRegistry(setup.executors),
    ports: setup.ports ?? fakePorts(),
    inputs: setup.inputs ?? {},
    sys: setup.sys ?? {},
    conversation: setup.conversation ?? {},
    env: setup.env ?? {},
    ...(setup.startNodeId === undefined ? {} : { startNodeId: setup.startNodeId }),
    onEvent: (event) => events.push(event),
  });
  return { result: await result, events };
}
