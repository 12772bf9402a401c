import type { ArgumentOf, Contract } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { partsOf } from '../papers/parts.ts';
import type { Context } from './context.ts';
import { zoneOfPlan } from './depots.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { remember } from './labels.ts';
import { planOf } from './rows.ts';
import { saveFile } from './save-file.ts';

type Wanted = ArgumentOf<Contract['papers']['save']>;

export function paperHandlers(context: Context): MainHandlers['papers'] {
  async function read(planId: string) {
    const workspace = context.workspace();
    const plan = await planOf(workspace, planId);
    const { stops, asOf } = await workspace.cache.planStops(plan.id);
    return { plan, asOf, stops, parts: partsOf(stops) };
  }

  /** @throws AppError `record.not-found` when the part no longer exists */
  async function draw({ planId, kind, driverId }: Wanted): Promise<{ title: string; document: Uint8Array }> {
    // Loaded lazily with all its texts, for the first document only.
    const { pageFoot, paper, paperName } = await import('../papers/paper.ts');
    const { plan, asOf, parts: all } = await read(planId);
    const parts = driverId === null ? all : all.filter((part) => part.driverId === driverId);
    if (parts.length === 0) throw new AppError('record.not-found');
    const zone = await zoneOfPlan(context, plan.depot);
    const document = await context.desktop.drawPaper(paper({ kind, plan, parts, asOf, zone }), pageFoot());
    return { title: `${paperName(kind)} ${[plan.starts, plan.title].filter(Boolean).join(' ')}`, document };
  }

  return {
    async outline({ planId }) {
      const { asOf, stops, parts } = await read(planId);
      return {
        parts: parts.map(({ lines: _lines, ...part }) => part),
        waiting: stops.filter(({ row }) => row.origin === 'outbox').length,
        asOf,
      };
    },

    async save(wanted) {
      const { title, document } = await draw(wanted);
      return saveFile(context, title, 'pdf', document);
    },

    print: once(context, 'papers.print', {
      async work({ printer, ...wanted }, gesture) {
        const { labelPrinter, paperPrinter } = context.workspace();
        await labelPrinter.mustBeThere(printer);
        const { title, document } = await draw(wanted);
        gesture.commit(() => null, 'begun');
        await paperPrinter.print(document, title, printer);
        gesture.commit(() => null);
        remember(context, 'paperPrinter', printer);
      },
      answer: () => undefined,
    }),

    printInDialog: once(context, 'papers.printInDialog', {
      async work(wanted, gesture: Gesture<{ printed: boolean }>) {
        const { paperPrinter } = context.workspace();
        const { title, document } = await draw(wanted);
        gesture.commit(() => ({ printed: false }), 'begun');
        const printed = await paperPrinter.printInDialog(document, title, context.desktop.showPrintDialog);
        gesture.commit(() => ({ printed }));
      },
      answer: (outcome) => outcome,
    }),
  };
}
