import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { writeInParts } from '../../../src/main/json-file.ts';
import { Arrivals } from '../../../src/main/outbox/arrivals.ts';
import type { Core } from '../../../src/main/outbox/core.ts';
import { Intake } from '../../../src/main/outbox/intake.ts';
import { Transfer, type TakenIn, type WriteParts } from '../../../src/main/outbox/transfer.ts';
import { readTransferFile, readTransferParts, type TransferHead } from '../../../src/main/outbox/transfer-file.ts';
import { quietParts } from '../../fixtures/core-parts.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

const origin = 'https://planning.example';
const typedCount = 400;

/** An outbox with many waiting stops, the file for their export, and what takes one in. */
function office(folder = temporaryFolder(), seed = 1) {
  const system = new VirtualSystem(undefined, seed);
  const opened = openOutboxFile(join(folder, 'outbox.db'), system.now());
  let isOpen = true;
  /** As at a kill: nobody waits for anything. */
  const kill = () => {
    if (isOpen) opened.close();
    isOpen = false;
  };
  onTestFinished(kill);
  const { entries, arrival: note } = opened;
  const core = { ...quietParts, system, storage: entries } as unknown as Core;
  const transfer = new Transfer(core, () => entries.openIds());
  const ended: string[] = [];
  const arrivals = new Arrivals({
    ...{ core, transfer, note, folder },
    commit: (work) => entries.commit([], work),
    ended: () => void ended.push('ended'),
    failed: (error) => void ended.push(error instanceof Error ? error.message : ''),
  });
  entries.committed = (changes) => transfer.committed(changes);
  const file = join(folder, 'entries.json');
  const intake = new Intake(core, (changes) => entries.commit(changes));
  const type = () => {
    for (let number = 0; number < typedCount; number += 1) {
      intake.create('stops.create', 'plans/p1', { address: { addressLineOne: `Lindenallee ${number}` } });
    }
    return entries.openIds();
  };
  const head: TransferHead = { writtenAt: system.now(), mode: 'connected', origin, witnesses: ['plans/p1'] };
  /** Changes an entry, so that the file has outdated content. */
  const edit = (id = '', notes: string) => {
    const recordId = entries.find(id)?.recordId ?? '';
    entries.commit([{ do: 'change-record', id: recordId, set: { content: JSON.stringify({ notes }) } }]);
  };
  return {
    system,
    entries,
    transfer,
    arrivals,
    ended,
    kill,
    intake,
    folder,
    file,
    type,
    head,
    edit,
    write: (parts: Iterable<string>) => writeInParts(file, parts),
  };
}

/** Advances the timers until the work is finished. */
async function inItsTurns<Result>(system: VirtualSystem, work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const ended = work.finally(() => (isOver = true));
  ended.catch(() => undefined);
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    await system.advance(1);
  }
  return ended;
}

const read = (file: string) => readTransferFile(readFileSync(file, 'utf8'));

describe('exported entries', () => {
  it('are all in the file with their records when they leave the outbox', async () => {
    const { system, entries, transfer, file, type, head, write } = office();
    const ids = type();
    expect(await inItsTurns(system, transfer.takeOut(head, write))).toBe(typedCount);
    const content = read(file);
    expect(content.entries.map(({ id }) => id)).toEqual(ids);
    expect(content.records.map(({ id }) => id).sort()).toEqual(content.entries.map(({ recordId }) => recordId).sort());
    expect(entries.openIds()).toEqual([]);
    expect(transfer.isLeaving).toBe(false);
  });

  it('have their latest content when one changes while the file is written', async () => {
    const { system, entries, transfer, file, type, head, edit, write } = office();
    const ids = type();
    let times = 0;
    const changing: WriteParts = async (parts) => {
      await write(parts);
      times += 1;
      if (times === 1) edit(ids[3], 'the back door');
    };
    expect(await inItsTurns(system, transfer.takeOut(head, changing))).toBe(typedCount);
    expect(times).toBe(2);
    expect(read(file).records[3]?.content).toBe('{"notes":"the back door"}');
    expect(entries.openIds()).toEqual([]);
  });

  it('stay in the outbox if they keep changing or change while the others leave', async () => {
    const { system, entries, transfer, type, head, edit, write } = office();
    const ids = type();
    let times = 0;
    const changing: WriteParts = async (parts) => {
      await write(parts);
      edit(ids[3], `changed ${(times += 1)}`);
      // The first chunk leaves immediately, the others each in a later turn of the event loop.
      system.after(0, () => edit(ids.at(-1), 'in the last moment'));
    };
    expect(await inItsTurns(system, transfer.takeOut(head, changing))).toBe(typedCount - 2);
    expect(times).toBe(3);
    expect(entries.openIds()).toEqual([ids[3], ids.at(-1)]);
    expect(entries.find(ids.at(-1) ?? '')?.content).toBe('{"notes":"in the last moment"}');
  });

  it('all stay when the file cannot be written', async () => {
    const { system, entries, transfer, file, type, head } = office();
    type();
    const failing: WriteParts = (parts) =>
      writeInParts(
        file,
        (function* () {
          let count = 0;
          for (const part of parts) {
            if ((count += 1) > 3) throw new Error('the disk is full');
            yield part;
          }
        })(),
      );
    await expect(inItsTurns(system, transfer.takeOut(head, failing))).rejects.toThrow('the disk is full');
    expect(entries.openIds()).toHaveLength(typedCount);
    expect([existsSync(file), existsSync(`${file}.part`), transfer.isLeaving]).toEqual([false, false, false]);
  });

  it('are in the outbox or in the file when the app exits during the export', async () => {
    const { entries, transfer, file, type, head, write } = office();
    const ids = type();
    // The clock stands still, so the chunk after the first is never processed.
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    void transfer.takeOut(head, async (parts) => {
      expect(transfer.isLeaving).toBe(true);
      await write(parts);
      expect(entries.openIds()).toHaveLength(typedCount);
      isWritten();
    });
    await written;
    await new Promise((resolve) => setImmediate(resolve));
    expect(entries.openIds()).toEqual(ids.slice(25));
    expect(read(file).entries.map(({ id }) => id)).toEqual(ids);
  });
});

describe('entries of a large file', () => {
  const copiesIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('arriving'));

  /** A file with all waiting stops of another computer. */
  async function written() {
    const from = office();
    const ids = from.type();
    await inItsTurns(from.system, from.transfer.copyOut(from.head, from.write));
    return { bytes: readFileSync(from.file), ids };
  }

  /**
   * Begins to take in a file, in an outbox whose clock stands still: the first part alone is in.
   *
   * @param fails the part that cannot be committed, from 1
   */
  async function begun(bytes: Buffer, fails = 0) {
    const to = office();
    const content = readTransferFile(bytes.toString('utf8'));
    const said: (TakenIn & { isLast: boolean })[] = [];
    const work = to.arrivals.take(content, bytes, (part, isLast) => {
      if (said.length + 1 === fails) throw new Error('the disk is full');
      to.entries.commit([], () => void said.push({ ...part(), isLast }));
    });
    work.catch(() => undefined);
    while (said.length === 0 && fails !== 1) await new Promise((resolve) => setImmediate(resolve));
    return { ...to, said, work };
  }

  it('are taken in in parts, with turns between them, and once', async () => {
    const { bytes, ids } = await written();
    const { system, entries, arrivals, folder, ended, said, work } = await begun(bytes);
    expect(entries.openIds()).toEqual(ids.slice(0, 20));
    expect(arrivals.isUnderWay).toBe(true);
    const [copy = ''] = copiesIn(folder);
    expect(statSync(join(folder, copy)).mode & 0o077).toBe(0);
    await inItsTurns(system, work);
    expect(said).toHaveLength(typedCount / 20);
    expect(said.at(-1)).toEqual({ taken: typedCount, known: 0, isLast: true });
    expect(said.filter(({ isLast }) => isLast)).toHaveLength(1);
    expect(entries.openIds()).toEqual(ids);
    expect([arrivals.isUnderWay, copiesIn(folder), ended]).toEqual([false, [], ['ended']]);

    let again: TakenIn | undefined;
    const content = readTransferFile(bytes.toString('utf8'));
    const second = arrivals.take(content, bytes, (part) => void (again = part()));
    await inItsTurns(system, second);
    expect(again).toEqual({ taken: 0, known: typedCount });
    expect(entries.openIds()).toEqual(ids);
  });

  it('are all there after a kill in the middle, and what was discarded meanwhile stays discarded', async () => {
    const { bytes, ids } = await written();
    const { entries, kill, folder } = await begun(bytes);
    const [first = '', ...others] = ids;
    entries.commit([{ do: 'change-entry', id: first, set: { state: 'given-up' } }]);
    kill();
    const after = office(folder);
    expect(after.arrivals.isUnderWay, 'before anything is sent').toBe(true);
    expect(after.entries.openIds()).toHaveLength(19);
    await inItsTurns(after.system, after.arrivals.resume());
    expect(after.entries.openIds()).toEqual(others);
    expect([after.arrivals.isUnderWay, copiesIn(folder), after.ended]).toEqual([false, [], ['ended']]);
  });

  it('are not there at all if the app ended before the first part', async () => {
    const { bytes } = await written();
    const { system, entries, arrivals, folder } = office();
    writeFileSync(join(folder, 'arriving-0197.json'), bytes);
    await inItsTurns(system, arrivals.resume());
    expect([entries.openIds(), copiesIn(folder)]).toEqual([[], []]);
  });

  it('are not there at all if the first part cannot be saved', async () => {
    const { bytes } = await written();
    const { system, entries, arrivals, folder, work } = await begun(bytes, 1);
    await expect(inItsTurns(system, work)).rejects.toMatchObject({ code: 'storage.not-saved' });
    expect([entries.openIds(), copiesIn(folder), arrivals.isUnderWay]).toEqual([[], [], false]);
  });

  it('follow by themselves after an error in the middle', async () => {
    const { bytes, ids } = await written();
    const { system, entries, arrivals, ended, work } = await begun(bytes, 3);
    await expect(inItsTurns(system, work)).rejects.toMatchObject({ code: 'storage.not-saved' });
    expect(entries.openIds()).toHaveLength(40);
    expect(arrivals.isUnderWay).toBe(true);
    await system.advance(5_000);
    // It waits for what the timer began.
    await inItsTurns(system, arrivals.resume());
    expect(entries.openIds()).toEqual(ids);
    expect(ended).toEqual(['the disk is full', 'ended']);
  });

  it('wait for the next start when the app closes, and stay as they are if the copy is gone then', async () => {
    const { bytes, ids } = await written();
    const { system, arrivals, kill, folder, work } = await begun(bytes);
    const closed = arrivals.close();
    await expect(inItsTurns(system, work)).rejects.toMatchObject({ code: 'app.closing' });
    await closed;
    kill();
    for (const name of copiesIn(folder)) rmSync(join(folder, name));
    const after = office(folder);
    await inItsTurns(after.system, after.arrivals.resume());
    expect(after.entries.openIds()).toEqual(ids.slice(0, 20));
    expect(after.arrivals.isUnderWay).toBe(false);
    expect(after.ended).toEqual(['the copy of a file of entries is gone', 'ended']);
  });

  it('have their records in each part: a plan of the file, and one that has another id here', async () => {
    const from = office();
    const stopId = 'plans/p1/stops/s1';
    const starts = { day: 16, month: 6, year: 2026 };
    const plan = from.intake.create('plans.create', '', { title: 'Tour 1', starts });
    const stops = Array.from({ length: 30 }, () => from.intake.create('stops.create', plan.recordId, {}));
    const edit = from.intake.edit('stops.update', stopId, 'plans/p1', { notes: 'Ring twice' }, { notes: null });
    await inItsTurns(from.system, from.transfer.copyOut(from.head, from.write));
    const bytes = readFileSync(from.file);

    const { system, entries, arrivals, intake } = office(temporaryFolder(), 2);
    const own = intake.edit('stops.update', stopId, 'plans/p1', { packageCount: 2 }, { packageCount: null });
    const work = arrivals.take(readTransferFile(bytes.toString('utf8')), bytes, (part) => {
      entries.commit([], () => void part());
    });
    await inItsTurns(system, work);
    expect(entries.find(edit.entryId ?? '')?.recordId).toBe(own.recordId);
    expect(entries.record(plan.recordId)?.noun).toBe('plans');
    const parents = stops.map(({ recordId }) => entries.record(recordId)?.parentId);
    expect(new Set(parents)).toEqual(new Set([plan.recordId]));
    expect(entries.openIds()).toHaveLength(33);
  });

  it('are read in turns', async () => {
    const { bytes } = await written();
    const { system } = office();
    let turns = 0;
    const after: VirtualSystem['after'] = (...given) => ((turns += 1), system.after(...given));
    const content = await inItsTurns(system, readTransferParts({ after }, bytes));
    expect(content).toEqual(readTransferFile(bytes.toString('utf8')));
    expect(bytes.length).toBeGreaterThan(128 * 1024);
    expect(turns).toBeGreaterThan(0);
  });
});
