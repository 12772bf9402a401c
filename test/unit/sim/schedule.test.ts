import { describe, expect, it } from 'vitest';
import { checkEnd, checkStep } from '../../campaigns/sim/check.ts';
import { asInTheApp, planted, type Variant } from '../../campaigns/sim/planted.ts';
import { runTask } from '../../campaigns/sim/run-task.ts';
import { Schedule } from '../../campaigns/sim/schedule.ts';
import { surroundingsOf } from '../../campaigns/sim/surroundings.ts';
import { isClean } from '../../campaigns/sim/tally.ts';
import { runSchedules } from '../../campaigns/sim/threads.ts';

const variantOf = (name: string): Variant => planted.get(name) ?? asInTheApp;
const options = (seed: number) => ({ ...asInTheApp, seed });

describe('a fault schedule', () => {
  const replay = async (seed: number, isCalm = false) => {
    const lines: string[] = [];
    await new Schedule({ ...options(seed), isCalm, trace: (line) => void lines.push(line) }).run();
    return lines;
  };
  const around = (seed: number) => surroundingsOf(seed, 0, {});
  const seeds = Array.from({ length: 100 }, (_, seed) => seed);

  it('is the same, line by line, each time it is replayed, and another for another seed', async () => {
    const first = await replay(7);
    expect(first.length).toBeGreaterThan(30);
    expect(await replay(7)).toEqual(first);
    expect(await replay(8)).not.toEqual(first);
  });

  it('is replayed without its surroundings when somebody wants it so', async () => {
    const ticking = seeds.find((seed) => around(seed).ticks !== null && around(seed).badLine === null) ?? -1;
    const calm = await replay(ticking, true);
    expect(await replay(ticking)).not.toEqual(calm);
    expect(await replay(ticking, true)).toEqual(calm);
    const plain = seeds.find(
      (seed) => JSON.stringify(around(seed)) === JSON.stringify(surroundingsOf(seed, 0, { isCalm: true })),
    );
    expect(await replay(plain ?? -1)).toEqual(await replay(plain ?? -1, true));
  });

  it('runs the same alone and beside others: schedules of one thread share nothing', async () => {
    const alone = await new Schedule(options(3)).run();
    const [beside] = await Promise.all([3, 4, 5, 6].map((seed) => new Schedule(options(seed)).run()));
    expect(beside).toEqual(alone);
  });

  it('holds ten entries of four kinds, three faults and a crash, and loses and doubles nothing', async () => {
    const tally = await runTask({ from: 1_000, schedules: 60, variant: asInTheApp, storage: 'memory' });
    expect(tally).toMatchObject({ schedules: 60, meagre: 0, wrong: [] });
    expect(isClean(tally)).toBe(true);
    expect(tally.entries).toBeGreaterThanOrEqual(600);
    expect(tally.crashes).toBeGreaterThanOrEqual(60);
    expect(Object.keys(tally.kinds).length).toBeGreaterThanOrEqual(14);
  });

  it('is the same on the real SQLite, which a kill takes nothing from', async () => {
    const range = { from: 40, schedules: 3, variant: asInTheApp };
    const onDisk = await runTask({ ...range, storage: 'sqlite' });
    expect(onDisk).toEqual(await runTask({ ...range, storage: 'memory' }));
    expect(onDisk).toMatchObject({ schedules: 3, wrong: [] });
  }, 30_000);

  it.each(['resend-at-once', 'sending-is-queued', 'no-sweep', 'synchronous=NORMAL'])(
    'sees the planted mistake %s',
    async (name) => {
      const variant = variantOf(name);
      const tally = await runSchedules({ from: 1, schedules: 120, variant, threads: 1, untilFound: true });
      expect(isClean(tally)).toBe(false);
    },
    30_000,
  );

  it('sees a record that is gone, one that is there twice, and one that says something else', async () => {
    const schedule = new Schedule(options(11));
    expect((await schedule.run()).found).toEqual([]);
    const { typist, disk, model } = schedule;
    const item = typist.items.find(({ tag, wanted }) => wanted === 'present' && tag.startsWith('#'));
    const [id = ''] = model.tags.get(item?.tag ?? '') ?? [];
    const held = item === undefined ? undefined : model[item.noun].get(id);
    Object.assign(held ?? {}, { notes: 'something else', title: 'another', submitted: 'perhaps' });
    expect(checkEnd(typist.items, disk, model).map(({ violation }) => violation)).toContain('misplaced');
    model.tags.get(item?.tag ?? '')?.add('a copy');
    expect(checkStep(typist.items, disk, model)).toMatchObject({ violation: 'doubled', tag: item?.tag });
    model.tags.get(item?.tag ?? '')?.clear();
    expect(checkStep(typist.items, disk, model)).toMatchObject({ violation: 'lost', tag: item?.tag });
    const [settled] = disk.entries;
    disk.commit([{ do: 'change-entry', id: settled?.id ?? '', set: { sweepAt: 1 } }]);
    expect(checkEnd(typist.items, disk, model)).toMatchObject([
      { violation: 'stuck', why: expect.stringContaining('copies are never looked for') as string },
    ]);
  });
});
