import { spawn } from 'node:child_process';

const seconds = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/** Runs a command to its end and answers how it ended and all it said. */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 127, output: String(error) }));
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}\n${signal}` : output }),
    );
  });
}

/**
 * Runs named commands, a few at a time, and prints each result as it comes.
 * @returns the names of those that failed
 */
export async function runTasks(tasks, { parallelism, cwd, log = console.log }) {
  const queue = [...tasks];
  const failed = [];
  const worker = async () => {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const startedAt = performance.now();
      const { code, output } = await capture(task.command, task.args, { cwd });
      log(`${code === 0 ? '✓' : '✗'} ${task.name} (${seconds(startedAt)})`);
      if (code !== 0) {
        failed.push(task.name);
        log(output.trimEnd());
      }
    }
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
  return failed;
}
