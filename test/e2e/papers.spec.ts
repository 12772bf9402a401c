/** A4 documents of a plan, printed by the real app through the real spooler and read by an independent program. */
import { execFileSync } from 'node:child_process';
import type { StopRow } from '../../src/shared/stops.ts';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { startLabelPrinter, whyNoPrinter } from '../support/label-printer.ts';
import { pageSizes, whyNotRead } from '../support/label-tools.ts';
import { callBackend, openConnected, openPlan } from '../support/screens.ts';

const reason = whyNoPrinter() ?? whyNotRead();
test.skip(reason !== undefined, `NOT TESTED: papers through a spooler: ${reason ?? ''}`);

/** The text of a PDF, line by line in its layout. */
const textOf = (file: string) => execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });

test('prints a driver sheet in order and a loading list in reverse on A4, with every stop of the driver', async ({
  service,
  client,
  start,
  folder,
}) => {
  const plans = await client.plans();
  const planned = plans.find(
    ({ title, optimization }) =>
      optimization === 'optimized' && plans.filter((other) => other.title === title).length === 1,
  );
  if (!planned) throw new Error('the training data has no optimised plan with a title of its own');
  const printer = await startLabelPrinter(folder('printer'));
  try {
    const app = await start({ env: { CUPS_SERVER: printer.server } });
    const { window } = app;
    await openConnected(app, service);
    // The plan is far down a list that is still loading.
    await window.getByRole('textbox', { name: t('common.filter') }).fill(planned.title);
    await openPlan(window, planned.title);
    const list = () => callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', { planId: planned.id, cursor: null });
    await expect.poll(async () => (await list()).rows.length).toBeGreaterThan(0);
    const driver = (await list()).rows.find(
      ({ type, driverName }) => type === 'stop' && driverName !== null,
    )?.driverName;
    if (driver == null) throw new Error('no stop of the plan has a driver');
    const stops = (await list()).rows.filter(({ type, driverName }) => type === 'stop' && driverName === driver);
    const namesOf = (rows: readonly StopRow[]) => rows.map(({ recipientName }) => recipientName ?? '');

    const paper = async (kind: string, index: number) => {
      await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
      await window.getByRole('menuitem', { name: t('papers.menu') }).click();
      const dialog = window.getByRole('dialog', { name: t('papers.title', { title: planned.title }) });
      await dialog.getByLabel(new RegExp(`^${t('papers.kind')}`)).click();
      await window.getByRole('option', { name: kind }).click();
      await dialog.getByLabel(new RegExp(`^${t('papers.drivers')}`)).click();
      await window.getByRole('option', { name: driver }).click();
      if (index === 0) {
        await dialog.getByLabel(new RegExp(`^${t('papers.printer')}`)).click();
        await window.getByRole('option', { name: printer.queue }).first().click();
      }
      // The second time the printer is remembered, so the keyboard suffices.
      if (index === 0) await dialog.getByRole('button', { name: t('papers.print'), exact: true }).click();
      else await window.keyboard.press('ControlOrMeta+Enter');
      await expect(dialog).toBeHidden({ timeout: 20_000 });
      const job = await printer.job(index);
      expect(job.media).toMatch(/x-dimension=21000 y-dimension=29700|iso_a4/);
      for (const { widthMillimetres, heightMillimetres } of pageSizes(job.file)) {
        expect([Math.round(widthMillimetres), Math.round(heightMillimetres)]).toEqual([210, 297]);
      }
      return textOf(job.file);
    };

    const sheet = await paper(t('papers.driverSheet'), 0);
    expect(sheet).toContain(driver);
    expect(sheet).toContain(planned.title);
    expect(notInOrder(sheet, namesOf(stops))).toEqual([]);
    const loading = await paper(t('papers.loadingList'), 1);
    // Pickups are not loaded.
    const loaded = stops.filter(({ activity }) => activity !== 'pickup');
    expect(notInOrder(loading, namesOf(loaded.toReversed()))).toEqual([]);
    const listeners = await app.electron.evaluate(({ session }) =>
      session.fromPartition('papers').listenerCount('will-download'),
    );
    expect(listeners, 'each paper leaves nothing in the session that draws them').toBe(1);
  } finally {
    await printer.stop();
  }
});

/** Names that do not follow those before them. Several recipients may share a name. */
function notInOrder(text: string, names: readonly string[]): string[] {
  let from = 0;
  return names.filter((name) => {
    const at = text.indexOf(name, from);
    if (at >= 0) from = at + name.length;
    return at < 0;
  });
}
