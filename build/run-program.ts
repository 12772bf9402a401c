/** Running other programs: output goes to the terminal, whatever they started ends with them. */
import { spawn } from 'node:child_process';
import { root } from './project.ts';

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** After this many milliseconds the program and everything it started are ended. */
  limitMilliseconds?: number;
}

export interface RunResult {
  /** Exit code; 1 when a signal ended it. */
  code: number;
  milliseconds: number;
  /** The limit was reached. */
  ended: boolean;
}

/** Ends a process group: first politely, after two seconds without mercy. Windows knows no groups: the process alone. */
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
 * Runs a program in the project's root and waits for it. When this process is asked to end, the program is ended too.
 * @param command program and arguments
 */
export function runProgram(command: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [program = '', ...args] = command;
  const started = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...options.env },
    // A group of its own on Unix, so that helpers (xvfb, dbus) can be ended with it.
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
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
      resolve({ code, milliseconds: performance.now() - started, ended });
    };
    child.on('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      finish(1);
    });
    child.on('exit', (code) => finish(code ?? 1));
  });
}
