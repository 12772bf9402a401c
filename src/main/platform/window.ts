/** Creates the app's only window: sandboxed, isolated, without Node, and unable to navigate. */
import { BrowserWindow, nativeTheme, screen, type Session } from 'electron';
import { windowOrigin } from './protocol.ts';

/** The size of the window on a screen with room for it, in pixels. */
const usual = { width: 1366, height: 768 };
/** The smallest size of the window in pixels. What every screen shows is reachable in it at 200 % too. */
const smallest = { width: 1024, height: 640 };

/**
 * @param preload path of the preload's file
 * @param zoom of the first document, in percent
 */
export function createWindow(preload: string, session: Session, zoom: number): BrowserWindow {
  const room = screen.getPrimaryDisplay().workAreaSize;
  const window = new BrowserWindow({
    width: Math.min(usual.width, room.width),
    height: Math.min(usual.height, room.height),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Depot Desk',
    autoHideMenuBar: true,
    // The page's own background colours, to avoid a flash at start.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181c' : '#f7f7f5',
    webPreferences: {
      preload,
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      zoomFactor: zoom / 100,
    },
  });
  const { webContents } = window;
  // WebRTC would send packets past the session's proxy.
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const stay = (event: { preventDefault(): void; url: string }) => {
    if (event.url !== `${windowOrigin}/`) event.preventDefault();
  };
  webContents.on('will-navigate', stay);
  webContents.on('will-redirect', stay);
  webContents.on('will-frame-navigate', stay);
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  window.once('ready-to-show', () => window.show());
  return window;
}

/** Denies every permission that the window could request. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false);
}

/**
 * The window needs no network: its pages come from the app, and main speaks to the services. A proxy that is not there
 * also stops what no policy sees: preconnections and WebRTC (attack 25). It does not stop the prefetch of names, which
 * index.ts switches off.
 */
export function cutOff(session: Session): Promise<void> {
  return session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:9',
    // Otherwise loopback addresses would be reached directly.
    proxyBypassRules: '<-loopback>',
  });
}
