/** Runs other programs: their output goes to the terminal, and their child processes end with them. */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { root } from './project.ts';

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** The program and its child processes are ended after this many milliseconds. */
  limitMilliseconds?: number;
  /** Keep the end of the output, besides passing it on. The program sees no terminal then. */
  keepEnd?: boolean;
}

export interface RunResult {
  /** Exit code, or 1 if a signal ended it. */
  code: number;
  milliseconds: number;
  /** True if the limit was reached. */
  ended: boolean;
  /** The last lines of the output, if they were to be kept. */
  lastLines: string[];
}

/** Enough for a few lines, however long the output is. */
const keptCharacters = 4_000;

/**
 * Ends a process group with SIGTERM, then with SIGKILL after two seconds. Windows has no groups: only the process ends.
 */
function endGroup(pid: number): void {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, name);
    } catch {
      // it has ended already
    }
  };
  signal('SIGTERM');
  setTimeout(() => signal('SIGKILL'), 2_000).unref();
}

/**
 * Runs a program in the project's root and waits for it. If this process receives a signal to end, it ends the program
 * too.
 * @param command program and arguments
 */
export function runProgram(command: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [program = '', ...args] = command;
  const started = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    stdio: options.keepEnd === true ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...options.env },
    // A separate process group on Unix, so that helpers (xvfb, dbus) can be ended with it.
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
  let output = '';
  const passOn = (stream: Readable | null, to: NodeJS.WritableStream) =>
    stream?.setEncoding('utf8').on('data', (text: string) => {
      to.write(text);
      output = (output + text).slice(-keptCharacters);
    });
  passOn(child.stdout, process.stdout);
  passOn(child.stderr, process.stderr);
  const end = () => {
    if (child.pid !== undefined) endGroup(child.pid);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  let ended = false;
  const limit = options.limitMilliseconds;
  const timer =
    limit === undefined
      ? undefined
      : setTimeout(() => {
          ended = true;
          end();
        }, limit);
  return new Promise((resolve) => {
    const finish = (code: number) => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, end);
      const lastLines = output.split('\n').filter((line) => line.trim() !== '');
      resolve({ code, milliseconds: performance.now() - started, ended, lastLines });
    };
    child.on('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      finish(1);
    });
    child.on('exit', (code) => {
      if (options.keepEnd !== true) {
        finish(code ?? 1);
        return;
      }
      // The rest of the output comes after the exit. A process that was left behind may keep the pipes open.
      const late = setTimeout(() => finish(code ?? 1), 1_000);
      child.once('close', () => {
        clearTimeout(late);
        finish(code ?? 1);
      });
    });
  });
}
