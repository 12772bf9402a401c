/**
 * Opens 10,000 damaged outboxes: each has one to eight flipped bits or has lost its write-ahead log.
 *
 *     npm run crash -- damage --files 10000 --seed 1
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { damageOnce, makeTemplate, type Damage } from './damage-run.ts';

/** A problem in one file. The most serious ones are reported first. */
interface Bad {
  text: string;
  grave: number;
}

interface Share {
  folder: string;
  first: number;
  count: number;
  seed: number;
}

export interface DamageTotals {
  files: number;
  entries: number;
  recovered: number;
  asking: number;
  lost: number;
  false: number;
  crashed: number;
}

async function runShare({ folder, first, count, seed }: Share): Promise<{ totals: DamageTotals; worst: Bad[] }> {
  const closed = await makeTemplate(join(folder, `closed-${first}`), false);
  const killed = await makeTemplate(join(folder, `killed-${first}`), true);
  const totals = { files: 0, entries: 0, recovered: 0, asking: 0, lost: 0, false: 0, crashed: 0 };
  const worst: Bad[] = [];
  for (let index = first; index < first + count; index += 1) {
    const template = index % 2 === 0 ? closed : killed;
    const work = join(folder, `work-${first}`);
    const damage: Damage = damageOnce(template, seed * 1_000_003 + index, work);
    totals.files += 1;
    totals.entries += template.entries.size;
    totals.recovered += damage.recovered;
    totals.asking += damage.asking;
    totals.lost += damage.lost;
    totals.false += damage.false;
    if (damage.crashed !== null) totals.crashed += 1;
    if (damage.crashed !== null || damage.lost + damage.asking + damage.false > 0) {
      const { what, crashed, asking, lost, false: wrong } = damage;
      const text = `${index}: ${what}: ${crashed ?? ''} asking ${asking} lost ${lost} false ${wrong}`;
      worst.push({ text, grave: (crashed === null ? 0 : 1_000) + 10 * (lost + wrong) + asking });
    }
    rmSync(work, { recursive: true, force: true });
  }
  return { totals, worst };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { files: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  });
  const files = Number(values.files);
  const seed = Number(values.seed);
  const path = mkdtempSync(join(tmpdir(), 'depot-desk-damage-'));
  const started = performance.now();
  try {
    const half = Math.ceil(files / 2);
    const shares: Share[] = [
      { folder: path, first: 0, count: half, seed },
      { folder: path, first: half, count: files - half, seed },
    ];
    const results = await Promise.all(
      shares.map(
        (share) =>
          new Promise<Awaited<ReturnType<typeof runShare>>>((resolve, reject) => {
            const worker = new Worker(new URL(import.meta.url), { workerData: share });
            worker.once('message', resolve);
            worker.once('error', reject);
          }),
      ),
    );
    const sum = (of: keyof DamageTotals) => results.reduce((total, { totals }) => total + totals[of], 0);
    const worst = results.flatMap((result) => result.worst).sort((one, other) => other.grave - one.grave);
    for (const { text } of worst.slice(0, 20)) process.stdout.write(`  ${text}\n`);
    const share = sum('recovered') / sum('entries');
    process.stdout.write(
      `files=${sum('files')} entries=${sum('entries')} recovered=${(share * 100).toFixed(4)}% asking=${sum('asking')} ` +
        `lost=${sum('lost')} false=${sum('false')} crashes=${sum('crashed')} ` +
        `seconds=${((performance.now() - started) / 1_000).toFixed(0)}\n`,
    );
    process.exitCode = share >= 0.999 && sum('crashed') === 0 && sum('false') === 0 ? 0 : 1;
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

if (isMainThread) await main();
else parentPort?.postMessage(await runShare(workerData as Share));
