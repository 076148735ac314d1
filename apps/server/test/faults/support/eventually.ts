import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 25;

/** Asks until the answer is as wanted. @throws when it is not within the time, with the last answer */
export async function eventually<Answer>(
  ask: () => Promise<Answer> | Answer,
  isWanted: (answer: Answer) => boolean,
  withinMs: number,
): Promise<Answer> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (performance.now() > deadline)
      throw new Error(`Not within ${withinMs} ms; the last answer was ${JSON.stringify(answer)}`);
    await wait(PAUSE_MS);
  }
}
