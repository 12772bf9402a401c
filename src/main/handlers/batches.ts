import type { Batch } from '../../shared/labels.ts';
import type { Context } from './context.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { remember } from './labels.ts';

export function batchHandlers(context: Context): MainHandlers['batches'] {
  const batches = () => context.workspace().batches;
  return {
    start: once(context, 'batches.start', {
      async work({ orderIds, printer }, gesture: Gesture<Batch>) {
        const { cache } = context.workspace();
        const orders = await Promise.all(
          [...new Set(orderIds)].map(async (id) => {
            const order = await cache.getOrder(id);
            return { id, title: order?.row.externalId ?? id.replace(/^orders\//, '') };
          }),
        );
        await batches().start(orders, printer, (keep) => gesture.commit(keep));
        remember(context, 'labelPrinter', printer);
      },
      answer: (batch) => batch,
    }),
    list: async () => batches().list(),
    get: async ({ batchId }) => batches().view(batchId),
    pause: once(context, 'batches.pause', {
      work({ batchId }, gesture) {
        gesture.commit(() => {
          batches().pause(batchId);
          return null;
        });
      },
      answer: () => undefined,
    }),
    continue: once(context, 'batches.continue', {
      async work({ batchId }, gesture) {
        gesture.commit(() => null, 'begun');
        await batches().continue(batchId);
        gesture.commit(() => null);
      },
      answer: () => undefined,
    }),
    continueFrom: once(context, 'batches.continueFrom', {
      async work({ labelId, page, outOfQueue }, gesture) {
        gesture.commit(() => null, 'begun');
        await batches().continueFrom(labelId, page, outOfQueue);
        gesture.commit(() => null);
      },
      answer: () => undefined,
    }),
    end: once(context, 'batches.end', {
      work({ batchId }, gesture) {
        gesture.commit(() => {
          batches().end(batchId);
          return null;
        });
      },
      answer: () => undefined,
    }),
    decide: once(context, 'batches.decide', {
      async work({ labelId, choice }, gesture) {
        gesture.commit(() => null, 'begun');
        await batches().decide(labelId, choice);
        gesture.commit(() => null);
      },
      answer: () => undefined,
    }),
  };
}
