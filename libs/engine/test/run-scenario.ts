import {
  createCatalogue,
  type FlowDocument,
  type Json,
  type JsonObject,
  type NodeCatalogue,
  type RunEvent,
} from '@heddle/model';
import { fakeClock, type FakeClock, fakePorts, scriptedNode } from '@heddle/testing';
import { compileFlow } from '../src/compile/compile-flow';
import type { FindCallee } from '../src/compile/compiled-flow';
import type { RunHandle, RunOptions, RunResult } from '../src/driver/run-options';
import { resumeRun, startRun } from '../src/driver/start-run';
import {
  createExecutorRegistry,
  type NodeContext,
  type NodeExecutor,
  type NodeResult,
} from '../src/executor/executor';

/** What a scripted node does instead of what its type would. */
export type Behaviour = (config: JsonObject, context: NodeContext) => NodeResult | Promise<NodeResult>;

/** Waits on the run's clock, or until the attempt is aborted. */
const wait = (clock: FakeClock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      reject(new Error('aborted'));
    });
  });

/** The node types that scenarios are made of; `do` runs what the scenario scripts by node id. */
function scenarioNodes(
  clock: FakeClock,
  behaviours: Readonly<Record<string, Behaviour>>,
): NodeExecutor<JsonObject>[] {
  const waitAndResolve: Behaviour = async (config, context) => {
    const waitMs = context.variables.resolve(config['wait_ms'] ?? null);
    if (typeof waitMs === 'number') await wait(clock, waitMs, context.signal);
    return { outputs: { value: context.variables.resolve(config['value'] ?? context.node.id) } };
  };
  const run: Behaviour = (config, context) =>
    (behaviours[context.node.id] ?? waitAndResolve)(config, context);
  return [
    scriptedNode('start', { kind: 'start', run: (_, context) => ({ outputs: context.inputs }) }),
    scriptedNode('do', { outputs: ['value'], run }),
    scriptedNode('write', { effect: 'write', outputs: ['value'], run }),
    scriptedNode('sync', {
      outputs: ['value'],
      run: (config, context) => ({ outputs: { value: context.variables.resolve(config['value'] ?? 1) } }),
    }),
    scriptedNode('stream', {
      outputs: ['text'],
      streams: ['text'],
      run: async (config, context) => {
        const pieces = context.variables.resolve(config['pieces'] ?? []) as string[];
        const everyMs = Number(context.variables.resolve(config['every_ms'] ?? 10));
        for (const piece of pieces) {
          await wait(clock, everyMs, context.signal);
          context.chunk('text', piece);
        }
        const behaviour = behaviours[context.node.id];
        return behaviour ? behaviour(config, context) : { outputs: { text: pieces.join('') } };
      },
    }),
    scriptedNode('branch', {
      kind: 'branch',
      handles: ['a', 'b'],
      run: (config, context) => ({
        outputs: {},
        handle: context.variables.text(String(config['to'] ?? 'a')),
      }),
    }),
    scriptedNode('say', {
      kind: 'response',
      outputs: ['text'],
      response: (config) => (config['parts'] as Json[]).map(asPart),
      run: (config, context) => ({
        outputs: {
          text: (config['parts'] as Json[]).map((part) => context.variables.text(asTemplate(part))).join(''),
        },
      }),
    }),
    scriptedNode('result', {
      kind: 'response',
      isResult: true,
      response: () => [],
      run: (config, context) => ({ outputs: context.variables.resolve(config) as JsonObject }),
    }),
    scriptedNode('each', {
      kind: 'container',
      container: {
        plan: (config, lookup) => ({
          items: lookup([...(config['over'] as string[])] as [string, string]) as Json[],
          parallelism: Number(config['parallelism'] ?? 1),
          maxFrames: Number(config['limit'] ?? 10_000),
          onFrameError: (config['on_error'] as 'stop' | 'null' | 'drop' | undefined) ?? 'stop',
          variables: {},
        }),
        frameResult: (config, lookup) => lookup(config['collect'] as unknown as [string, string]),
        outputs: (_, results, { errors }) => ({ output: [...results], errors: [...errors] }),
      },
    }),
    scriptedNode('repeat', {
      kind: 'container',
      container: {
        plan: (config) => ({
          items: null,
          parallelism: 1,
          maxFrames: Number(config['rounds'] ?? 3),
          onFrameError: 'stop',
          variables: { total: 0 },
        }),
        hasGate: (config) => config['until'] !== undefined,
        frameResult: () => null,
        outputs: (_, __, { rounds, variables }) => ({ rounds, ...variables }),
      },
      run: (config, context) => {
        const behaviour = behaviours[context.node.id];
        if (behaviour) return behaviour(config, context);
        const path = config['until'] as unknown as [string, string];
        return {
          outputs: { is_done: context.variables.has(path) && context.variables.lookup(path) === true },
        };
      },
    }),
    scriptedNode('leave', { kind: 'exit' }),
    scriptedNode('call', {
      kind: 'container',
      callee: (config) => ({ flowId: String(config['flow']) }),
      container: {
        plan: (config, lookup) => ({
          items: [{ given: lookup(config['give'] as unknown as [string, string]) }],
          parallelism: 1,
          maxFrames: 1,
          onFrameError: 'stop',
          variables: {},
        }),
        frameResult: () => null,
        outputs: (_, [result]) => ({ ...(result as JsonObject) }),
      },
    }),
  ];
}

const isPath = (part: Json): part is [string, string] => Array.isArray(part);
const asPart = (part: Json) =>
  isPath(part)
    ? ({ kind: 'reference', path: part } as const)
    : ({ kind: 'text', text: String(part) } as const);
const asTemplate = (part: Json): string => (isPath(part) ? `{{${part.join('.')}}}` : String(part));

/** One scenario at work: its clock, its events so far, its end. */
export interface Scenario {
  readonly clock: FakeClock;
  readonly events: RunEvent[];
  readonly handle: RunHandle;
  /** Lets time pass until the run has ended. */
  finish(): Promise<RunResult>;
}

/** What a scenario sets besides its flow. */
export type ScenarioOptions = Partial<RunOptions> & {
  readonly behaviours?: Readonly<Record<string, Behaviour>>;
  /** Flows that nodes of type `call` name; their start node is `s`. */
  readonly called?: Readonly<Record<string, FlowDocument>>;
  readonly resumeFrom?: readonly RunEvent[];
  readonly repeatsWrites?: boolean;
};

/** Finds called flows among some documents, each compiled where it is called. */
const findIn =
  (documents: Readonly<Record<string, FlowDocument>>, catalogue: NodeCatalogue): FindCallee =>
  ({ flowId }) => {
    const document = documents[flowId];
    const findCallee = findIn(documents, catalogue);
    return (
      document && {
        flowId,
        flow: compileFlow(document, catalogue, { findCallee }),
        startNodeId: 's',
        env: {},
        conversation: {},
      }
    );
  };

/** Runs a flow of scenario nodes on a clock that only the test moves. */
export function runScenario(document: FlowDocument, options: ScenarioOptions = {}): Scenario {
  const clock = fakeClock();
  const executors = scenarioNodes(clock, options.behaviours ?? {});
  const catalogue = createCatalogue(executors.map(({ definition }) => definition));
  const flow =
    options.flow ?? compileFlow(document, catalogue, { findCallee: findIn(options.called ?? {}, catalogue) });
  const events: RunEvent[] = [];
  const runOptions: RunOptions = {
    flow,
    scope: { runId: 'run', workspaceId: 'ws', flowId: 'flow', mode: 'chatflow', userId: 'user' },
    executors: createExecutorRegistry(executors),
    ports: fakePorts(),
    inputs: {},
    sys: {},
    clock,
    onEvent: (event) => events.push(event),
    ...options,
  };
  const handle = options.resumeFrom
    ? resumeRun(runOptions, options.resumeFrom, { repeatsWrites: options.repeatsWrites ?? false })
    : startRun(runOptions);
  let isDone = false;
  void handle.result.finally(() => (isDone = true));
  const finish = async (): Promise<RunResult> => {
    for (let turn = 0; turn < 10_000 && !isDone; turn++) await clock.elapse(Math.max(1, clock.nextIn ?? 1));
    return handle.result;
  };
  return { clock, events, handle, finish };
}

/** A scenario run to its end: how it ended, its events in short form, what was said of them and how many nodes wait. */
export async function play(document: FlowDocument, options: ScenarioOptions = {}) {
  const { clock, events, finish } = runScenario(document, options);
  const result = await finish();
  const lines = brief(events);
  const said = lines.filter((line) => line.includes(' says ')).map((line) => line.replace(' says ', ' '));
  return { result, events, lines, said, clock };
}

const at = (event: RunEvent): string => ('path' in event && event.path ? `@${event.path.join('/')}` : '');

/** Events in short form, for exact lists: `started llm`, `said "text"`, `finished run succeeded`. */
export function brief(events: readonly RunEvent[]): string[] {
  return events.map((event) => {
    switch (event.type) {
      case 'run.started':
        return 'run started';
      case 'run.paused':
        return `run paused ${event.data.reason}`;
      case 'run.finished':
        return `run ${event.data.status}`;
      case 'node.chunked':
        return `${event.nodeId}${at(event)} ${event.data.is_answer ? 'says' : 'streams'} "${event.data.text}"`;
      case 'node.failed':
        return `${event.nodeId}${at(event)} failed ${event.data.error.code} ${event.data.policy}`;
      default:
        return `${event.nodeId}${at(event)} ${event.type.slice('node.'.length)}`;
    }
  });
}
