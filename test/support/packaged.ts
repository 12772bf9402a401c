/** Drives the packaged program from outside, without a debugger: it is started, watched and ended like any program. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { electronArguments } from '../../build/desktop-session.ts';
import { temporaryFolder } from './app.ts';

export interface Packaged {
  output: () => string;
  running: () => boolean;
  /** What came out of the pipe for debuggers. */
  answers: () => string;
  /** Resolves when the condition holds. @throws Error with the program's output after 30 s */
  until: (what: string, holds: () => boolean) => Promise<void>;
  end: () => Promise<void>;
}

export interface StartedWith {
  args?: string[];
  env?: Record<string, string>;
  /** Written into the pipe from which `--remote-debugging-pipe` reads: descriptor 3; answers come out of 4. */
  asks?: string;
}

/** @param profile the app's data folder */
export function startPackaged(
  executable: string,
  profile: string,
  { args = [], env = {}, asks }: StartedWith = {},
): Packaged {
  const child = spawn(executable, [...electronArguments(), `--user-data-dir=${profile}`, ...args], {
    env: { ...process.env, ...env },
    // A group of its own, so that its processes end with it.
    detached: true,
    stdio: Array.from({ length: asks === undefined ? 3 : 5 }, () => 'pipe' as const),
  });
  let [output, answers] = ['', ''];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  if (asks !== undefined) {
    const [into, from] = child.stdio.slice(3) as unknown as [Writable, Readable];
    // Nobody reads what it is asked, if all is well, until the program ends.
    into.on('error', () => undefined).write(asks);
    from.on('error', () => undefined).on('data', (chunk: Buffer) => (answers += chunk.toString('utf8')));
  }
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { pid } = child;
  const running = () => child.exitCode === null && child.signalCode === null;
  return {
    output: () => output,
    running,
    answers: () => answers,
    async until(what, holds) {
      const end = performance.now() + 30_000;
      while (!holds()) {
        if (performance.now() > end) throw new Error(`${what} did not happen: ${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async end() {
      if (pid !== undefined && running()) process.kill(-pid, 'SIGKILL');
      await gone;
    },
  };
}

/** Starts the packaged program without a debugger, with a profile of its own, and ends it. */
export async function fromOutside(
  program: string,
  started: StartedWith,
  use: (app: Packaged, profile: string) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder('packaged');
  const profile = join(folder.path, 'profile');
  const app = startPackaged(program, profile, started);
  try {
    await use(app, profile);
  } finally {
    await app.end();
    folder.remove();
  }
}

/** Whether the start has become usable, as the app notes it in its folder. */
export function hasStarted(profile: string): boolean {
  const file = join(profile, 'starts.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes('"unfinished":0');
}

/** Whether anything listens on a port of this computer. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A copy of a packaged folder whose resources may be changed. The rest is linked, because it is large. */
export function copyOf(folder: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [from, copy] = [join(folder, entry.name), join(to, entry.name)];
    if (entry.name === 'resources') {
      rmSync(copy, { recursive: true, force: true });
      cpSync(from, copy, { recursive: true });
    } else if (entry.isDirectory()) copyOf(from, copy);
    else linkSync(from, copy);
  }
}
