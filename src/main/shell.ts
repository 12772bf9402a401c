/** The app around its window: everything that is loaded while the window starts (docs/decisions/start.md). */
import { release } from 'node:os';
import { join } from 'node:path';
import { app, dialog, type BrowserWindow, type RenderProcessGoneDetails } from 'electron';
import { proxyEnvironment } from './api/proxy.ts';
import { createApp, type App } from './app.ts';
import { WindowAttendance } from './attendance.ts';
import { CrashReports } from './crashes.ts';
import { Keychain } from './keys/keychain.ts';
import { preflightLibraries } from './labels/preflight-libraries.ts';
import { chromiumBackEnd } from './labels/print-chromium.ts';
import { cupsBackEnd } from './labels/print-cups.ts';
import { describeError, type Log } from './log.ts';
import { chromiumPrinting } from './platform/chromium-printing.ts';
import { t } from '../messages/index.ts';
import { paperDrawing } from './platform/paper-drawing.ts';
import { createDesktop } from './platform/desktop.ts';
import { askToStartAgain } from './platform/dialogs.ts';
import { installerHere, installFile, policyFile, startAgain } from './platform/installation.ts';
import { answersCalls, type AnswerCalls } from './platform/ipc.ts';
import { openLog } from './platform/log-file.ts';
import { preflightStarter } from './platform/preflight.ts';
import { createTrainingLauncher } from './platform/training.ts';
import { chromiumNetwork } from './platform/proxy.ts';
import { askToClose, watchUse, watchWindow } from './platform/window-life.ts';
import { timesAsked } from './sending/wait-times.ts';
import type { Start } from './app/starts.ts';
import type { SpareThread } from './db/spare-thread.ts';
import { realSystem } from './system.ts';
import { readUpdateKeys } from './updates/keys.ts';
import type { Notice } from '../shared/connections.ts';
import { channels } from '../shared/channels.ts';
import { AppError } from '../shared/errors.ts';

/** A start that lasts so long after the window has loaded has not failed; in milliseconds. */
const usableAfter = 5_000;
const closeBound = 8_000;
/** How long the window is waited for to keep what was typed last, in milliseconds. */
const keepBound = 1_000;

/** How long the first list is waited for before keys are read, and how long after it, in milliseconds. */
const shownWithin = { longest: 3_000, after: 50 };
const firstLists: ReadonlySet<string> = new Set(['plans.list', 'orders.list']);

/** What the entry has begun before this is loaded. */
export interface Begun {
  /** The app's own folder. */
  folder: string;
  /** The folder of main's built files. */
  built: string;
  start: Start;
  notices: Notice[];
  /** The zoom of the first document, in percent. */
  zoom: number;
  window: BrowserWindow;
  /** How the window's process ended before the rest was loaded; empty if it did not. */
  windowEnds: RenderProcessGoneDetails[];
  /** The file of the cache's worker, and a thread of it that is starting. */
  cacheWorker: URL;
  spareThread: SpareThread;
}

/** What the entry needs of the rest. */
export interface Running {
  answer: AnswerCalls;
  log: Log;
  /** Whether the app ends and shows nothing new. */
  isClosing: () => boolean;
}

/** What a report of a crash says first. */
const aboutHere = () =>
  `Depot Desk ${app.getVersion()}, Electron ${process.versions.electron}, ${process.platform} ${release()} ${process.arch}`;

/** What the parts of the shell share while the app runs. */
class Shell {
  readonly begun: Begun;
  readonly attendance = new WindowAttendance(realSystem);
  readonly log: Log;
  /** Resolved when the window has kept what was typed last. */
  readonly windowKept = Promise.withResolvers<undefined>();
  readonly crashes: CrashReports;
  window: BrowserWindow | null;
  /** Resolved when the window has its first list. */
  readonly firstShown = Promise.withResolvers<void>();
  opened: App | null = null;
  closing = false;
  /** Nothing is asked any more before the app ends: somebody has answered, or it starts again after an update. */
  isEndAgreed = false;

  constructor(begun: Begun) {
    const { folder, start, window } = begun;
    this.begun = begun;
    this.window = window;
    this.log = openLog(folder);
    this.crashes = new CrashReports({ folder, system: realSystem, about: aboutHere() });
    if (start.isAfterCrash) this.crashes.add({ part: 'main', reason: 'ended without being closed', isEarlier: true });
    if (start.isSafe)
      this.log.warn('the last starts failed: this one is without the graphics card and with new caches');
  }

  push = (name: string, payload: unknown): void => {
    const { window } = this;
    if (window !== null && !window.isDestroyed()) window.webContents.send(channels.push, name, payload);
  };

  /** Ends the app without a question about unfinished work. */
  quit = (): void => {
    this.isEndAgreed = true;
    app.quit();
  };

  /** @returns whether somebody is asked first because of unfinished work; the app ends if they want it to */
  asksFirst(): boolean {
    const { window } = this;
    const unfinished = this.opened?.unfinished() ?? null;
    if (this.closing || this.isEndAgreed || unfinished === null || window === null) return false;
    void askToClose(window, unfinished, this.quit);
    return true;
  }
}

/** The first list is read while the window starts. */
function beginApp(shell: Shell): { desktop: ReturnType<typeof createDesktop>; ready: Promise<App> } {
  const { log, push } = shell;
  const { folder, built, start, notices, cacheWorker, spareThread } = shell.begun;
  const printing = chromiumPrinting({ window: () => shell.window, system: realSystem });
  const desktop = createDesktop({
    window: () => shell.window,
    printing,
    drawPaper: paperDrawing(join(folder, 'printing'), { log, system: realSystem }),
    keyEntries: () => shell.opened?.keyEntries ?? null,
    keyEntryChanged: (entry) => push('keyEntry', entry),
    windowKept: () => shell.windowKept.resolve(undefined),
    zoom: shell.begun.zoom,
  });
  const training = createTrainingLauncher({
    entry: join(built, 'training.js'),
    folder: join(folder, 'training-service'),
    system: realSystem,
    log,
    ended: () => {
      if (shell.opened !== null) push('session', shell.opened.session());
    },
  });
  const ready = createApp({
    folder,
    version: app.getVersion(),
    system: realSystem,
    attendance: shell.attendance,
    log,
    crashes: shell.crashes,
    cacheWorker,
    spareThread,
    firstShown: shell.firstShown.promise,
    startPreflight: preflightStarter({
      program: join(built, '..', 'preload', 'preflight.cjs'),
      libraries: preflightLibraries,
    }),
    keyStore: new Keychain(realSystem),
    // Windows has no spooler that takes a PDF.
    backEnd: process.platform === 'win32' ? chromiumBackEnd(printing) : cupsBackEnd,
    desktop,
    training,
    network: { environment: proxyEnvironment(process.env), ...chromiumNetwork(realSystem) },
    times: timesAsked(process.env),
    policy: policyFile(),
    updates: {
      installer: installerHere(),
      keys: readUpdateKeys(join(built, '..', 'update-keys.json')),
      install: installFile,
      startAgain() {
        shell.isEndAgreed = true;
        startAgain();
      },
    },
    notices,
    push,
  });
  ready.then(
    (result) => {
      shell.opened = result;
    },
    (error: unknown) => {
      log.warn(`start: ${describeError(error)}`);
      shell.crashes.add({ part: 'main', reason: 'the start failed', error });
      // The message is about a full disk or a file that cannot be opened, and new caches would not help. They may where
      // the thread of the cache ended before it answered.
      if (error instanceof AppError && error.code === 'storage.lists') start.crashed();
      else start.closed();
      dialog.showErrorBox(t('desktop.startFailed'), t('desktop.startFailedDetail'));
      app.exit(1);
    },
  );
  return { desktop, ready };
}

/** Ends the app, as somebody asked for. */
function exit(shell: Shell): void {
  shell.begun.start.closed();
  app.exit(0);
}

/** Standard output of a terminal that was closed. */
const isBrokenPipe = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EIO');

/**
 * Ends the app after an error that nobody handled. What it would do next is unknown, and what was entered is saved. The user
 * can start it again at once.
 */
function endAtErrors(shell: Shell): void {
  process.on('uncaughtException', (error: unknown) => {
    if (isBrokenPipe(error)) return;
    shell.crashes.add({ part: 'main', reason: 'an error that nobody handled', error });
    shell.begun.start.crashed();
    shell.log.warn(`main ended: ${error instanceof Error ? error.name : 'unknown error'}`);
    // Where nothing can be shown any more, it only ends.
    if (!shell.closing && askToStartAgain()) app.relaunch();
    app.exit(1);
  });
}

/** Ends the app once: the window keeps what was typed last, then main closes what it has open. */
function endInOrder(shell: Shell, ready: Promise<App>): void {
  if (shell.closing) return;
  shell.closing = true;
  shell.begun.start.finished();
  // From now on nothing is taken: what is typed would be taken half, or seem to be.
  shell.push('closing', null);
  // A window that is gone has kept everything; one that does not answer does not keep the app open.
  realSystem.after(shell.window === null ? 0 : keepBound, () => shell.windowKept.resolve(undefined));
  // What hangs (a keychain, a socket) does not keep the app open: everything that counts is committed already.
  realSystem.after(closeBound, () => exit(shell));
  Promise.all([ready, shell.windowKept.promise])
    .then(([result]) => result.close())
    .catch((error: unknown) => shell.log.warn(`close: ${describeError(error)}`))
    .finally(() => exit(shell));
}

function quitInOrder(shell: Shell, ready: Promise<App>): void {
  app.on('before-quit', (event) => {
    // Asked for once more, it ends no sooner: what is on its way is still being written down.
    event.preventDefault();
    // The menu of macOS does not close the window first, which would ask.
    if (process.platform === 'darwin' && shell.asksFirst()) return;
    endInOrder(shell, ready);
  });
  // From here on Windows may end the app at any moment, because its user signs out, and that is no crash.
  shell.window?.on('session-end', () => {
    shell.begun.start.closed();
    endInOrder(shell, ready);
  });
}

function attend(shell: Shell, window: BrowserWindow, desktop: ReturnType<typeof createDesktop>): void {
  desktop.watch(window);
  watchUse(window, shell.attendance);
  // Ctrl with the wheel, where no screen uses it itself.
  window.webContents.on('zoom-changed', (_event, change) => {
    shell.opened?.handlers.window
      .zoom({ change })
      .catch((error: unknown) => shell.log.warn(`zoom: ${describeError(error)}`));
  });
  window.on('close', (event) => {
    if (shell.asksFirst()) event.preventDefault();
  });
  watchWindow(window, {
    system: realSystem,
    log: shell.log,
    crashed: shell.crashes.add,
    reopened() {
      const notice = { kind: 'window-reopened' as const, file: null };
      if (shell.opened === null) shell.begun.notices.push(notice);
      else shell.opened.notice(notice);
    },
    close: shell.quit,
    endedBefore: shell.begun.windowEnds,
  });
  window.on('closed', () => {
    shell.window = null;
    // Not only when all windows are closed: one that nobody sees may be drawing a paper.
    app.quit();
  });
  const usable = () => realSystem.after(usableAfter, shell.begun.start.finished);
  if (window.webContents.isLoading()) window.webContents.once('did-finish-load', usable);
  else usable();
}

/** Opens what the office has, and answers the window. */
export function run(begun: Begun): Running {
  const shell = new Shell(begun);
  endAtErrors(shell);
  const { desktop, ready } = beginApp(shell);
  quitInOrder(shell, ready);
  attend(shell, begun.window, desktop);
  const isClosing = () => shell.closing;
  const answers = answersCalls({
    handlers: async () => (await ready).handlers,
    tell: () => shell.opened?.tellNow(),
    isClosing,
    log: shell.log,
  });
  realSystem.after(shownWithin.longest, shell.firstShown.resolve);
  const answer: AnswerCalls = async (isOurs, call) => {
    const answered = await answers(isOurs, call);
    if (firstLists.has(call.slice(0, 2).join('.'))) realSystem.after(shownWithin.after, shell.firstShown.resolve);
    return answered;
  };
  return { answer, log: shell.log, isClosing };
}
