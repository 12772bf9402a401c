/** Runs a step under strace: counts its file calls, kills it at one, or makes one fail. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Calls that change files or make changes durable. */
const calls = 'pwrite64,write,fsync,fdatasync,ftruncate,openat,unlink,rename,renameat,renameat2';
const program = join(import.meta.dirname, 'step-run.ts');

/** Files of an outbox that a step may touch, whether or not they exist yet. */
const names = [
  ...['outbox.db', 'outbox.db-wal', 'outbox.db-shm', 'outbox.db.journal', 'outbox.db.journal.new', 'outbox.db.rebuilt'],
  ...[
    'outbox.db.rebuilt-wal',
    'outbox.db.backup-new',
    'outbox.db.backup-new-wal',
    'outbox.db.backup-1',
    'outbox.db.backup-2',
  ],
];

/** The file with the step's output, so that its lines are ordered among the file calls. */
export const saidName = 'said.log';

export function hasStrace(): boolean {
  return spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;
}

export interface Run {
  /** The step's output, line by line. */
  said: string[];
  killed: boolean;
}

/** @param options options of strace besides the paths */
function run(step: string, folder: string, options: readonly string[], more: readonly string[] = []): Run {
  const paths = [...names, saidName].flatMap((name) => ['-P', join(folder, name)]);
  const result = spawnSync(
    'strace',
    ['-f', '-qq', ...paths, ...options, process.execPath, program, step, join(folder, 'outbox.db'), ...more],
    {
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
      env: { ...process.env, DEPOT_DESK_CRASH_SAID: join(folder, saidName) },
    },
  );
  if (result.error) throw result.error;
  const said = result.stdout.split('\n').filter((line) => line !== '');
  return { said, killed: result.signal !== null || result.status === 137 || (result.status ?? 0) > 128 };
}

/** Runs the step undisturbed and returns the names of its calls in order. */
export function record(step: string, folder: string): { run: Run; calls: string[] } {
  const log = `${folder}.strace`;
  const done = run(step, folder, ['-o', log, '-e', `trace=${calls}`]);
  const lines = readFileSync(log, 'utf8').split('\n');
  const made = lines.flatMap((line) => (line.includes(saidName) ? [] : (/^\d+ +(\w+)\(/.exec(line)?.[1] ?? [])));
  rmSync(log, { force: true });
  return { run: done, calls: made };
}

/** Kills the step on entry to its n-th call of a kind. strace counts each kind separately. */
export const killAt = (step: string, folder: string, kind: string, call: number) =>
  run(step, folder, ['-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${kind}:signal=SIGKILL:when=${call}`]);

/** Makes the n-th call of one kind fail, or every one from there on. */
export const refuseAt = (step: string, folder: string, kind: string, call: number, error: string, forEver: boolean) =>
  run(step, folder, [
    ...['-o', '/dev/null', '-e', `trace=${calls}`],
    ...['-e', `inject=${kind}:error=${error}:when=${call}${forEver ? '+' : ''}`],
  ]);

/** Every call with all its data, in order, as strace writes it. */
export function recordData(step: string, folder: string, more: readonly string[]): { run: Run; lines: string[] } {
  const log = `${folder}.strace`;
  const done = run(step, folder, ['-o', log, '-xx', '-s', '1000000', '-e', `trace=${calls}`], more);
  const lines = readFileSync(log, 'utf8').split('\n');
  rmSync(log, { force: true });
  return { run: done, lines };
}
