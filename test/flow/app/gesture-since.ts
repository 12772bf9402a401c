/**
 * What a user does after a gesture, to reveal whether a late repeat runs the gesture again. Without it, a repeat could
 * set the same values once more, and no count would change.
 */
import type { GestureArgument, GestureName } from '../../../src/shared/contract.ts';
import { stopOf, type Desk } from './gesture-desk.ts';

type After<Name extends GestureName> = (desk: Desk, asked: GestureArgument<Name>) => Promise<unknown>;

const restsNow = 'the batch has been printed by then, and stays so';
const isOver = 'what was given up or sent meanwhile stays so, by itself';

/** Gestures whose repetition changes neither counts nor content, and why. In the order of the table. */
export const unseen: Partial<Record<GestureName, string>> = {
  'session.confirmAccount': 'says that the key is of this account: nothing takes that back meanwhile',
  'orders.retry': isOver,
  'labels.confirm': 'what was said of a page stays, by itself',
  'batches.pause': restsNow,
  'batches.continue': restsNow,
  'batches.end': restsNow,
  'outbox.retry': isOver,
};

export const since: { [Name in GestureName]?: After<Name> } = {
  'plans.edit': ({ app }, { planId }) =>
    app.handlers.plans.edit({ planId, change: { title: 'Since' }, base: { title: 'Other' }, draftId: null }),
  'stops.edit': ({ app }, { planId, id }) =>
    app.handlers.stops.edit({ planId, id, change: { notes: 'Since' }, base: { notes: 'Ring twice' }, draftId: null }),
  'stops.editMany': ({ app }, { planId, edits }) =>
    app.handlers.stops.editMany({
      planId,
      edits: edits.map(({ id }) => ({ id, change: { notes: 'Since' }, base: { notes: 'Side door' } })),
    }),
  'stops.correct': ({ app }, { entryId }) =>
    app.handlers.stops.correct({ entryId, stop: stopOf('Since'), draftId: null }),
  'unassignedStops.edit': ({ app }, { id }) =>
    app.handlers.unassignedStops.edit({
      ...{ id, change: { notes: 'Since' }, base: { notes: 'Ring twice' }, draftId: null },
    }),
  'unassignedStops.editMany': ({ app }, { edits }) =>
    app.handlers.unassignedStops.editMany({
      edits: edits.map(({ id }) => ({ id, change: { notes: 'Since' }, base: { notes: 'Side door' } })),
    }),
  'unassignedStops.correct': ({ app }, { entryId }) =>
    app.handlers.unassignedStops.correct({ entryId, stop: stopOf('Since'), draftId: null }),
  'drivers.edit': ({ app }, { id }) =>
    app.handlers.drivers.edit({ id, change: { name: 'Since' }, base: { name: 'Other' }, draftId: null }),
  'drivers.editMany': ({ app }, { edits }) =>
    app.handlers.drivers.editMany({
      edits: edits.map(({ id }) => ({ id, change: { name: 'Since' }, base: { name: 'Other' } })),
    }),
  'drivers.correct': ({ app }, { entryId }) =>
    app.handlers.drivers.correct({ entryId, driver: { name: 'Since', email: 'five@example.com' }, draftId: null }),
  'orders.edit': ({ app }, { orderId }) => app.handlers.orders.edit({ orderId, ...renamed, draftId: null }),
  'orders.editMany': ({ app }, { edits }) =>
    app.handlers.orders.editMany({ edits: edits.map(({ orderId }) => ({ orderId, ...renamed })) }),
  'orders.correct': ({ app }, { entryId }) =>
    app.handlers.orders.correct({ entryId, order: stopOf('Since'), draftId: null }),
  async 'batches.decide'({ app }, { labelId }) {
    const [batchId = ''] = labelId.split(':');
    const { labels } = await app.handlers.batches.get({ batchId });
    const print = labels.find(({ id }) => id === labelId)?.prints.at(-1);
    await app.handlers.labels.confirm({ printId: print?.id ?? '', onPaper: false });
  },
};

const renamed = { edit: { recipient: { name: 'Since' } }, base: { recipient: { name: 'Other' } } };
