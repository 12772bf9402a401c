/** Drives the outbox screen, and fills the outbox. */
import type { ElectronApplication, Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import type { StopRow } from '../../src/shared/stops.ts';
import { waitFor } from './processes.ts';
import { callBackend, statusBar } from './screens.ts';

/** The rendered rows. */
export const entries = (window: Page): Locator =>
  window.getByRole('grid', { name: t('outbox.table') }).locator('[role="row"][aria-selected]');

/** Answers the system's file dialogs, which a test cannot reach, with this path. */
export async function answerFileDialogs(electron: ElectronApplication, path: string): Promise<void> {
  await electron.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: file });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
  }, path);
}

/** Makes two edits of stops whose base differs from the service's values; both need a decision. */
export async function crossedEdits(page: Page): Promise<void> {
  // Plans are loaded before their stops.
  const { plan, stops } = await waitFor(
    'a plan with stops that can be changed',
    async () => {
      const plans = await callBackend<{ rows: PlanRow[] }>(page, 'plans', 'list');
      const found = plans.rows.find(({ writable, stopCount }) => writable && (stopCount ?? 0) > 2);
      if (!found) return undefined;
      const { rows } = await callBackend<{ rows: StopRow[] }>(page, 'stops', 'list', {
        planId: found.id,
        cursor: null,
      });
      const read = rows.filter(({ type }) => type === 'stop').slice(0, 2);
      return read.length === 2 ? { plan: found, stops: read } : undefined;
    },
    60_000,
  );
  for (const { id } of stops) {
    await callBackend(page, 'stops', 'edit', {
      planId: plan.id,
      id,
      change: { notes: 'Back door', packageCount: 7 },
      base: { notes: 'Front door', packageCount: 9 },
      draftId: null,
    });
  }
  await expect(statusBar(page)).toContainText(t('shell.asking', { count: 2 }), { timeout: 30_000 });
}
