/** Every gesture of the contract: its arguments, and what it creates when it runs once. */
import { randomUUID } from 'node:crypto';
import type { GestureArgument, GestureName } from '../../../src/shared/contract.ts';
import { stopOf, type Desk } from './gesture-desk.ts';

export interface Row<Name extends GestureName> {
  asked: (desk: Desk) => Asked<Name> | Promise<Asked<Name>>;
  /** How the counts change: of entries by kind and state, and of records, pages, dialogs and files. */
  makes: Record<string, number>;
}
type Asked<Name extends GestureName> = Omit<GestureArgument<Name>, 'gesture'>;
type Rows<Name extends GestureName> = { [N in Name]: Row<N> };

/** Gestures that open or leave workspaces, and those that empty the outbox. Each group runs at a separate desk. */
export type SessionName = `session.${'startTraining' | 'stopTrainingService' | 'signOut'}` | 'connections.connect';
export type TransferName = `outbox.${'exportEntries' | 'importEntries' | 'giveUpAll'}`;

const queued = (kind: string, count = 1) => ({ [`${kind} queued`]: count, records: count });
const put = (kind: string, from: string, to: string, count = 1) => ({
  [`${kind} ${from}`]: -count,
  [`${kind} ${to}`]: count,
});
const label = ({ there }: Desk, at: number) => ({ ...there.labels[at]!, pages: [1], anyway: true });
const paper = ({ there }: Desk) => ({ planId: there.plans[0]!, kind: 'loading-list', driverId: null }) as const;
const order = (name: string) => stopOf(name);

async function lastBatch({ app }: Desk) {
  const [batch] = await app.handlers.batches.list();
  const { labels } = await app.handlers.batches.get({ batchId: batch!.id });
  return { batchId: batch!.id, label: labels[0]! };
}

const importId = randomUUID();
const stopImportId = randomUUID();
const unassignedImportId = randomUUID();
const driverImportId = randomUUID();

export const rows: Rows<Exclude<GestureName, SessionName | TransferName>> = {
  'session.confirmAccount': { asked: () => ({ kind: 'planning' }), makes: {} },

  'plans.create': {
    asked: () => ({ plan: { title: 'Tour', starts: { year: 2026, month: 6, day: 15 } }, draftId: null }),
    makes: queued('plans.create'),
  },
  'plans.edit': {
    asked: ({ there }) => ({
      ...{ planId: there.plans[1]!, change: { title: 'Other' }, base: { title: 'Before' }, draftId: null },
    }),
    makes: queued('plans.update'),
  },
  'plans.copy': {
    asked: ({ there }) => ({
      ...{ planId: there.plans[0]!, plan: { title: 'Tour', starts: { year: 2026, month: 6, day: 16 } } },
      ...{ drivers: [], withStops: false },
    }),
    makes: queued('plans.create'),
  },
  'plans.remove': { asked: ({ there }) => ({ planId: there.plans[2]! }), makes: queued('plans.delete') },
  'plans.command': {
    asked: ({ there }) => ({ planId: there.plans[3]!, command: 'optimize' }),
    makes: queued('plans.optimize'),
  },

  'stops.add': {
    asked: ({ there }) => ({ planId: there.plans[0]!, stop: stopOf('Anna Berger'), draftId: null }),
    makes: queued('stops.create'),
  },
  'stops.edit': {
    asked: ({ there }) => ({
      ...{ planId: there.plans[0]!, id: there.stops[0]!, draftId: null },
      ...{ change: { notes: 'Ring twice' }, base: { notes: null } },
    }),
    makes: queued('stops.update'),
  },
  'stops.editMany': {
    asked: ({ there }) => ({
      planId: there.plans[0]!,
      edits: there.stops.slice(6, 8).map((id) => ({ id, change: { notes: 'Side door' }, base: { notes: null } })),
    }),
    makes: queued('stops.update', 2),
  },
  'stops.undoEdits': {
    async asked({ app, there }) {
      const [planId, id] = [there.plans[0]!, there.stops[8]!];
      await app.handlers.stops.editMany({ planId, edits: [{ id, change: { notes: 'Side' }, base: { notes: null } }] });
      return { planId, edits: [{ id, change: { notes: 'Side' }, before: { notes: null } }] };
    },
    makes: put('stops.update', 'queued', 'given-up'),
  },
  'stops.relocate': {
    asked: ({ there }) => ({
      ...{ planId: there.plans[0]!, id: there.stops[1]!, stop: stopOf('Elsewhere'), draftId: null },
    }),
    makes: queued('stops.move'),
  },
  'stops.move': {
    asked: ({ there }) => ({ planId: there.plans[0]!, ids: there.stops.slice(2, 4), toPlanId: there.plans[1]! }),
    makes: queued('stops.move', 2),
  },
  'stops.unassign': {
    asked: ({ there }) => ({ planId: there.plans[0]!, ids: [there.stops[9]!] }),
    makes: { 'unassignedStops.create queued': 1, 'stops.delete queued': 1, records: 2 },
  },
  'stops.undoMoves': {
    async asked({ app, there }) {
      const [planId, id] = [there.plans[0]!, there.stops[10]!];
      await app.handlers.stops.move({ planId, ids: [id], toPlanId: there.plans[1]! });
      return { ids: [id] };
    },
    makes: put('stops.move', 'queued', 'given-up'),
  },
  'stops.remove': {
    asked: ({ there }) => ({ planId: there.plans[0]!, ids: [there.stops[4]!] }),
    makes: queued('stops.delete'),
  },
  'stops.restore': {
    async asked({ app, there }) {
      const asked = { planId: there.plans[0]!, ids: [there.stops[5]!] };
      await app.handlers.stops.remove(asked);
      return asked;
    },
    makes: put('stops.delete', 'queued', 'given-up'),
  },
  'stops.correct': {
    asked: ({ there }) => ({ entryId: there.waiting.stops[0]!, stop: stopOf('Corrected'), draftId: null }),
    makes: {},
  },

  'unassignedStops.add': {
    asked: () => ({ stop: stopOf('Anna Berger'), depot: null, draftId: null }),
    makes: queued('unassignedStops.create'),
  },
  'unassignedStops.edit': {
    asked: ({ there }) => ({
      ...{ id: there.unassigned[0]!, change: { notes: 'Ring twice' }, base: { notes: null }, draftId: null },
    }),
    makes: queued('unassignedStops.update'),
  },
  'unassignedStops.editMany': {
    asked: ({ there }) => ({
      edits: there.unassigned.slice(7, 9).map((id) => ({ id, change: { notes: 'Side door' }, base: { notes: null } })),
    }),
    makes: queued('unassignedStops.update', 2),
  },
  'unassignedStops.correct': {
    asked: ({ there }) => ({ entryId: there.waiting.unassigned[0]!, stop: stopOf('Corrected'), draftId: null }),
    makes: {},
  },
  'unassignedStops.relocate': {
    asked: ({ there }) => ({ id: there.unassigned[1]!, stop: stopOf('Elsewhere'), draftId: null }),
    makes: { 'unassignedStops.create queued': 1, 'unassignedStops.delete queued': 1, records: 2 },
  },
  'unassignedStops.assign': {
    asked: ({ there }) => ({ ids: [there.unassigned[2]!], planId: there.plans[0]! }),
    makes: { 'stops.create queued': 1, 'unassignedStops.delete queued': 1, records: 2 },
  },
  'unassignedStops.remove': {
    asked: ({ there }) => ({ ids: [there.unassigned[3]!] }),
    makes: queued('unassignedStops.delete'),
  },
  'unassignedStops.restore': {
    async asked({ app, there }) {
      const ids = [there.unassigned[4]!];
      await app.handlers.unassignedStops.remove({ ids });
      return { ids };
    },
    makes: put('unassignedStops.delete', 'queued', 'given-up'),
  },

  'drivers.create': {
    asked: () => ({ driver: { name: 'Mia Kern', email: 'mia@example.com' }, draftId: null }),
    makes: queued('drivers.create'),
  },
  'drivers.addMany': {
    asked: () => ({
      drivers: [{ email: 'one@example.com' }, { phone: '030 1234567' }],
      of: { importId: driverImportId, name: 'retailer.xlsx', keys: ['line-2', 'line-3'], last: true },
    }),
    makes: queued('drivers.create', 2),
  },
  'drivers.edit': {
    asked: ({ there }) => ({
      ...{ id: there.drivers[0]!, change: { name: 'Other' }, base: { name: 'Before' }, draftId: null },
    }),
    makes: queued('drivers.update'),
  },
  'drivers.editMany': {
    asked: ({ there }) => ({
      edits: there.drivers.slice(3, 5).map((id) => ({ id, change: { name: 'Other' }, base: { name: 'Before' } })),
    }),
    makes: queued('drivers.update', 2),
  },
  'drivers.correct': {
    asked: ({ there }) => ({
      ...{ entryId: there.waiting.drivers[0]!, driver: { name: 'Corrected', email: 'five@example.com' } },
      draftId: null,
    }),
    makes: {},
  },
  'drivers.remove': { asked: ({ there }) => ({ ids: [there.drivers[1]!] }), makes: queued('drivers.delete') },
  'drivers.restore': {
    async asked({ app, there }) {
      const ids = [there.drivers[2]!];
      await app.handlers.drivers.remove({ ids });
      return { ids };
    },
    makes: put('drivers.delete', 'queued', 'given-up'),
  },

  'stops.addMany': {
    asked: ({ there }) => ({
      ...{ planId: there.plans[0]!, stops: [stopOf('Row 1'), stopOf('Row 2')] },
      of: { importId: stopImportId, name: 'retailer.xlsx', keys: ['line-2', 'line-3'], last: true },
    }),
    makes: queued('stops.create', 2),
  },

  'unassignedStops.addMany': {
    asked: () => ({
      ...{ stops: [stopOf('Row 1'), stopOf('Row 2')], depot: null },
      of: { importId: unassignedImportId, name: 'retailer.xlsx', keys: ['line-2', 'line-3'], last: true },
    }),
    makes: queued('unassignedStops.create', 2),
  },

  'imports.pause': { asked: ({ there }) => ({ id: there.sentImport.id }), makes: {} },
  'imports.continue': { asked: ({ there }) => ({ id: there.sentImport.id }), makes: {} },
  'imports.takeBack': {
    asked: ({ there }) => ({ id: there.sentImport.id, rejected: { 'line-4': 'The address was not found.' } }),
    makes: put('unassignedStops.create', 'refused', 'given-up'),
  },
  'imports.cancel': {
    asked: ({ there }) => ({ id: there.sentImport.id }),
    makes: put('unassignedStops.create', 'queued', 'given-up', 2),
  },

  'orders.add': { asked: () => ({ order: order('Anna Berger'), draftId: null }), makes: queued('orders.create') },
  'orders.addMany': {
    asked: () => ({
      orders: [order('Row 1'), order('Row 2')],
      of: { importId, name: 'retailer.xlsx', keys: ['line-2', 'line-3'], last: true },
    }),
    makes: queued('orders.create', 2),
  },
  'orders.edit': {
    asked: ({ there }) => ({
      orderId: there.drafts[0]!,
      edit: { recipient: { name: 'Other' } },
      base: { recipient: { name: 'Before' } },
      draftId: null,
    }),
    makes: queued('orders.update'),
  },
  'orders.editMany': {
    asked: ({ there }) => ({
      edits: there.drafts.slice(1, 3).map((orderId) => ({
        ...{ orderId, edit: { recipient: { name: 'Other' } }, base: { recipient: { name: 'Before' } } },
      })),
    }),
    makes: queued('orders.update', 2),
  },
  'orders.correct': {
    asked: ({ there }) => ({ entryId: there.waiting.orders[0]!, order: order('Corrected'), draftId: null }),
    makes: {},
  },
  'orders.remove': {
    asked: ({ there }) => ({ orderIds: [there.drafts[3]!], withdraw: false }),
    makes: queued('orders.delete'),
  },
  'orders.submit': {
    asked: ({ there }) => ({ orderIds: [there.drafts[4]!], courierId: there.courierId }),
    makes: queued('orders.submit'),
  },
  'orders.withdraw': {
    asked: ({ there }) => ({ orderIds: [there.submitted[0]!] }),
    makes: queued('orders.withdraw'),
  },
  'orders.retry': {
    asked: ({ there }) => ({ orderIds: [there.refusedOrder] }),
    makes: put('orders.create', 'refused', 'queued'),
  },
  'orders.giveUp': {
    asked: ({ there }) => ({ orderIds: [there.waitingOrder] }),
    makes: put('orders.create', 'queued', 'given-up'),
  },

  'labels.print': {
    asked: (desk) => ({ ...label(desk, 0), printer: 'Labels' }),
    makes: { pages: 1, prints: 1 },
  },
  'labels.printInDialog': { asked: (desk) => label(desk, 1), makes: { dialogs: 1, prints: 1 } },
  'labels.confirm': {
    async asked(desk) {
      const [print] = await desk.app.handlers.labels.prints({ orderId: label(desk, 0).orderId });
      return { printId: print!.id, onPaper: true };
    },
    makes: {},
  },
  'labels.printTestPage': { asked: () => ({ printer: 'Labels' }), makes: { pages: 1 } },
  'papers.print': { asked: (desk) => ({ ...paper(desk), printer: 'Labels' }), makes: { pages: 1 } },
  'papers.printInDialog': { asked: paper, makes: { dialogs: 1 } },

  'batches.start': {
    asked: (desk) => ({ orderIds: [label(desk, 2).orderId], printer: 'Labels' }),
    makes: { batches: 1, pages: 1, prints: 1 },
  },
  'batches.pause': { asked: async (desk) => ({ batchId: (await lastBatch(desk)).batchId }), makes: {} },
  'batches.continue': { asked: async (desk) => ({ batchId: (await lastBatch(desk)).batchId }), makes: {} },
  'batches.continueFrom': {
    asked: async (desk) => ({ labelId: (await lastBatch(desk)).label.id, page: 1, outOfQueue: false }),
    makes: { pages: 1, prints: 1 },
  },
  'batches.decide': {
    async asked(desk) {
      const { label: on } = await lastBatch(desk);
      await desk.app.handlers.labels.confirm({ printId: on.prints[0]!.id, onPaper: false });
      return { labelId: on.id, choice: 'again' };
    },
    makes: { pages: 1, prints: 1 },
  },
  'batches.end': { asked: async (desk) => ({ batchId: (await lastBatch(desk)).batchId }), makes: {} },

  'outbox.retry': {
    asked: ({ there }) => ({ entryId: there.refused[0]! }),
    makes: put('stops.create', 'refused', 'queued'),
  },
  'outbox.giveUp': {
    asked: ({ there }) => ({ entryId: there.waiting.stops[1]! }),
    makes: put('stops.create', 'queued', 'given-up'),
  },
  'outbox.decide': {
    asked: ({ there }) => ({ entryIds: [there.refused[1]!], choice: { way: 'send-again' } }),
    makes: put('stops.create', 'refused', 'queued'),
  },
  'outbox.decideAlike': {
    asked: ({ there }) => ({ entryId: there.refused[2]!, choice: { way: 'give-up' } }),
    makes: put('stops.create', 'refused', 'given-up', 2),
  },
};

/** In this order and at a separate desk: waiting entries are exported, imported again and discarded. */
export const transferRows: Rows<TransferName> = {
  'outbox.exportEntries': { asked: () => ({ keep: false }), makes: { files: 1 } },
  'outbox.importEntries': { asked: () => ({}), makes: { files: 1 } },
  'outbox.giveUpAll': { asked: () => ({}), makes: {} },
};
