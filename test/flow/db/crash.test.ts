/** Samples of `npm run crash -- files` and `-- power`, at randomly chosen calls. */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasStrace, killAt, record, refuseAt } from '../../campaigns/crash/calls-run.ts';
import { cutPower } from '../../campaigns/crash/power-run.ts';
import { copyFolder, makeStart, problemsAfter, stepNames } from '../../campaigns/crash/step-check-run.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

if (!hasStrace()) {
  process.stdout.write('NOT TESTED: kills and disk errors at file calls; strace is not installed (Linux only).\n');
}

describe.skipIf(!hasStrace())('22: the outbox', () => {
  it.each(stepNames)('loses nothing when %s is killed or gets a disk error at a file call', async (step) => {
    const folder = temporaryFolder();
    const start = join(folder, 'start');
    const work = join(folder, 'work');
    await makeStart(step, start);
    copyFolder(start, work);
    const { calls } = record(step, work);
    expect(calls.length).toBeGreaterThan(5);
    const nth = randomInt(calls.length);
    const kind = calls[nth] ?? '';
    const call = calls.slice(0, nth + 1).filter((name) => name === kind).length;
    const title = `${step}: ${kind} ${call}`;

    copyFolder(start, work);
    const killed = killAt(step, work, kind, call);
    expect({ title, killed: killed.killed, problems: problemsAfter(work, killed.said) }).toEqual({
      title,
      killed: true,
      problems: [],
    });

    copyFolder(start, work);
    const refused = refuseAt(step, work, kind, call, kind === 'openat' ? 'EMFILE' : 'EIO', false);
    expect({ title, problems: problemsAfter(work, refused.said) }).toEqual({ title, problems: [] });
  });

  it('keeps every confirmed save through a power cut after any call', async () => {
    const { images, problems } = await cutPower('enqueue', temporaryFolder(), randomInt(2 ** 30), 9);
    expect(problems).toEqual([]);
    expect(images).toBeGreaterThan(20);
  });

  it('loses saves if commits are not flushed, which shows that the previous test can fail', async () => {
    const { problems } = await cutPower('enqueue', temporaryFolder(), 1, 9, 'NORMAL');
    expect(problems.length).toBeGreaterThan(0);
  });
});
