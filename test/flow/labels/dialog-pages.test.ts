/** The pages that the system's dialog prints, in the ledger: recorded and settled together, or not at all. */
import { expect, it, onTestFinished } from 'vitest';
import { Database, inMemory } from '../../../src/main/db/database.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { outboxMigrations } from '../../../src/main/db/migrations/outbox.ts';
import { PrintsTable } from '../../../src/main/db/prints.ts';
import { defineSeals } from '../../../src/main/db/seal.ts';
import { Ledger, type PageOfRequest } from '../../../src/main/labels/ledger.ts';
import { chromiumBackEnd } from '../../../src/main/labels/print-chromium.ts';
import { PrinterWatch } from '../../../src/main/labels/printer-watch.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { chosenInDialog, unfollowedJob, type Print } from '../../../src/shared/labels.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

const orderId = 'orders/a';
const pages = [1, 2, 3].map((page): PageOfRequest => {
  const request = { requestId: 'r1', batchId: null, orderId, documentId: 'd1', page };
  return { ...request, printer: chosenInDialog, anyway: false, content: null };
});

/** A ledger over a database that counts its commits. */
function open() {
  const count = { commits: 0 };
  const database = new Database(inMemory, { synchronous: 'FULL' });
  onTestFinished(() => database.close());
  defineSeals(database, () => (count.commits += 1));
  migrate(database, outboxMigrations);
  const prints = new PrintsTable(database);
  const system = new VirtualSystem();
  const backEnd = chromiumBackEnd({ printers: async () => [], print: async () => true });
  const watch = new PrinterWatch({ system, backEnd, changed: () => undefined });
  const told: Print[] = [];
  const ledger = new Ledger({ system, prints, backEnd, watch, desk: 'desk', changed: (print) => told.push(print) });
  onTestFinished(() => ledger.close());
  const states = () => prints.list(orderId).map(({ state }) => state);
  count.commits = 0;
  return { database, ledger, prints, count, told, states };
}

it('takes a commit for each step, not for each page', async () => {
  const { ledger, prints, count, told } = open();
  const printed = await ledger.printInDialog(pages, async (begins) => {
    expect(count.commits).toBe(1);
    begins();
    expect(count.commits).toBe(2);
    return true;
  });
  expect(count.commits).toBe(3);
  const settled = pages.map(({ page }) => ({ page, state: 'handed-over', job: unfollowedJob }));
  expect(printed).toMatchObject(settled);
  expect(told).toEqual(printed);
  expect(prints.list(orderId).toReversed()).toEqual(printed);
});

it('settles all pages as failed before printing began, and as in doubt afterwards', async () => {
  for (const [hasBegun, state] of [
    [false, 'failed'],
    [true, 'doubt'],
  ] as const) {
    const { ledger, count, states } = open();
    const printed = ledger.printInDialog(pages, async (begins) => {
      if (hasBegun) begins();
      throw new AppError('printer.failed');
    });
    await expect(printed).rejects.toMatchObject({ code: 'printer.failed' });
    expect(states()).toEqual([state, state, state]);
    expect(count.commits).toBe(hasBegun ? 3 : 2);
  }
});

it('shows no dialog and leaves no page as requested if one of them cannot be recorded', async () => {
  const { database, ledger, told, states } = open();
  database.script(`CREATE TEMP TRIGGER full_disk BEFORE INSERT ON prints WHEN new.page = 3
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  let isShown = false;
  const printed = ledger.printInDialog(pages, async () => {
    isShown = true;
    return true;
  });
  await expect(printed).rejects.toThrow('the disk is full');
  expect({ isShown, told, states: states() }).toEqual({ isShown: false, told: [], states: [] });
});
