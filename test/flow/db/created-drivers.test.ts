/** A new driver stands once in the list, also between the answer of the service and the end of its entry. */
import { expect, it } from 'vitest';
import { driver } from '../../../src/shared/drivers.ts';
import type { EntryState } from '../../../src/shared/outbox.ts';
import { rawOf } from '../../../src/shared/shapes.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);

it('shows a driver once whose creation was answered, and one that was rejected beside its namesake', async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  const content = JSON.stringify({ name: 'Nora', email: 'Nora@depot.example' });
  outbox.entries.commit([
    {
      do: 'add-record',
      record: {
        ...{ id: 'record-1', noun: 'drivers', parentId: 'drivers', serverId: null, marker: '', content },
        markerIsOurs: false,
      },
    },
    {
      do: 'add-entry',
      entry: {
        ...{ id: 'entry-1', recordId: 'record-1', kind: 'drivers.create', lane: 'drivers', createdAt: now },
        ...{ body: content, base: '{}', progress: null },
      },
    },
  ]);
  const shown = async (state: EntryState) => {
    outbox.entries.commit([{ do: 'change-entry', id: 'entry-1', set: { state } }]);
    return (await cache.listDrivers()).rows.map(({ id }) => id);
  };
  expect(await shown('sending')).toEqual(['record-1']);
  // The answer to an import names no ids.
  expect(await shown('acknowledged')).toEqual(['record-1']);
  const answered = driver.parse({ id: 'drivers/n', name: 'Nora', email: 'nora@depot.example' });
  await cache.putDriver(rawOf(answered), now);
  expect(await shown('sending')).toEqual(['drivers/n']);
  expect(await shown('in-doubt')).toEqual(['drivers/n']);
  expect(await shown('acknowledged')).toEqual(['drivers/n']);
  expect(await shown('refused')).toEqual(['drivers/n', 'record-1']);
});
