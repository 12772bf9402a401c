/** Electron's entry: one instance, safe defaults, then the app. */
import { createRequire } from 'node:module';
import { release, uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, Menu, session as sessions, type BrowserWindow } from 'electron';
import { proxyEnvironment } from './api/proxy.ts';
import { createApp, type App } from './app.ts';
import { WindowAttendance } from './attendance.ts';
import { CrashReports } from './crashes.ts';
import { Keychain } from './keys/keychain.ts';
import { preflightLibraries } from './labels/preflight-libraries.ts';
import { chromiumBackEnd } from './labels/print-chromium.ts';
import { cupsBackEnd } from './labels/print-cups.ts';
import { describeError } from './log.ts';
import { alteredFiles, type PlainFiles } from './native-files.ts';
import { chromiumPrinting } from './platform/chromium-printing.ts';
import { type PlainKey, t } from '../messages/index.ts';
import { paperDrawing } from './platform/paper-drawing.ts';
import { createDesktop } from './platform/desktop.ts';
import { askToStartAgain } from './platform/dialogs.ts';
import { installerHere, installFile, policyFile, startAgain } from './platform/installation.ts';
import { registerHandlers } from './platform/ipc.ts';
import { openLog } from './platform/log-file.ts';
import { registerScheme, serveWindow, windowOrigin } from './platform/protocol.ts';
import { refuseSwitches } from './platform/refused-switches.ts';
import { preflightStarter } from './platform/preflight.ts';
import { createTrainingLauncher } from './platform/training.ts';
import { chromiumNetwork } from './platform/proxy.ts';
import { createWindow, cutOff, denyPermissions } from './platform/window.ts';
import { askToClose, watchUse, watchWindow } from './platform/window-life.ts';
import { timesAsked } from './sending/wait-times.ts';
import { keptPrivate, placeOf, placeTrouble, type PlaceTrouble } from './profile-place.ts';
import { readSettings, settingsFileOf } from './settings-file.ts';
import { beginStart, setCachesAside, type Start } from './app/starts.ts';
import { realSystem } from './system.ts';
import { readUpdateKeys } from './updates/keys.ts';
import type { Notice } from '../shared/connections.ts';
import { channels } from '../shared/channels.ts';

const built = dirname(fileURLToPath(import.meta.url));
const notices: Notice[] = [];
// A module of Electron's, which the bundler does not know.
const plainFiles = createRequire(import.meta.url)('original-fs') as PlainFiles;

// Before Chromium reads them.
refuseSwitches(app.commandLine, app.isPackaged);

// Certificates are always verified; a variable that switches that off is taken away and said (attack 14).
if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== undefined) {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  notices.push({ kind: 'tls-variable-removed', file: null });
}
// On Windows the usual folder roams between computers, and an outbox must not.
const localData = process.env['LOCALAPPDATA'];
if (process.platform === 'win32' && localData !== undefined && !app.commandLine.hasSwitch('user-data-dir')) {
  app.setPath('userData', join(localData, 'Depot Desk'));
}
// The app speaks to the service alone.
for (const name of ['disable-background-networking', 'disable-component-update', 'disable-sync', 'no-pings']) {
  app.commandLine.appendSwitch(name);
}
// As root Chromium starts without its sandbox only; asking for it as well ends every child process.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
registerScheme();

/** A start that lasts so long after the window has loaded has not failed; in milliseconds. */
const usableAfter = 5_000;
const closeBound = 8_000;
/** How long the window is waited for to keep what was typed last, in milliseconds. */
const keepBound = 1_000;

const placeTitles = {
  network: 'desktop.placeNetwork',
  roaming: 'desktop.placeRoaming',
} as const satisfies Record<PlaceTrouble, PlainKey>;

/** Says where its data cannot be kept, and ends before anything is written there. */
function refusePlace(what: PlaceTrouble): void {
  void app.whenReady().then(() => {
    const [title, detail] = [t(placeTitles[what]), t('desktop.placeDetail', { folder: app.getPath('userData') })];
    dialog.showErrorBox(title, detail);
    app.exit(1);
  });
}

/** Ends before a library is loaded that is not the one that the app was built with. */
function refuseAltered(): void {
  process.stderr.write('Depot Desk: files beside the archive are missing or altered\n');
  void app.whenReady().then(() => {
    dialog.showErrorBox(t('desktop.altered'), t('desktop.alteredDetail'));
    app.exit(1);
  });
}

/** What a report of a crash says first. */
const aboutHere = () =>
  `Depot Desk ${app.getVersion()}, Electron ${process.versions.electron}, ${process.platform} ${release()} ${process.arch}`;

/** What the parts of the shell share while the app runs. */
class Shell {
  readonly attendance = new WindowAttendance(realSystem);
  readonly folder = app.getPath('userData');
  readonly log = openLog(keptPrivate(this.folder));
  /** The zoom that the window begins with, in percent: it is shown before the app is ready. */
  readonly zoom = readSettings(settingsFileOf(this.folder)).settings.zoom;
  /** Resolved when the window has kept what was typed last. */
  readonly windowKept = Promise.withResolvers<undefined>();
  readonly crashes = new CrashReports({ folder: this.folder, system: realSystem, about: aboutHere() });
  window: BrowserWindow | null = null;
  opened: App | null = null;
  closing = false;
  readonly start: Start;

  constructor() {
    this.start = beginStart(this.folder, realSystem.now() - uptime() * 1000);
    if (this.start.isAfterCrash)
      this.crashes.add({ part: 'main', reason: 'ended without being closed', isEarlier: true });
    if (!this.start.isSafe) return;
    this.log.warn('the last starts failed: this one is without the graphics card and with new caches');
    app.disableHardwareAcceleration();
    // For the processes that Chromium starts.
    app.commandLine.appendSwitch('disable-gpu');
    setCachesAside(this.folder, realSystem.now());
    notices.push({ kind: 'safe-start', file: null });
  }

  push = (name: string, payload: unknown): void => {
    const { window } = this;
    if (window !== null && !window.isDestroyed()) window.webContents.send(channels.push, name, payload);
  };
}

/** Begins before there is a window: the first list is read while Chromium starts. */
function beginApp(shell: Shell): { desktop: ReturnType<typeof createDesktop>; ready: Promise<App> } {
  const { folder, log, push } = shell;
  // Windows has no spooler that takes a PDF; elsewhere a test asks for the same way.
  const throughChromium = process.platform === 'win32' || process.env['DEPOT_DESK_PRINTING'] === 'chromium';
  const printing = chromiumPrinting({ window: () => shell.window, system: realSystem });
  const desktop = createDesktop({
    window: () => shell.window,
    printing,
    drawPaper: paperDrawing(join(folder, 'printing'), log),
    keyEntries: () => shell.opened?.keyEntries ?? null,
    keyEntryChanged: (entry) => push('keyEntry', entry),
    windowKept: () => shell.windowKept.resolve(undefined),
    zoom: shell.zoom,
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
    cacheWorker: new URL('cache.worker.js', import.meta.url),
    startPreflight: preflightStarter({
      program: join(built, '..', 'preload', 'preflight.cjs'),
      libraries: preflightLibraries,
    }),
    keyStore: new Keychain(realSystem),
    backEnd: throughChromium ? chromiumBackEnd(printing) : cupsBackEnd,
    desktop,
    training: { ...training, start: () => app.whenReady().then(() => training.start()) },
    network: { environment: proxyEnvironment(process.env), ...chromiumNetwork(realSystem) },
    times: timesAsked(process.env),
    policy: policyFile(),
    updates: {
      installer: installerHere(),
      keys: readUpdateKeys(join(built, '..', 'update-keys.json')),
      install: installFile,
      startAgain,
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
      shell.start.crashed();
      void app.whenReady().then(() => {
        dialog.showErrorBox(t('desktop.startFailed'), t('desktop.startFailedDetail'));
        app.exit(1);
      });
    },
  );
  return { desktop, ready };
}

/** Ends the app, as somebody asked for. */
function exit(shell: Shell): void {
  shell.start.closed();
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
    shell.start.crashed();
    shell.log.warn(`main ended: ${error instanceof Error ? error.name : 'unknown error'}`);
    // Where nothing can be shown any more, it only ends.
    if (app.isReady() && !shell.closing && askToStartAgain()) app.relaunch();
    app.exit(1);
  });
}

/** Ends the app once: the window keeps what was typed last, then main closes what it has open. */
function quitInOrder(shell: Shell, ready: Promise<App>): void {
  app.on('before-quit', (event) => {
    // Asked for once more, it ends no sooner: what is on its way is still being written down.
    event.preventDefault();
    if (shell.closing) return;
    shell.closing = true;
    shell.start.finished();
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
  });
}

function showWindow(shell: Shell, desktop: ReturnType<typeof createDesktop>): void {
  Menu.setApplicationMenu(
    process.platform === 'darwin' ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }]) : null,
  );
  const session = sessions.defaultSession;
  denyPermissions(session);
  serveWindow(session, join(built, '..', 'renderer'));
  const window = createWindow(join(built, '..', 'preload', 'index.cjs'), session, shell.zoom);
  shell.window = window;
  desktop.watch(window);
  watchUse(window, shell.attendance);
  // Ctrl with the wheel, where no screen uses it itself.
  window.webContents.on('zoom-changed', (_event, change) => {
    shell.opened?.handlers.window
      .zoom({ change })
      .catch((error: unknown) => shell.log.warn(`zoom: ${describeError(error)}`));
  });
  window.on('close', (event) => {
    const unfinished = shell.opened?.unfinished() ?? null;
    if (shell.closing || unfinished === null) return;
    event.preventDefault();
    void askToClose(window, unfinished, () => app.quit());
  });
  watchWindow(window, {
    system: realSystem,
    log: shell.log,
    crashed: shell.crashes.add,
    reopened: () => shell.opened?.notice({ kind: 'window-reopened', file: null }),
    close: () => app.quit(),
  });
  window.on('closed', () => {
    shell.window = null;
  });
  window.webContents.once('did-finish-load', () => realSystem.after(usableAfter, shell.start.finished));
  void cutOff(session)
    .catch((error: unknown) => shell.log.warn(`cut off: ${describeError(error)}`))
    .then(() => window.loadURL(`${windowOrigin}/`));
}

function start(): void {
  const shell = new Shell();
  endAtErrors(shell);
  const { desktop, ready } = beginApp(shell);
  const guard = { window: () => shell.window, isClosing: () => shell.closing };
  registerHandlers(async () => (await ready).handlers, guard, shell.log);

  app.on('second-instance', () => {
    const { window } = shell;
    if (window === null) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  });
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
  app.on('window-all-closed', () => app.quit());
  quitInOrder(shell, ready);
  void app.whenReady().then(() => showWindow(shell, desktop));
}

// Last, because a class is not there before its declaration has run.
const trouble = placeTrouble(placeOf(app.getPath('userData')));
if (app.isPackaged && alteredFiles(join(process.resourcesPath, 'app.asar'), plainFiles).length > 0) refuseAltered();
else if (trouble !== null) refusePlace(trouble);
else if (app.requestSingleInstanceLock()) start();
else app.quit();
