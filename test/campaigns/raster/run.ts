/**
 * `npm run raster [-- --labels 1000 --dpi 203,300 --seed 1]`: prints labels through a real CUPS to a software printer
 * without PDF support, and compares every page that arrives with its order (test/campaigns/raster/campaign.ts).
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../../build/project.ts';
import { labelProfile } from '../../../src/shared/settings.ts';
import { rasterCampaign, type Tally } from './campaign.ts';
import type { CheckedPage, CheckTask } from './check.ts';
import { buildPrograms } from '../../fixtures/programs.ts';
import { whyNoRaster } from './why-not.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000' },
    dpi: { type: 'string', default: '203,300' },
    seed: { type: 'string', default: '1' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const reason = whyNoRaster();
if (reason !== undefined) {
  say(`NOT TESTED: labels as a printer gets them: ${reason}`);
  process.exit(1);
}

function checkIn(child: ChildProcess, task: CheckTask): Promise<CheckedPage[]> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the program that checks pages ended'));
    child.once('exit', ended);
    child.once('message', (checked: CheckedPage[]) => {
      child.off('exit', ended);
      resolve(checked);
    });
    child.send(task);
  });
}

const percent = (share: number) => `${(share * 100).toFixed(3)} %`;

function report(dotsPerInch: number, tally: Tally, seconds: number): void {
  const { labels, pages, onOtherPaper, asked, mostPages, codeLengths, differing, down, faults } = tally;
  for (const fault of faults.slice(0, 20)) say(`    ${fault}`);
  const mean = differing.reduce((sum, share) => sum + share, 0) / differing.length;
  say(
    `dpi=${dotsPerInch} labels=${labels} on-other-paper=${onOtherPaper} asked-about=${asked} pages=${pages} ` +
      `most-pages=${mostPages} code-lengths=${new Set(codeLengths).size} ` +
      `faults=${faults.length} differing: most ${percent(Math.max(...differing))}, mean ${percent(mean)}; ` +
      `moved down ${Math.min(...down)} to ${Math.max(...down)} dots; ` +
      `seconds=${seconds.toFixed(0)}`,
  );
}

let wrong = 0;
const { programs, remove } = await buildPrograms();
const checker = fork(join(root, 'test', 'campaigns', 'raster', 'check-program.ts'), [], { serialization: 'advanced' });
for (const text of values.dpi.split(',')) {
  const dotsPerInch = labelProfile.shape.dotsPerInch.parse(Number(text));
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-raster-'));
  const began = performance.now();
  try {
    const tally = await rasterCampaign({
      folder,
      labels: Number(values.labels),
      seed: Number(values.seed),
      dotsPerInch,
      check: (task) => checkIn(checker, task),
      programs,
    });
    report(dotsPerInch, tally, (performance.now() - began) / 1_000);
    wrong += tally.faults.length;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
checker.kill();
remove();
process.exit(wrong === 0 ? 0 : 1);
