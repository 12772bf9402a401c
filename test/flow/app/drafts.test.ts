/** Saving a form removes its draft: both happen in one transaction, or neither. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import SQLite from 'better-sqlite3';
import { draftForms, type DraftForm } from '../../../src/shared/outbox.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, goOffline, startTraining } from './office.ts';

const address = { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' };
const stop = { address, recipient: { name: 'From a draft' } };
const starts = { day: 15, month: 6, year: 2099 };
const newDriver = { name: 'From a draft', email: 'draft@depot.example' };
const order = { address, recipient: { name: 'From a draft' }, packageInfo: { packageCount: 1 } };

/** Reads everything and goes offline, so that whatever is saved stays where it can be counted. */
async function office() {
  const service = await startTraining(temporaryFolder());
  const folder = temporaryFolder();
  const app = await startApp({ folder });
  await connect(app, accessOf(service));
  const { plans, stops, unassignedStops, orders } = app.handlers;
  const plan = await waitFor('a plan with stops', async () =>
    (await plans.list()).rows.find((row) => row.writable && (row.stopCount ?? 0) >= 5),
  );
  const stopRow = (await stops.list({ planId: plan.id, cursor: null })).rows.find(({ type }) => type === 'stop');
  const unassigned = await waitFor('an unassigned stop', async () => {
    const { rows } = await unassignedStops.list({ cursor: null });
    return rows[0];
  });
  const driver = await waitFor('a driver', async () => {
    const { rows } = await app.handlers.drivers.list();
    return rows[0];
  });
  const draftOrder = await waitFor('an order that can be edited', async () =>
    (await orders.list({ cursor: null })).rows.find(({ state }) => state === 'draft'),
  );
  await goOffline(app, service);
  const [workspace = ''] = readdirSync(join(folder, 'workspaces'));
  const outbox = new SQLite(join(folder, 'workspaces', workspace, 'outbox.db'));
  onTestFinished(() => void outbox.close());
  return {
    app,
    outbox,
    planId: plan.id,
    stopId: stopRow?.id ?? '',
    unassignedId: unassigned.id,
    orderId: draftOrder.id,
    driverId: driver.id,
  };
}

type Office = Awaited<ReturnType<typeof office>>;
type Save = (office: Office, draftId: string) => Promise<unknown>;

/** The entry that a form corrects: saved before, and not sent. */
async function unsent({ app }: Office, make: () => Promise<unknown>): Promise<string> {
  const known = new Set((await allEntries(app)).map(({ id }) => id));
  await make();
  const made = (await allEntries(app)).find(({ id, kind }) => !known.has(id) && kind.endsWith('.create'));
  if (made === undefined) throw new Error('nothing was made');
  return made.id;
}

const calls = ({ app }: Office): TestApp['handlers'] => app.handlers;

/** Every call that saves a form. `before` creates the entry to correct. */
const saves: Record<string, { before?: (office: Office) => Promise<string>; save: (made: string) => Save }> = {
  'a new stop': { save: () => (at, draftId) => calls(at).stops.add({ planId: at.planId, stop, draftId }) },
  'a stop that is changed': {
    save: () => (at, draftId) =>
      calls(at).stops.edit({
        ...{ planId: at.planId, id: at.stopId, draftId },
        ...{ change: { notes: 'From a draft' }, base: { notes: null } },
      }),
  },
  'a stop at another address': {
    save: () => (at, draftId) => calls(at).stops.relocate({ planId: at.planId, id: at.stopId, stop, draftId }),
  },
  'a stop that is corrected': {
    before: (at) => unsent(at, () => calls(at).stops.add({ planId: at.planId, stop: { address }, draftId: null })),
    save: (entryId) => (at, draftId) => calls(at).stops.correct({ entryId, stop, draftId }),
  },
  'a new unassigned stop': {
    save: () => (at, draftId) => calls(at).unassignedStops.add({ stop, depot: null, draftId }),
  },
  'an unassigned stop that is changed': {
    save: () => (at, draftId) =>
      calls(at).unassignedStops.edit({
        ...{ id: at.unassignedId, draftId },
        ...{ change: { notes: 'From a draft' }, base: { notes: null } },
      }),
  },
  'an unassigned stop at another address': {
    save: () => (at, draftId) => calls(at).unassignedStops.relocate({ id: at.unassignedId, stop, draftId }),
  },
  'an unassigned stop that is corrected': {
    before: (at) => unsent(at, () => calls(at).unassignedStops.add({ stop: { address }, depot: null, draftId: null })),
    save: (entryId) => (at, draftId) => calls(at).unassignedStops.correct({ entryId, stop, draftId }),
  },
  'a new order': { save: () => (at, draftId) => calls(at).orders.add({ order, draftId }) },
  'an order that is changed': {
    save: () => (at, draftId) =>
      calls(at).orders.edit({
        ...{ orderId: at.orderId, draftId },
        ...{ edit: { deliveryInstructions: { notes: 'From a draft' } }, base: { deliveryInstructions: null } },
      }),
  },
  'an order that is corrected': {
    before: (at) =>
      unsent(at, () => calls(at).orders.add({ order: { ...order, recipient: { name: 'Before' } }, draftId: null })),
    save: (entryId) => (at, draftId) => calls(at).orders.correct({ entryId, order, draftId }),
  },
  'a new plan': {
    save: () => (at, draftId) => calls(at).plans.create({ plan: { title: 'From a draft', starts }, draftId }),
  },
  'a plan that is changed': {
    save: () => (at, draftId) =>
      calls(at).plans.edit({
        ...{ planId: at.planId, draftId },
        ...{ change: { title: 'From a draft' }, base: { title: 'Before' } },
      }),
  },
  'a new driver': { save: () => (at, draftId) => calls(at).drivers.create({ driver: newDriver, draftId }) },
  'a driver that is changed': {
    save: () => (at, draftId) =>
      calls(at).drivers.edit({
        ...{ id: at.driverId, draftId },
        ...{ change: { displayName: 'From a draft' }, base: { displayName: null } },
      }),
  },
  'a driver that is corrected': {
    before: (at) =>
      unsent(at, () =>
        calls(at).drivers.create({ driver: { name: 'Before', email: 'before@depot.example' }, draftId: null }),
      ),
    save: (entryId) => (at, draftId) => calls(at).drivers.correct({ entryId, driver: newDriver, draftId }),
  },
};

/** The form that keeps such a draft. */
const formOf = (name: string): DraftForm => draftForms.find((form) => name.includes(` ${form}`)) ?? 'stop';

const draftId = '0197a000-0000-7000-8000-000000000001';

/** The drafts, and every record in the outbox. */
async function state({ app, outbox }: Office) {
  const drafts = (await app.handlers.drafts.list()).map(({ id }) => id);
  return { drafts, records: outbox.prepare('SELECT id, content FROM records ORDER BY id').all() };
}

describe('a draft', () => {
  it('is removed when its form is saved and stays complete when saving fails, for every form', async () => {
    const at = await office();
    const { app, outbox } = at;
    for (const [name, { before, save }] of Object.entries(saves)) {
      const made = (await before?.(at)) ?? '';
      const form = formOf(name);
      await app.handlers.drafts.save({ id: draftId, form, planId: at.planId, fields: { notes: 'From a draft' } });
      expect((await app.handlers.drafts.list()).map((draft) => draft.form)).toEqual([form]);
      const whole = await state(at);
      expect(whole.drafts, name).toEqual([draftId]);

      // The disk refuses one half, so the other must not happen either.
      for (const half of ['DELETE ON drafts', 'INSERT ON records', 'UPDATE ON records']) {
        outbox.exec(`CREATE TRIGGER refuses BEFORE ${half} BEGIN SELECT RAISE(ABORT, 'refused'); END`);
        const outcome = await save(made)(at, draftId).then(
          () => 'saved',
          () => 'refused',
        );
        outbox.exec('DROP TRIGGER refuses');
        if (outcome === 'refused') expect(await state(at), `${name}, without ${half}`).toEqual(whole);
        // Not every form creates or changes a record, but each removes its draft.
        if (half === 'DELETE ON drafts') expect(outcome, name).toBe('refused');
        if (outcome === 'saved') break;
      }

      if ((await state(at)).drafts.length > 0) await save(made)(at, draftId);
      const after = await state(at);
      expect(after.drafts, name).toEqual([]);
      expect(after.records, name).not.toEqual(whole.records);
    }
  });
});
