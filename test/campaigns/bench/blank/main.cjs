/** A minimal Electron app, one window with an empty page: the baseline for the app's start time. */
const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');

void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1366,
    height: 768,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  void window.loadFile(join(__dirname, 'index.html'));
});
