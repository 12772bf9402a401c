import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { writeInParts } from '../../../src/main/json-file.ts';
import type { Core } from '../../../src/main/outbox/core.ts';
import { Intake } from '../../../src/main/outbox/intake.ts';
import { Transfer, type WriteParts } from '../../../src/main/outbox/transfer.ts';
import { readTransferFile, type TransferHead } from '../../../src/main/outbox/transfer-file.ts';
import { quietParts } from '../../fixtures/core-parts.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

const origin = 'https://planning.example';
const typedCount = 400;

/** An outbox with many waiting stops, and the file for their export. */
function office(folder = temporaryFolder()) {
  const system = new VirtualSystem();
  const opened = openOutboxFile(join(folder, 'outbox.db'), system.now());
  onTestFinished(() => opened.close());
  const { entries } = opened;
  const core = { ...quietParts, system, storage: entries } as unknown as Core;
  const transfer = new Transfer(core, () => entries.openIds());
  entries.committed = (changes) => transfer.committed(changes);
  const file = join(folder, 'entries.json');
  const type = () => {
    const intake = new Intake(core, (changes) => entries.commit(changes));
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
