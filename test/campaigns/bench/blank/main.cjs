/** The least an Electron app can be: one window with an empty page. What the app's start is compared with. */
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
