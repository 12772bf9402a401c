/**
 * Electron's entry: one instance, safe defaults, and the window. What the app does is loaded while the window starts, so
 * nothing here may import much (docs/decisions/start.md).
 */
import { createRequire } from 'node:module';
import { uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, ipcMain, Menu, session as sessions, type BrowserWindow, type RenderProcessGoneDetails } from 'electron';
import { isOurWindow } from './platform/caller.ts';
import { alteredFiles, type PlainFiles } from './native-files.ts';
import { startSpareThread } from './db/spare-thread.ts';
import { registerScheme, serveWindow, windowOrigin } from './platform/protocol.ts';
import { refuseSwitches } from './platform/refused-switches.ts';
import { createWindow, cutOff, denyPermissions } from './platform/window.ts';
import { loadShell } from './parts.ts';
import { keptPrivate, placeOf, placeTrouble } from './profile-place.ts';
import { firstZoom } from './app/first-zoom.ts';
import { beginStart, setCachesAside, type Start } from './app/starts.ts';
import type { AnswerCalls } from './platform/ipc.ts';
import { realSystem } from './system.ts';
import type { Notice } from '../shared/connections.ts';
import { channels } from '../shared/channels.ts';

const built = dirname(fileURLToPath(import.meta.url));
const notices: Notice[] = [];
// A module of Electron's, which the bundler does not know.
const plainFiles = createRequire(import.meta.url)('original-fs') as PlainFiles;

// Before Chromium reads them.
const { early } = refuseSwitches(app.commandLine, app.isPackaged);

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
// A page can have names looked up, past the proxy of its session, and a name can say anything (attack 25).
app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
// As root Chromium starts without its sandbox only; asking for it as well ends every child process.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
registerScheme();

/** Ends with the messages of refused-start.ts, which are not loaded otherwise. */
const refused = () => import('./refused-start.ts');

/** Counts the start, and takes a safe one if the last ones failed. */
function begin(folder: string): Start {
  const start = beginStart(folder, realSystem.now() - uptime() * 1000);
  if (!start.isSafe) return start;
  app.disableHardwareAcceleration();
  // For the processes that Chromium starts.
  app.commandLine.appendSwitch('disable-gpu');
  setCachesAside(folder, realSystem.now());
  notices.push({ kind: 'safe-start', file: null });
  return start;
}

/** @returns the window, and a promise of its page */
function showWindow(zoom: number): { window: BrowserWindow; page: Promise<void> } {
  if (process.platform === 'darwin')
    Menu.setApplicationMenu(Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }]));
  const session = sessions.defaultSession;
  denyPermissions(session);
  serveWindow(session, join(built, '..', 'renderer'));
  const window = createWindow(join(built, '..', 'preload', 'index.cjs'), session, zoom);
  const load = () => window.loadURL(`${windowOrigin}/`);
  // Without the proxy that is not there, the window's policy alone keeps it from the network.
  const page = cutOff(session).then(load, async (error: unknown) => {
    await load();
    throw error;
  });
  return { window, page };
}

function start(): void {
  const folder = keptPrivate(app.getPath('userData'));
  const begun = begin(folder);
  const zoom = firstZoom(folder);
  const cacheWorker = new URL('cache.worker.js', import.meta.url);
  const spareThread = startSpareThread(cacheWorker);
  let window: BrowserWindow | null = null;
  const running = Promise.withResolvers<AnswerCalls>();
  ipcMain.handle(channels.call, async (event, group: unknown, name: unknown, argument: unknown) => {
    const isOurs = isOurWindow(event, window, windowOrigin);
    return (await running.promise)(isOurs, [group, name, argument]);
  });
  let isClosing = () => false;
  let startsAgain = false;
  app.on('second-instance', () => {
    if (window === null) return;
    if (window.isDestroyed() || isClosing()) {
      // The other process has ended already, so this one starts the app again when it has closed.
      if (!startsAgain) app.relaunch();
      startsAgain = true;
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  });
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
  app.on('window-all-closed', () => app.quit());
  // Closed before the rest was loaded, which ends the app in its own way.
  app.on('will-quit', begun.closed);
  const open = async () => {
    const shown = showWindow(zoom);
    window = shown.window;
    const { webContents } = shown.window;
    const windowEnds: RenderProcessGoneDetails[] = [];
    const ended = (_event: unknown, details: RenderProcessGoneDetails) => {
      windowEnds.push(details);
    };
    webContents.on('render-process-gone', ended);
    const troubled = shown.page.then(
      () => null,
      (error: unknown) => String(error),
    );
    // The window's own process begins first.
    await new Promise<void>((resolve) => webContents.once('did-start-navigation', () => resolve()));
    const { run } = await loadShell(() => new Promise((resolve) => realSystem.after(0, resolve)));
    if (shown.window.isDestroyed()) return;
    const shell = run({
      ...{ folder, built, start: begun, zoom, notices, cacheWorker, spareThread },
      ...{ window: shown.window, windowEnds },
    });
    isClosing = shell.isClosing;
    // The rest watches it from here on.
    webContents.off('render-process-gone', ended);
    running.resolve(shell.answer);
    const trouble = await troubled;
    if (trouble !== null) shell.log.warn(`the page was not loaded as usual: ${trouble}`);
  };
  app
    .whenReady()
    .then(open)
    .catch(async (error: unknown) => (await refused()).refuseFailed(error));
}

/** Without a message and an end, a start that fails would run unseen and keep every later one from showing a window. */
function startOrSay(): void {
  try {
    start();
  } catch (error) {
    void refused().then(({ refuseFailed }) => refuseFailed(error));
  }
}

// Without one that is made for every app, which takes time; before the app is ready.
if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
// Last, because a class is not there before its declaration has run.
const trouble = placeTrouble(placeOf(app.getPath('userData')));
if (early.length > 0) void refused().then(({ refuseEarlySwitches }) => refuseEarlySwitches(early));
else if (app.isPackaged && alteredFiles(join(process.resourcesPath, 'app.asar'), plainFiles).length > 0)
  void refused().then(({ refuseAltered }) => refuseAltered());
else if (trouble !== null) void refused().then(({ refusePlace }) => refusePlace(trouble));
else if (app.requestSingleInstanceLock()) startOrSay();
else app.quit();
