import type { EnginePorts, NodeExecutor, PortName } from '@heddle/engine';
import { ERROR_HANDLE, matchesType, type JsonObject, type NodeDefinition } from '@heddle/model';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fakeNodeContext, type ContextOptions, type RecordingContext } from '../nodes/node-context';
import { hangingPorts } from '../ports/fake-ports';
import { settle } from '../time/fake-clock';
import { configFields } from './config-fields';

/** A config to try a node with, and the surroundings it needs. */
export interface ContractSample extends Omit<ContextOptions, 'signal'> {
  readonly config: JsonObject;
  /** Runs the node with these ports and checks its outputs against the declared ones. */
  readonly isRun?: boolean;
}

/** What the contract suite needs to know about a node's folder. */
export interface ContractSamples {
  /** The node's folder, `__dirname` in its spec. */
  readonly folder: string;
  /** Typical configs, besides the initial one. */
  readonly samples: readonly ContractSample[];
  /** At least one config of each version before the present one. */
  readonly old?: readonly { readonly version: number; readonly config: JsonObject }[];
}

interface Subject<Config, Ports extends PortName> {
  readonly definition: NodeDefinition<Config>;
  readonly executor: NodeExecutor<Config, Ports> | undefined;
  readonly given: ContractSamples;
}

/** The headings that every node's help has, in this order. */
export const HELP_HEADINGS = ['## Inputs', '## Outputs', '## Errors'] as const;

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/** Turns what only timers could end into a failure: the clock does not move unless a test moves it. */
function stopClock(): void {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());
}

const configsOf = ({ definition, given }: Subject<unknown, PortName>): readonly JsonObject[] => [
  definition.initialConfig,
  ...given.samples.map((sample) => sample.config),
];

function describeTexts({ definition, given }: Subject<unknown, PortName>): void {
  it('has its type as the name of its folder', () => {
    expect(definition.type).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(basename(given.folder)).toBe(definition.type.replaceAll('_', '-'));
  });

  it('is titled and described in both languages', () => {
    for (const text of [definition.title, definition.description]) {
      expect([text.en, text.zh]).not.toContain('');
    }
  });

  it('titles every field in both languages', () => {
    const untitled = configFields(definition as NodeDefinition<never>)
      .filter(({ schema }) => !schema['title'] || !schema['title_zh'])
      .map(({ path }) => path);
    expect(untitled).toEqual([]);
  });

  it('has a help text with its purpose and headings', () => {
    const file = join(given.folder, 'README.md');
    expect(existsSync(file)).toBe(true);
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines[0]).toMatch(/^# \S/);
    expect(lines.find((line, index) => index > 0 && line.trim() !== '')).toMatch(/^[^#]/);
    expect(lines.filter((line) => HELP_HEADINGS.some((heading) => heading === line.trim()))).toEqual(
      HELP_HEADINGS,
    );
  });
}

function describeConfig(subject: Subject<unknown, PortName>): void {
  const { definition, given } = subject;
  const keys = configFields(definition as NodeDefinition<never>).map(({ path }) => path);

  it('starts with a config that parses', () => {
    expect(definition.config.safeParse(definition.initialConfig).error).toBeUndefined();
  });

  it.each(configsOf(subject))('keeps a parsed config as it is, %#', (config) => {
    const parsed = definition.config.parse(structuredClone(config));
    expect(definition.config.parse(structuredClone(parsed))).toEqual(parsed);
  });

  it('names only fields of its config as literal', () => {
    expect(definition.literalKeys.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('migrates every version of its config', () => {
    const old = given.old ?? [];
    expect(definition.migrations).toHaveLength(definition.version - 1);
    expect(new Set(old.map(({ version }) => version)).size).toBe(definition.version - 1);
    for (const { version, config } of old) {
      const steps = definition.migrations.slice(version - 1);
      const migrated = steps.reduce(
        (current, migrate) => migrate(current),
        deepFreeze(structuredClone(config)),
      );
      expect(definition.config.safeParse(migrated).error).toBeUndefined();
    }
  });
}

function describePorts(subject: Subject<unknown, PortName>): void {
  const { definition } = subject;

  it.each(configsOf(subject))('derives ports, outputs and texts from its config alone, %#', (config) => {
    const derive = (): unknown => {
      const parsed = deepFreeze(definition.config.parse(structuredClone(config)));
      return [
        definition.ports(parsed),
        definition.outputs(parsed),
        definition.response?.(parsed),
        definition.embedded?.(parsed),
        definition.check?.(parsed),
        definition.summary?.(parsed),
      ];
    };
    expect(derive()).toEqual(derive());
  });

  it.each(configsOf(subject))('has distinct handles and outputs, %#', (config) => {
    const parsed = definition.config.parse(structuredClone(config));
    const handles = definition.ports(parsed).map((handle) => handle.id);
    const outputs = definition.outputs(parsed).map((output) => output.name);
    expect(new Set(handles).size).toBe(handles.length);
    expect(handles).not.toContain(ERROR_HANDLE);
    expect(new Set(outputs).size).toBe(outputs.length);
    expect(definition.streams.filter((name) => !outputs.includes(name))).toEqual([]);
  });
}

interface Trial {
  readonly context: RecordingContext;
  readonly settled: Promise<string>;
}

function begin<Config, Ports extends PortName>(
  executor: NodeExecutor<Config, Ports>,
  sample: ContractSample,
  signal: AbortSignal,
): Trial {
  const ports: EnginePorts = { ...hangingPorts(), ...sample.ports };
  const context = fakeNodeContext({ ...sample, ports, signal });
  const run = async (): Promise<unknown> =>
    executor.run(executor.definition.config.parse(structuredClone(sample.config)), context);
  return {
    context,
    settled: run().then(
      () => 'settled',
      () => 'settled',
    ),
  };
}

const outcome = (trial: Trial): Promise<string> =>
  Promise.race([trial.settled, settle(20).then(() => 'still waiting')]);

function describeRuns<Config, Ports extends PortName>({
  definition,
  executor,
  given,
}: Subject<Config, Ports>): void {
  if (executor === undefined) return;
  const { samples } = given;

  it('runs by the definition it is registered for', () => {
    expect(executor.definition).toBe(definition);
  });

  describe('when the run is stopped', () => {
    stopClock();

    it.each(samples)('settles without the clock moving, sample %#', async ({ ports: _ports, ...sample }) => {
      const controller = new AbortController();
      const trial = begin(executor, sample, controller.signal);
      await settle();
      controller.abort(new Error('The run was stopped.'));
      expect(await outcome(trial)).toBe('settled');
    });

    it.each(samples)(
      'settles at once when it was stopped before, sample %#',
      async ({ ports: _ports, ...sample }) => {
        expect(
          await outcome(begin(executor, sample, AbortSignal.abort(new Error('The run was stopped.')))),
        ).toBe('settled');
      },
    );
  });

  const runnable = samples.filter((sample) => sample.isRun);
  if (runnable.length === 0) return;

  it.each(runnable)('leaves behind what it declares, sample %#', async (sample) => {
    const config = definition.config.parse(structuredClone(sample.config));
    const result = await executor.run(config, fakeNodeContext(sample));
    const declared = definition.outputs(config);
    expect(Object.keys(result.outputs).sort()).toEqual(declared.map(({ name }) => name).sort());
    const wrong = declared.filter(({ name, type }) => {
      const value = result.outputs[name] ?? null;
      return value !== null && !matchesType(value, type);
    });
    expect(wrong.map(({ name, type }) => `${name} is not ${type}`)).toEqual([]);
    expect(JSON.parse(JSON.stringify(result.outputs))).toEqual(result.outputs);
    const handles = definition.ports(config).map(({ id }) => id);
    if (handles.length > 0) expect(handles).toContain(result.handle ?? 'source');
  });
}

/**
 * The suite that every node passes; called at the top of the node's spec. Containers, which the kernel runs, have no
 * executor.
 */
export function describeNodeContract<Config, Ports extends PortName>(
  definition: NodeDefinition<Config>,
  executor: NodeExecutor<Config, Ports> | undefined,
  given: ContractSamples,
): void {
  const subject = { definition, executor, given };
  const anySubject = subject as unknown as Subject<unknown, PortName>;
  describe(`the node contract of ${definition.type}`, () => {
    describeTexts(anySubject);
    describeConfig(anySubject);
    describePorts(anySubject);
    describeRuns(subject);
  });
}
