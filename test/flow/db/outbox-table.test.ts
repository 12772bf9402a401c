import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { EntryState } from '../../../src/shared/outbox.ts';
import type { Noun } from '../../../src/shared/outbox-kinds.ts';
import type { StorageChange, OutboxStorage } from '../../../src/main/db/outbox-storage.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { Disk, MemoryStorage } from '../../campaigns/sim/memory-storage.ts';

const now = Date.UTC(2026, 5, 15, 6);
const states: readonly EntryState[] = ['queued', 'in-doubt', 'acknowledged', 'refused'];
const nouns: readonly Noun[] = ['stops', 'plans', 'orders'];

/**
 * An entry of a plan created here, of another plan, or of none, in every state, resting or not, with or without an id
 * of the service.
 */
function added(number: number): StorageChange[] {
  const noun = nouns[number % nouns.length] ?? 'stops';
  const parentId = noun === 'stops' ? ['record-1', 'plans/p1', 'plans/p2'][Math.floor(number / 3) % 3] : '';
  const [id, recordId, lane] = [`entry-${number}`, `record-${number}`, parentId || noun];
  const serverId = number === 1 ? 'plans/p1' : number % 7 === 0 ? `${noun}/s${number}` : null;
  const base = { noun, parentId: parentId ?? '', serverId, marker: '', markerIsOurs: true, content: '{}' };
  const kind = noun === 'stops' && number % 2 === 0 ? 'stops.move' : (`${noun}.create` as const);
  return [
    { do: 'add-record', record: { id: recordId, ...base } },
    { do: 'add-entry', entry: { id, recordId, kind, lane, createdAt: now, body: null, base: null, progress: null } },
    {
      do: 'change-entry',
      id,
      set: {
        state: states[number % states.length] ?? 'queued',
        notBefore: number % 5 === 0 ? now + (number % 3) - 1 : 0,
      },
    },
  ];
}

/** Asks both the table and the storage in memory, which is the reference for the rules. */
function both() {
  const file = openOutboxFile(join(temporaryFolder(), 'outbox.db'), now);
  onTestFinished(() => file.close());
  const memory = new MemoryStorage(new Disk(1), () => undefined);
  for (let number = 0; number < 120; number += 1) for (const one of [file.entries, memory]) one.commit(added(number));
  return <Answer>(ask: (storage: OutboxStorage) => Answer): [Answer, Answer] => [ask(file.entries), ask(memory)];
}

describe('the table of entries', () => {
  it('returns due entries in order of entry, in pages, and resting ones only when they are due', () => {
    const ask = both();
    for (const state of states)
      for (const lane of [undefined, 'plans/p1', 'orders'])
        for (const at of [0, now - 1, now, now + 1, Number.MAX_SAFE_INTEGER])
          for (const after of [0, 40]) {
            const [table, memory] = ask((storage) =>
              storage.due(state, at, after, 7, lane).map(({ sequence, id }) => [sequence, id]),
            );
            expect(table).toEqual(memory);
          }
    expect(ask((storage) => storage.due('queued', now, 0, 7).length)).toEqual([7, 7]);
  });

  it('finds unsettled moves', () => {
    const [table, memory] = both()((storage) => storage.moves().map(({ id }) => id));
    expect(table).toEqual(memory);
    expect(table.length).toBeGreaterThan(0);
  });

  it("finds a parent's sent records without an id, by the local and the service's id of the parent", () => {
    const ask = both();
    for (const parentId of ['', 'plans/p1', 'plans/p2', 'record-1', 'plans/none']) {
      const [table, memory] = ask((storage) =>
        storage
          .withoutId(parentId)
          .map(({ id }) => id)
          .sort(),
      );
      expect(table).toEqual(memory);
      expect(table.length > 0).toBe(parentId !== 'plans/none');
    }
  });
});
