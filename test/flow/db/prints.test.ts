/** What was printed last, although the computer's clock was set back in between. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { orderColumns } from '../../../src/main/db/orders.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { Print } from '../../../src/shared/labels.ts';
import { order } from '../../../src/shared/orders.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const hour = 3_600_000;
const orderId = 'orders/a';

const print = (change: Partial<Print>): Print => ({
  ...{ id: 'p1', requestId: 'r1', batchId: 'b1', orderId, documentId: 'd1', page: 1, printer: 'Labels', desk: 'desk' },
  ...{ state: 'done', anyway: false, requestedAt: now, job: '7', content: null },
  ...change,
});

it('is the document that was fetched last, with its codes', async () => {
  const { prints } = (await openedCache(temporaryFolder(), now)).outbox;
  const document = (id: string, fetchedAt: number) => ({ id, orderId, title: 'A', fetchedAt });
  prints.saveDocument(document('d1', now));
  prints.saveCodes('d1', orderId, [['TD1']]);
  prints.saveDocument(document('d2', now - hour));
  prints.saveCodes('d2', orderId, [['TD1']]);
  expect(prints.newestDocument(orderId)).toMatchObject({ id: 'd2' });
  expect(prints.findCode('TD1')).toMatchObject({ document: { id: 'd2' } });
  prints.saveDocument(document('d1', now - hour / 2));
  expect(prints.newestDocument(orderId)).toEqual({ ...document('d1', now - hour / 2), codes: [['TD1']] });
  expect(prints.findCode('TD1')).toMatchObject({ document: { id: 'd1' } });
});

it('is the page that was requested last', async () => {
  const { prints, printBatches } = (await openedCache(temporaryFolder(), now)).outbox;
  prints.add(print({ id: 'p2', state: 'missing' }));
  prints.add(print({ id: 'p1', requestedAt: now - hour, state: 'requested' }));
  const ids = (some: readonly Print[]) => some.map(({ id }) => id);
  expect(ids(prints.ofBatch('b1'))).toEqual(['p2', 'p1']);
  expect(ids(prints.ofLabel('b1', orderId))).toEqual(['p2', 'p1']);
  expect(ids(prints.inState('missing', 'requested'))).toEqual(['p2', 'p1']);
  expect(ids(prints.list(orderId))).toEqual(['p1', 'p2']);
  const batch = { printer: 'Labels', state: 'printing' } as const;
  printBatches.add({ ...batch, id: 'b2', createdAt: now }, []);
  printBatches.add({ ...batch, id: 'b1', createdAt: now - hour }, []);
  expect(printBatches.list(1).map(({ id }) => id)).toEqual(['b1']);
});

it('is the content that the newest label has', async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  const one = order.parse({ id: orderId, recipient: { name: 'Mia Kern' } });
  await cache.putOrders([storedRow(one, orderColumns(one))], now);
  const content = await cache.labelContent(orderId);
  outbox.prints.add(print({ content: { ...content!, recipient: 'Mia Lang' } }));
  expect((await cache.getOrder(orderId))?.row.labelChanged).toEqual(['recipient']);
  outbox.prints.add(print({ id: 'p0', requestedAt: now - hour, content }));
  expect((await cache.getOrder(orderId))?.row.labelChanged).toEqual([]);
});

it('is told by the times where a damaged outbox is rebuilt from several sources', () => {
  const path = join(temporaryFolder(), 'outbox.db');
  // The journal of a start has what is younger than two days.
  for (const [id, days] of [
    ['p1', 3],
    ['p2', 0],
  ] as const) {
    const file = openOutboxFile(path, now - days * 24 * hour);
    file.prints.add(print({ id, requestedAt: now - days * 24 * hour }));
    file.drafts.save({ id, form: 'stop', planId: '', savedAt: now, fields: {} });
    file.close();
  }
  const raw = new Sqlite(path);
  raw.function('seal_new', { varargs: true }, () => 'no seal');
  raw.exec(`UPDATE drafts SET fields = '{"notes":"another"}'`);
  raw.close();
  const again = openOutboxFile(path, now);
  onTestFinished(() => again.close());
  expect(again.recovery).not.toBeNull();
  expect(again.prints.ofBatch('b1').map(({ id }) => id)).toEqual(['p1', 'p2']);
});
