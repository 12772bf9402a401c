/**
 * Kills every step of the outbox at each of its file calls, and makes each call fail: nothing that was reported as
 * saved may be lost, and no row may be partial.
 *
 *     npm run crash -- files [--step enqueue] [--every 7]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasStrace, killAt, record, refuseAt, type Run } from './calls-run.ts';
import { copyFolder, makeStart, problemsAfter, stepNames } from './step-check-run.ts';

const refusals = {
  ENOSPC: ['pwrite64', 'write', 'ftruncate', 'openat'],
  EIO: ['pwrite64', 'write', 'fsync', 'fdatasync', 'ftruncate'],
  EMFILE: ['openat'],
} as const;

const { values } = parseArgs({ options: { step: { type: 'string' }, every: { type: 'string', default: '1' } } });
const say = (text: string) => void process.stdout.write(`${text}\n`);

if (!hasStrace()) {
  say('NOT TESTED: strace is not installed, and only it can kill a step at a given file call.');
  process.exit(1);
}

const every = Number(values.every);
const root = mkdtempSync(join(tmpdir(), 'depot-desk-crash-'));
const totals = { kills: 0, refusals: 0, problems: 0, refused: 0 };
const started = performance.now();

function check(title: string, folder: string, { said }: Run): void {
  const problems = problemsAfter(folder, said);
  if (said.some((line) => line.startsWith('not ') || line.startsWith('failed'))) totals.refused += 1;
  if (problems.length === 0) return;
  totals.problems += 1;
  say(`  ${title}: ${problems.join('; ')} [said: ${said.join(', ')}]`);
}

try {
  for (const step of stepNames.filter((name) => values.step === undefined || name === values.step)) {
    const start = join(root, `${step}-start`);
    const work = join(root, step);
    await makeStart(step, start);
    copyFolder(start, work);
    const { calls, run } = record(step, work);
    check(`${step} undisturbed`, work, run);
    const kills = { tried: 0, killed: 0 };
    for (const kind of new Set(calls)) {
      const times = calls.filter((name) => name === kind).length;
      for (let call = 1; call <= times; call += every) {
        copyFolder(start, work);
        const killed = killAt(step, work, kind, call);
        kills.tried += 1;
        if (killed.killed) kills.killed += 1;
        check(`${step} killed at ${kind} ${call}`, work, killed);
      }
    }
    totals.kills += kills.killed;
    // The undisturbed run recorded every call, so every attempt must reach its call.
    if (kills.killed < kills.tried) {
      totals.problems += 1;
      say(`  ${step}: ${kills.tried - kills.killed} of ${kills.tried} runs were not killed`);
    }
    for (const [error, kinds] of Object.entries(refusals)) {
      for (const kind of kinds) {
        const times = calls.filter((name) => name === kind).length;
        for (let call = 1; call <= times; call += every) {
          for (const forEver of [false, true]) {
            copyFolder(start, work);
            totals.refusals += 1;
            check(
              `${step}: ${error} at ${kind} ${call}${forEver ? ' and all later' : ''}`,
              work,
              refuseAt(step, work, kind, call, error, forEver),
            );
          }
        }
      }
    }
    say(`${step}: ${calls.length} file calls, killed at ${kills.killed}`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
say(
  `kills=${totals.kills} refusals=${totals.refusals} said-not-saved=${totals.refused} problems=${totals.problems} ` +
    `seconds=${((performance.now() - started) / 1_000).toFixed(0)}`,
);
process.exitCode = totals.problems === 0 ? 0 : 1;
