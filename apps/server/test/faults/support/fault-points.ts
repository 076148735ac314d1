import { OpenJournal } from '../../../src/adapters/journal/open-journal';
import { Idempotency } from '../../../src/modules/runs/idempotency';
import { RUN_WAITING } from '../../../src/modules/runs/run-signals';
import { RunsRepository } from '../../../src/modules/runs/runs.repository';
import { RedisEventBus } from '../../../src/platform/bus/redis-event-bus';

/** Ends this process the way a power cut does: nothing after this line happens. */
const die = (): void => process.kill(process.pid, 'SIGKILL') as never;

/** Puts something in front of a method; the product itself knows nothing of it. */
function before<Owner, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  act: (...given: Parameters<Extract<Owner[Name], (...given: never[]) => unknown>>) => void,
): void {
  const original = owner[name] as (...given: unknown[]) => unknown;
  const replaced = function (this: Owner, ...given: unknown[]): unknown {
    act(...(given as Parameters<typeof act>));
    return original.apply(this, given);
  };
  owner[name] = replaced as Owner[Name];
}

const FAULTS = {
  /** A run and its user's message are committed, and still held by this process. */
  'before-offer': () => before(RunsRepository.prototype, 'offer', die),
  /** A run waits to be begun, and nobody is told. */
  'before-wake-up': () =>
    before(RedisEventBus.prototype, 'publish', (channel) => {
      if (channel === RUN_WAITING) die();
    }),
  /** The end of a run and its answer are committed, and nothing is done about it any more. */
  'after-answer': () =>
    before(OpenJournal.prototype, 'committed', ({ row }) => {
      if (row.finishedAt !== null) die();
    }),
  /** An Idempotency-Key stands for a run that does not exist yet. */
  'after-claim': () => {
    const claim = Idempotency.prototype.claim;
    Idempotency.prototype.claim = async function (request) {
      const claimed = await claim.call(this, request);
      die();
      return claimed;
    };
  },
} satisfies Record<string, () => void>;

/** A place at which a server process can be made to end. */
export type Fault = keyof typeof FAULTS;

/** Makes this process end when it gets to a place. */
export function plantFault(name: string | undefined): void {
  if (name !== undefined && name !== '') FAULTS[name as Fault]();
}
