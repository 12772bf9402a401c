/** Starts programs for a test and ends them with it, by process id, however the test ends. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

export interface Started {
  child: ChildProcess;
  pid: number;
  /** Everything the program has written so far, both streams. */
  output: () => string;
  /** Resolves when the program has ended. */
  ended: Promise<void>;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program; rejects if it cannot be started. */
export async function start(program: string, args: string[], options: SpawnOptions = {}): Promise<Started> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      running.delete(child);
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.on('spawn', resolve);
    child.on('error', reject);
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const mercy = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(mercy);
  };
  return { child, pid: child.pid ?? 0, output: () => output, ended, stop };
}

/**
 * Polls until there is an answer.
 * @param what named in the error
 * @param ask returns undefined or false while there is no answer
 */
export async function waitFor<Value>(
  what: string,
  ask: () => Value | undefined | false | Promise<Value | undefined | false>,
  limitMilliseconds = 15_000,
): Promise<Value> {
  const limit = performance.now() + limitMilliseconds;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > limit)
      throw new Error(`timed out after ${limitMilliseconds / 1_000} s waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
