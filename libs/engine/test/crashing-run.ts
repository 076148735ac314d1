import type { FlowDocument, JsonObject, RunEvent, RunFinishedData } from '@heddle/model';
import type { KernelContext } from '../src/kernel/kernel-context';
import { replay } from '../src/kernel/replay';
import { createState } from '../src/kernel/state';
import type { RunJournal } from '../src/ports/journal';
import { type Behaviour, runScenario, type Scenario } from './run-scenario';

/** When a process ends, and how lazily its journal commits what nobody waits for. */
export interface Process {
  /** Events that it records before it is killed; it lives to the end of the run when there are fewer. */
  readonly lives: number;
  /** Events that lie in memory until a commit. */
  readonly lazy: number;
}

/** A run that goes through several processes, each killed in the middle of its work. */
export class CrashingRun {
  /** What survived. */
  durable: readonly RunEvent[] = [];
  /** How often each write reached the outside, by its idempotency key. */
  readonly effects = new Map<string, number>();
  /** How often somebody decided to go on although something may have happened outside. */
  decisions = 0;
  /** Whether a state differed from the one that a replay of its events gives. */
  readonly differences: string[] = [];

  constructor(
    private readonly document: FlowDocument,
    private readonly inputs: JsonObject,
  ) {}

  /** Runs one process after the other, then such that nobody kills. @returns how the run ended */
  async go(processes: readonly Process[]): Promise<RunFinishedData> {
    for (const process of processes) if (!this.end) await this.live(process);
    for (let patience = 100; !this.end && patience > 0; patience--) {
      await this.live({ lives: Infinity, lazy: 1 });
    }
    if (!this.end) throw new Error('The run does not end.');
    return this.end;
  }

  private get end(): RunFinishedData | undefined {
    const last = this.durable.at(-1);
    return last?.type === 'run.finished' ? last.data : undefined;
  }

  private async live({ lives, lazy }: Process): Promise<void> {
    const begun = [...this.durable];
    const recorded: RunEvent[] = [...begun];
    const isDecided = begun.at(-1)?.type === 'run.paused';
    if (isDecided) this.decisions++;
    let isAlive = true;
    const place: { scenario?: Scenario } = {};
    const commit = (): void => void (this.durable = [...recorded]);
    const journal: RunJournal = {
      append: (events) => {
        if (!isAlive) return;
        recorded.push(...events);
        if (recorded.length - this.durable.length >= lazy) commit();
        isAlive = recorded.length - begun.length < lives;
        const isLast = !isAlive || events.at(-1)?.type === 'run.finished';
        if (isLast && place.scenario) this.compare(contextOf(place.scenario), recorded);
      },
      flush: () => {
        if (!isAlive) return new Promise(() => undefined);
        commit();
        return Promise.resolve();
      },
    };
    const scenario = runScenario(this.document, {
      journal,
      inputs: this.inputs,
      behaviours: this.writes(place),
      ...(begun.length > 0 ? { resumeFrom: begun, repeatsWrites: isDecided } : {}),
    });
    place.scenario = scenario;
    let isOver = false;
    void scenario.handle.result.then(() => (isOver = true));
    while (isAlive && !isOver) {
      await scenario.clock.elapse(Math.max(1, scenario.clock.nextIn ?? 1));
    }
  }

  /** What write nodes do: something outside, and then they wait for the answer. */
  private writes(place: { readonly scenario?: Scenario }): Record<string, Behaviour> {
    const write: Behaviour = async (config, { node, idempotencyKey }) => {
      this.effects.set(idempotencyKey, (this.effects.get(idempotencyKey) ?? 0) + 1);
      await new Promise<void>((done) => void place.scenario?.clock.after(Number(config['wait_ms']), done));
      return { outputs: { value: node.id } };
    };
    const ids = this.document.nodes.filter(({ type }) => type === 'write').map(({ id }) => id);
    return Object.fromEntries(ids.map((id) => [id, write]));
  }

  private compare(live: KernelContext, events: readonly RunEvent[]): void {
    const state = JSON.stringify(live.state);
    const again = JSON.stringify(replayed(live, events));
    if (state !== again) this.differences.push(`${state}\n${again}`);
  }
}

const contextOf = ({ handle }: Scenario): KernelContext =>
  (handle as unknown as { context: KernelContext }).context;

/** The state that a journal gives. */
function replayed(live: KernelContext, events: readonly RunEvent[]): KernelContext['state'] {
  const context: KernelContext = { ...live, now: 0, state: createState(), drafts: [], aborts: [] };
  replay(context, events, 'n0');
  return context.state;
}
