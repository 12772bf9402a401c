/** Asks before the window closes with unfinished work, and reopens it when its process crashes. */
import { dialog, type BrowserWindow, type RenderProcessGoneDetails } from 'electron';
import type { Unfinished } from '../app.ts';
import type { WindowAttendance } from '../attendance.ts';
import type { CrashReports } from '../crashes.ts';
import type { Log } from '../log.ts';
import type { OutboxSummary } from '../../shared/outbox.ts';
import type { System } from '../system.ts';
import { t } from '../../messages/index.ts';

let asking = false;

/** Text about the entries that are not sent yet. */
const closeWaiting = ({ waiting: count, waitingOf }: OutboxSummary) =>
  count === waitingOf.stops ? t('desktop.closeWaitingStops', { count }) : t('desktop.closeWaitingEntries', { count });

/**
 * Asks before the window closes while entries wait or labels are printing. All of that continues while the dialog is
 * open.
 * @param close ends the app
 */
export async function askToClose(window: BrowserWindow, what: Unfinished, close: () => void): Promise<void> {
  if (asking) return;
  asking = true;
  const { outbox, labels, pages } = what;
  const waits = outbox.waiting > 0;
  const said = [
    ...(waits ? [closeWaiting(outbox)] : []),
    ...(labels === null ? [] : [t('desktop.closePrinting', labels)]),
    ...(pages === null ? [] : [t('desktop.closePages', pages)]),
  ];
  const then = [
    ...(waits ? [t('desktop.closeDetail')] : []),
    ...(labels === null ? [] : [t('desktop.closePrintingDetail')]),
    ...(pages === null ? [] : [t('desktop.closePagesDetail')]),
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

/** Reports each key press, mouse movement and return to the window. */
export function watchUse(window: BrowserWindow, attendance: WindowAttendance): void {
  window.webContents.on('input-event', () => attendance.seen());
  window.on('focus', () => attendance.seen());
}

export interface Watching {
  system: System;
  log: Log;
  crashed: CrashReports['add'];
  /** Called when the window is reopened, so that it can tell the user. */
  reopened: () => void;
  /** Ends the app. */
  close: () => void;
  /** How the window's process ended before it was watched. */
  endedBefore: readonly RenderProcessGoneDetails[];
}

/** Two crashes within this time, in milliseconds, are not a coincidence. */
const againWithin = 60_000;

/**
 * Handles crashes of the window's process, such as graphics driver faults, lack of memory or faults of Chromium. Main holds
 * everything that was typed, so the window reopens immediately. At a second crash within a minute, the user is asked.
 */
export function watchWindow(window: BrowserWindow, watching: Watching): void {
  const { system, log, crashed, reopened, close, endedBefore } = watching;
  let endedAt = Number.NEGATIVE_INFINITY;
  const open = () => {
    reopened();
    window.webContents.reload();
  };
  const ended = ({ reason, exitCode }: RenderProcessGoneDetails) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log.warn(`the process of the window ended: ${reason}`);
    crashed({ part: 'window', reason: `${reason}, exit code ${exitCode}` });
    const now = system.elapsed();
    const isAgain = now - endedAt < againWithin;
    endedAt = now;
    if (!isAgain) {
      // Deferred, because Chromium is still tearing down the old process during the event.
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
  };
  window.webContents.on('render-process-gone', (_event, details) => ended(details));
  endedBefore.forEach(ended);
}
