import { median } from '../measure/statistics.mjs';

/** Processor milliseconds, of all threads, that some work takes. */
export async function cpuMs(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const repeated = (run, times) => async () => {
  for (let i = 0; i < times; i++) await run();
};

/** What each one may use up before anything counts: code is compiled by how much it runs, not by how often. */
const WARM_UP_MS = 2000;

async function warmUp(run) {
  for (let used = 0; used < WARM_UP_MS;) used += await cpuMs(repeated(run, 20));
}

/** How often something must run to take long enough to be measured. */
async function timesFor(run, batchMs) {
  for (let times = 1; ; times *= 2) {
    const took = await cpuMs(repeated(run, times));
    if (took >= batchMs / 2) return Math.max(1, Math.round((times * batchMs) / took));
  }
}

/**
 * Measures several ways to do the same, round by round: each round gives everybody one turn, beginning with another
 * one each time, so that whatever else the machine does meets all alike. Gives median CPU milliseconds a run, by name.
 */
export async function pairedRounds(contenders, { rounds, batchMs }) {
  const turns = [];
  for (const { name, run } of contenders) {
    await warmUp(run);
    turns.push({ name, run, times: await timesFor(run, batchMs), samples: [] });
  }
  for (let round = -1; round < rounds; round++) {
    for (let place = 0; place < turns.length; place++) {
      const turn = turns[(place + Math.max(0, round)) % turns.length];
      const took = await cpuMs(repeated(turn.run, turn.times));
      // The first round only warms up.
      if (round >= 0) turn.samples.push(took / turn.times);
    }
  }
  return new Map(turns.map(({ name, samples }) => [name, median(samples)]));
}
