/** Records a step, cuts the power after each of its file calls, and opens every state that the cut could have left. */
import { join } from 'node:path';
import { recordData } from './calls-run.ts';
import { Disk, layOut } from './disk-run.ts';
import { copyFolder, makeStart, problemsAfter, type StepName } from './step-check-run.ts';
import { chanceOf } from '../../fixtures/wire/mutate.ts';

export interface PowerResult {
  calls: number;
  images: number;
  problems: string[];
}

/**
 * @param root an empty folder
 * @param every cuts after every n-th call
 * @param level SQLite's `synchronous`; NORMAL only proves that this test can fail
 */
export async function cutPower(
  step: StepName,
  root: string,
  seed: number,
  every = 1,
  level: 'FULL' | 'NORMAL' = 'FULL',
): Promise<PowerResult> {
  const start = join(root, `${step}-start`);
  const work = join(root, `${step}-work`);
  const image = join(root, `${step}-image`);
  await makeStart(step, start);
  copyFolder(start, work);
  const disk = new Disk(work);
  const { lines, run } = recordData(step, work, level === 'NORMAL' ? ['NORMAL'] : []);
  if (!run.said.includes('opened')) throw new Error(`${step} did not begin: ${run.said.join(', ')}`);
  const random = chanceOf(seed);
  const result: PowerResult = { calls: 0, images: 0, problems: [] };
  for (const line of lines) {
    if (!disk.take(line)) continue;
    result.calls += 1;
    if (result.calls % every !== 0) continue;
    for (const cut of disk.images(random)) {
      layOut(cut, image);
      result.images += 1;
      const problems = problemsAfter(image, cut.said);
      if (problems.length > 0) {
        const [call = ''] = /^\d+ +\w+/.exec(line) ?? [];
        result.problems.push(
          `${step} after call ${result.calls} (${call.replace(/^\d+ +/, '')}), ${cut.title}: ${problems.join('; ')}`,
        );
      }
    }
  }
  return result;
}
