/** What leaves after the paper was changed is checked for the new paper. */
import { describe, expect, it } from 'vitest';
import type { PrintBackEnd } from '../../../src/main/labels/print-back-end.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { BatchView } from '../../../src/shared/labels.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { foreignLabels } from '../../support/foreign-labels.ts';
import { officeWithDocuments } from './office-with-documents.ts';
import { outlets, printer } from './outlets.ts';

describe('a label that was checked before the paper was changed', () => {
  it('is checked again, and asks if the code would be cut off', async () => {
    const make = (kind: string) => foreignLabels.find(({ name }) => name === kind)!.make;
    const { open } = await officeWithDocuments([
      { name: 'FIRST', packageCount: 1, make: make('vectors') },
      { name: 'SECOND', packageCount: 1, make: make('a code at the edge') },
    ]);
    const at = outlets();
    const works = at.backEnd(false);
    const held = Promise.withResolvers<void>();
    let isBroken = true;
    const backEnd: PrintBackEnd = {
      ...works,
      async print(request, named) {
        await held.promise;
        if (isBroken) throw new AppError('printer.failed');
        await works.print(request, named);
      },
    };
    const { app, orderIds } = await open({ backEnd });
    const ids = ['FIRST', 'SECOND'].map((name) => orderIds.get(name) ?? '');
    const { id: batchId } = await app.handlers.batches.start({ orderIds: ids, printer: printer.name });
    const until = (what: string, fits: (batch: BatchView) => boolean) =>
      waitFor(what, async () => {
        const batch = await app.handlers.batches.get({ batchId });
        return fits(batch) && batch;
      });
    await until('both checks', ({ labels }) => labels.every(({ state }) => state === 'ready'));
    held.resolve();
    await until('the pause', ({ state }) => state === 'paused');

    const { labelProfile } = await app.handlers.settings.get();
    await app.handlers.settings.set({ labelProfile: { ...labelProfile, stock: '4x6' } });
    isBroken = false;
    await app.handlers.batches.continue({ batchId });
    const { labels } = await until('the second label', (batch) => batch.labels[1]?.state === 'asks');
    expect(labels[0]?.state).toBe('printed');
    const reasons = labels[1]?.reason?.kind === 'found' ? labels[1].reason.findings.map(({ kind }) => kind) : [];
    expect(reasons.some((kind) => kind === 'spoilt-by-placing' || kind === 'narrow-quiet-zone')).toBe(true);
    expect(at.printed).toHaveLength(1);
    await app.handlers.batches.decide({ labelId: labels[1]?.id ?? '', choice: 'print-anyway' });
    await until('the end', ({ state }) => state === 'finished');
    expect(at.printed).toHaveLength(2);
  });
});
