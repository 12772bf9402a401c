/** A gesture runs once however often it arrives, with the real SQLite. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutboxFile, type OutboxFile } from '../../../../src/main/db/outbox-file.ts';
import { GesturesOfRun } from '../../../../src/main/handlers/gestures-of-run.ts';
import { once, onceInRun } from '../../../../src/main/handlers/gestures.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const id = '0197f0a4-3c1e-7d2a-9b1c-0123456789ab';
const other = '0197f0a4-3c1e-7d2a-9b1c-0123456789ac';

/** A desk over an outbox that can be restarted. */
function desk(file = join(temporaryFolder(), 'outbox.db')) {
  const outboxFile: OutboxFile = openOutboxFile(file, now);
  let isOpen = true;
  const close = () => {
    if (isOpen) outboxFile.close();
    isOpen = false;
  };
  onTestFinished(close);
  const around = {
    system: { now: () => now },
    gestures: new GesturesOfRun(),
    workspace: () => ({ outboxFile, noticeClock: (): void => undefined }),
    changed: () => undefined,
  };
  const startAgain = () => {
    close();
    return desk(file);
  };
  return { around, outboxFile, close, startAgain };
}

/** Saves a draft each time it runs, which stands for anything that must not be doubled. */
function adding({ around, outboxFile }: ReturnType<typeof desk>, fails: () => void = () => undefined) {
  const saved = () => outboxFile.drafts.list().length;
  const handler = once(around, 'orders.addMany', {
    async work({ orders: [order] }, gesture) {
      const planId = order?.address.addressLineOne ?? '';
      await Promise.resolve();
      gesture.commit(() => {
        const at = saved() + 1;
        outboxFile.drafts.save({ id: `draft ${at}`, form: 'stop', planId, savedAt: now, fields: {} });
        fails();
        return { at };
      });
    },
    answer: ({ at }: { at: number }) => at,
  });
  const call = (what: string, gesture = id) =>
    handler({ orders: [{ address: { addressLineOne: what } }], of: null, gesture });
  return { saved, call };
}

describe('a gesture', () => {
  it('runs once when called twice concurrently, and both calls get its answer', async () => {
    const { saved, call } = adding(desk());
    expect(await Promise.all([call('plans/a'), call('plans/a')])).toEqual([1, 1]);
    expect(saved()).toBe(1);
  });

  it('answers a repeated call with the first outcome', async () => {
    const { saved, call } = adding(desk());
    await call('plans/a');
    expect(await call('plans/a', other)).toBe(2);
    expect(await call('plans/a')).toBe(1);
    expect(saved()).toBe(2);
  });

  it('is answered after a restart of the app, too', async () => {
    const first = desk();
    await adding(first).call('plans/a');
    const { saved, call } = adding(first.startAgain());
    expect(await call('plans/a')).toBe(1);
    expect(saved()).toBe(1);
  });

  it('is saved with its changes or not at all, so a failed one can be retried', async () => {
    const is = { full: true };
    const { saved, call } = adding(desk(), () => {
      if (is.full) throw new Error('SQLITE_FULL');
    });
    await expect(call('plans/a')).rejects.toMatchObject({ code: 'storage.not-saved' });
    expect(saved()).toBe(0);
    is.full = false;
    expect(await call('plans/a')).toBe(1);
    expect(saved()).toBe(1);
  });

  it('keeps what was noticed of the clock when it is rolled back', async () => {
    const opened = desk();
    const { around, outboxFile } = opened;
    const noticeClock = () => {
      outboxFile.drafts.save({ id: 'noticed', form: 'stop', planId: '', savedAt: now, fields: {} });
    };
    const workspace = () => ({ outboxFile, noticeClock });
    const { call } = adding({ ...opened, around: { ...around, workspace } }, () => {
      throw new Error('SQLITE_FULL');
    });
    await expect(call('plans/a')).rejects.toMatchObject({ code: 'storage.not-saved' });
    expect(outboxFile.drafts.list().map((draft) => draft.id)).toEqual(['noticed']);
  });

  it('can be retried with other content if it was rejected', async () => {
    const is = { refused: true };
    const { saved, call } = adding(desk(), () => {
      if (is.refused) throw new AppError('record.not-editable');
    });
    await expect(call('plans/a')).rejects.toMatchObject({ code: 'record.not-editable' });
    is.refused = false;
    expect(await call('plans/b')).toBe(1);
    expect(saved()).toBe(1);
  });

  it('refuses its id for another call or other content', async () => {
    const opened = desk();
    const { saved, call } = adding(opened);
    const [first, second] = await Promise.allSettled([call('plans/a'), call('plans/b')]);
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(second).toMatchObject({ reason: { code: 'gesture.other' } });
    await expect(call('plans/b')).rejects.toMatchObject({ code: 'gesture.other' });
    const retry = once(opened.around, 'outbox.retry', { work: () => undefined, answer: () => undefined });
    await expect(retry({ entryId: 'plans/a', gesture: id })).rejects.toMatchObject({ code: 'gesture.other' });
    expect(saved()).toBe(1);
  });

  it('removes the draft of a saved form that reappeared', async () => {
    const { around, outboxFile } = desk();
    const add = once(around, 'unassignedStops.correct', {
      work: (_asked, gesture) => void gesture.commit(() => 1),
      answer: () => undefined as never,
    });
    const asked = { entryId: 'entry', stop: { address: { addressLineOne: 'Lindenweg 1' } }, gesture: id };
    await add({ ...asked, draftId: null });
    outboxFile.drafts.save({ id, form: 'stop', planId: '', savedAt: now, fields: {} });
    await add({ ...asked, draftId: id });
    expect(outboxFile.drafts.list()).toEqual([]);
  });
});

describe('a gesture with effects outside the outbox', () => {
  /** Prints, and may be killed or fail while it does. */
  function printing({ around }: ReturnType<typeof desk>, print: () => void | Promise<void>) {
    const handler = once(around, 'labels.printTestPage', {
      async work(_asked, gesture) {
        gesture.commit(() => null, 'begun');
        await print();
        gesture.commit(() => null);
      },
      answer: () => undefined,
    });
    return () => handler({ printer: 'Labels', gesture: id });
  }

  it('is not repeated if the app exited before its outcome was known', async () => {
    const first = desk();
    let pages = 0;
    const never = new Promise<void>(() => undefined);
    void printing(first, () => {
      pages += 1;
      return never;
    })();
    await Promise.resolve();
    const again = printing(first.startAgain(), () => void (pages += 1));
    await expect(again()).rejects.toMatchObject({ code: 'gesture.interrupted' });
    expect(pages).toBe(1);
  });

  it('returns its error again if it failed, even after a restart', async () => {
    const first = desk();
    let pages = 0;
    const fails = () => {
      pages += 1;
      throw new AppError('printer.failed', { detail: { name: 'Labels' } });
    };
    const call = printing(first, fails);
    const error = { code: 'printer.failed', detail: { name: 'Labels' } };
    await expect(call()).rejects.toMatchObject(error);
    await expect(call()).rejects.toMatchObject(error);
    await expect(printing(first.startAgain(), fails)()).rejects.toMatchObject(error);
    expect(pages).toBe(1);
  });
});

describe('a resumable gesture', () => {
  it('continues where it was interrupted', async () => {
    const first = desk();
    const done: number[] = [];
    const is = { full: true };
    const counting = ({ around }: ReturnType<typeof desk>) =>
      once(around, 'outbox.giveUpAll', {
        work(_asked, gesture) {
          for (let part = gesture.before ?? 0; part < 3; part += 1) {
            gesture.commit(() => {
              if (part === 1 && is.full) throw new Error('SQLITE_FULL');
              done.push(part);
              return part + 1;
            }, 'begun');
          }
          gesture.commit(() => 3);
        },
        answer: (count: number) => count,
        resumes: true,
      });
    await expect(counting(first)({ gesture: id })).rejects.toMatchObject({ code: 'storage.not-saved' });
    is.full = false;
    const again = first.startAgain();
    expect(await counting(again)({ gesture: id })).toBe(3);
    expect(await counting(again)({ gesture: id })).toBe(3);
    expect(done).toEqual([0, 1, 2]);
  });
});

describe('a gesture without an outbox', () => {
  it('runs once per run of the app and can be retried after a failure', async () => {
    const { around } = desk();
    let count = 0;
    const is = { down: true };
    const asked = { orders: [], of: null };
    const start = onceInRun(around, 'orders.addMany', async () => {
      await Promise.resolve();
      if (is.down) throw new AppError('training.not-started');
      count += 1;
      return count;
    });
    await expect(start({ ...asked, gesture: id })).rejects.toMatchObject({ code: 'training.not-started' });
    is.down = false;
    expect(await Promise.all([start({ ...asked, gesture: id }), start({ ...asked, gesture: id })])).toEqual([1, 1]);
    expect(await start({ ...asked, gesture: id })).toBe(1);
    expect(await start({ ...asked, gesture: other })).toBe(2);
  });
});

describe('the table of gestures', () => {
  it('keeps the last five thousand regardless of the clock', () => {
    const { outboxFile } = desk();
    const { gestures, entries } = outboxFile;
    const nameOf = (number: number) => `0197f0a4-3c1e-7d2a-9b1c-${String(number).padStart(12, '0')}`;
    entries.commit([], () => {
      for (let number = 0; number < 5_010; number += 1) {
        const at = now + (number % 2 === 0 ? 1 : -1) * number * 86_400_000;
        gestures.save({ id: nameOf(number), call: 'plans.remove', argument: '', state: 'done', outcome: '1', at });
      }
    });
    expect(gestures.find(nameOf(9))).toBeUndefined();
    expect(gestures.find(nameOf(10))).toBeDefined();
    expect(gestures.find(nameOf(5_009))).toBeDefined();
  });

  it('is recovered from the files beside a damaged outbox', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'outbox.db');
    const first = desk(file);
    await adding(first).call('plans/a');
    first.close();
    writeFileSync(file, 'this is no database');
    for (const suffix of ['-wal', '-shm']) writeFileSync(file + suffix, '');
    const { saved, call } = adding(desk(file));
    expect(await call('plans/a')).toBe(1);
    expect(saved()).toBe(1);
  });
});
