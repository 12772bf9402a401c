/** Opens a page of parts of the window in one that is served as the app's own is: same scheme, same policy. */
import { join } from 'node:path';
import { app, BrowserWindow, session } from 'electron';
import { registerScheme, serveWindow, windowOrigin } from '../../src/main/platform/protocol.ts';

const requested: string[] = [];
Object.assign(globalThis, { requested });

registerScheme();
void app.whenReady().then(() => {
  serveWindow(session.defaultSession, join(import.meta.dirname, 'page'));
  session.defaultSession.webRequest.onBeforeRequest(({ url }, decide) => {
    requested.push(url);
    decide({});
  });
  const window = new BrowserWindow({
    ...{ width: 1_366, height: 768, useContentSize: true },
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  void window.loadURL(`${windowOrigin}/${process.argv.includes('--software-webgl') ? '?software' : ''}`);
});
