/** What was printed last, although the computer's clock was set back in between, and whether it is outdated. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { orderColumns } from '../../../src/main/db/orders.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { LabelContent } from '../../../src/shared/label-content.ts';
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

/** What a label shows that is addressed to this person. */
const contentOf = (recipient: string): LabelContent => ({ recipient, address: '', packages: '', courier: '' });

it('is the document that was fetched last, with its codes and what it shows', async () => {
  const { prints } = (await openedCache(temporaryFolder(), now)).outbox;
  const document = (id: string, fetchedAt: number) => ({ id, orderId, title: 'A', fetchedAt, content: contentOf(id) });
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
  const batch = { printer: 'Labels', state: 'finished' } as const;
  printBatches.add({ ...batch, id: 'b2', createdAt: now }, []);
  printBatches.add({ ...batch, id: 'b1', createdAt: now - hour }, []);
  expect(printBatches.list(1).map(({ id }) => id)).toEqual(['b1']);
});

it('lists a batch until it is finished, however many newer ones there are', async () => {
  const { printBatches } = (await openedCache(temporaryFolder(), now)).outbox;
  for (const id of ['b1', 'b2', 'b3', 'b4']) {
    printBatches.add({ id, printer: 'Labels', state: id === 'b1' ? 'paused' : 'finished', createdAt: now }, []);
  }
  const listed = () => printBatches.list(2).map(({ id }) => id);
  expect(listed()).toEqual(['b4', 'b3', 'b1']);
  printBatches.setState('b4', 'paused');
  expect(listed()).toEqual(['b4', 'b3', 'b1']);
  printBatches.setState('b1', 'finished');
  expect(listed()).toEqual(['b4', 'b3']);
});

it('is what was printed beside a batch since that began, although the clock was set back', async () => {
  const { prints } = (await openedCache(temporaryFolder(), now)).outbox;
  const batch = { id: 'b1', createdAt: now };
  const beside = () => prints.besideBatch(orderId, batch).map(({ id }) => id);
  prints.add(print({ id: 'before', batchId: null, requestedAt: now - 1 }));
  prints.add(print({ id: 'at once', batchId: 'b2', requestedAt: now }));
  expect(beside()).toEqual(['at once']);
  prints.add(print({ id: 'own page', orderId: 'orders/b', requestedAt: now + 1 }));
  prints.add(print({ id: 'own', requestedAt: now + 2 }));
  prints.add(print({ id: 'set back', batchId: null, requestedAt: now - hour }));
  prints.add(print({ id: 'another order', batchId: null, orderId: 'orders/b', requestedAt: now + 3 }));
  expect(beside()).toEqual(['set back', 'at once']);
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

it('is outdated until all pages of its newest document were printed again', async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  const { prints } = outbox;
  const one = order.parse({ id: orderId, recipient: { name: 'Mia Kern' } });
  await cache.putOrders([storedRow(one, orderColumns(one))], now);
  const changed = async () => (await cache.getOrder(orderId))?.row.labelChanged;
  const [before, content] = [contentOf('Mia Lang'), contentOf('Mia Kern')];
  for (const page of [1, 2, 3]) prints.add(print({ id: `before ${page}`, page, content: before }));
  expect(await changed()).toEqual(['recipient']);
  prints.add(print({ id: 'again 2', page: 2, content }));
  prints.add(print({ id: 'failed 1', page: 1, content, state: 'failed' }));
  expect(await changed()).toEqual(['recipient']);
  prints.add(print({ id: 'again 1', page: 1, content }));
  prints.add(print({ id: 'again 3', page: 3, content }));
  expect(await changed()).toEqual([]);

  // The order has fewer packages now, so its old third page does not matter.
  for (const page of [1, 2, 3]) prints.add(print({ id: `old ${page}`, page, content: before }));
  prints.saveDocument({ id: 'd2', orderId, title: 'A', fetchedAt: now, content });
  prints.saveCodes('d2', orderId, [['TD1'], ['TD2']]);
  prints.add(print({ id: 'new 1', documentId: 'd2', page: 1, content }));
  expect(await changed()).toEqual(['recipient']);
  prints.add(print({ id: 'new 2', documentId: 'd2', page: 2, content }));
  expect(await changed()).toEqual([]);
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
