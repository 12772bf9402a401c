/**
 * Power cuts: checks every state of the outbox's files that a cut could leave, at every file call of every step.
 *
 *     npm run crash -- power [--step enqueue] [--every 5] [--seed 1]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasStrace } from './calls-run.ts';
import { cutPower } from './power-run.ts';
import { stepNames } from './step-check-run.ts';

const { values } = parseArgs({
  options: {
    step: { type: 'string' },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);
if (!hasStrace()) {
  say('NOT TESTED: strace is not installed, and only it records file calls.');
  process.exit(1);
}
const root = mkdtempSync(join(tmpdir(), 'depot-desk-power-'));
const started = performance.now();
const totals = { images: 0, problems: 0 };
try {
  for (const step of stepNames.filter((name) => values.step === undefined || name === values.step)) {
    const { calls, images, problems } = await cutPower(step, root, Number(values.seed), Number(values.every));
    for (const problem of problems.slice(0, 5)) say(`  ${problem}`);
    say(`${step}: ${calls} calls, ${images} images, ${problems.length} problems`);
    totals.images += images;
    totals.problems += problems.length;
  }
  const weak = await cutPower('enqueue', join(root, 'weak'), Number(values.seed), Number(values.every), 'NORMAL');
  say(`with synchronous NORMAL: ${weak.images} images, ${weak.problems.length} problems (must not be 0)`);
  if (weak.problems.length === 0) totals.problems += 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
const seconds = ((performance.now() - started) / 1_000).toFixed(0);
say(`images=${totals.images} problems=${totals.problems} seconds=${seconds}`);
process.exitCode = totals.problems === 0 ? 0 : 1;
