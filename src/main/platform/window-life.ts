/** How the window ends: asked about while something is under way, and opened again when its process ends by itself. */
import { dialog, type BrowserWindow } from 'electron';
import type { Unfinished } from '../app.ts';
import type { Log } from '../log.ts';
import type { OutboxSummary } from '../../shared/outbox.ts';
import type { System } from '../system.ts';
import { t } from '../../messages/index.ts';

let asking = false;

/** What has not reached the service, in words. */
const closeWaiting = ({ waiting: count, waitingOf }: OutboxSummary) =>
  count === waitingOf.stops ? t('desktop.closeWaitingStops', { count }) : t('desktop.closeWaitingEntries', { count });

/**
 * Says what waits, or is being printed, before the window closes; both go on while the person thinks.
 * @param close ends the app
 */
export async function askToClose(window: BrowserWindow, what: Unfinished, close: () => void): Promise<void> {
  if (asking) return;
  asking = true;
  const { outbox, labels } = what;
  const waits = outbox.waiting > 0;
  const said = [
    ...(waits ? [closeWaiting(outbox)] : []),
    ...(labels === null ? [] : [t('desktop.closePrinting', labels)]),
  ];
  const then = [
    ...(waits ? [t('desktop.closeDetail')] : []),
    ...(labels === null ? [] : [t('desktop.closePrintingDetail')]),
  ];
  try {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      title: t('desktop.closeTitle'),
      message: said.join('\n'),
      detail: then.join('\n'),
      buttons: [t('desktop.keepOpen'), t('desktop.close')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === 1) close();
  } finally {
    asking = false;
  }
}

export interface Watching {
  system: System;
  log: Log;
  /** Told when the window is opened again, so that it can say so. */
  reopened: () => void;
  /** Ends the app. */
  close: () => void;
}

/** Twice within this time it is not chance. */
const againWithin = 60_000;

/**
 * The process of the window may end by itself: a driver of the screen, memory, a fault of Chromium. Everything that was
 * typed lies in main, so the window is opened again at once; the next time within a minute a person is asked instead.
 */
export function watchWindow(window: BrowserWindow, { system, log, reopened, close }: Watching): void {
  let endedAt = Number.NEGATIVE_INFINITY;
  const open = () => {
    reopened();
    window.webContents.reload();
  };
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log.warn(`the process of the window ended: ${reason}`);
    const now = system.elapsed();
    const isAgain = now - endedAt < againWithin;
    endedAt = now;
    if (!isAgain) {
      // Not within the event: Chromium is still taking the old process down.
      system.after(0, () => {
        if (!window.isDestroyed()) open();
      });
      return;
    }
    const question = {
      type: 'error' as const,
      title: t('desktop.windowEndedTitle'),
      message: t('desktop.windowEnded'),
      detail: t('desktop.windowEndedDetail'),
      buttons: [t('desktop.openAgain'), t('desktop.close')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    };
    void dialog.showMessageBox(window, question).then(({ response }) => {
      if (response === 1) close();
      else if (!window.isDestroyed()) open();
    });
  });
}
