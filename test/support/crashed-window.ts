/** A window whose process crashes. Playwright's page belongs to it, so what comes after is reached through main. */
import type { ElectronApplication } from 'playwright';

/** Crashes the process of the window, and waits until it is gone. */
export const crash = (electron: ElectronApplication): Promise<void> =>
  electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]!.webContents;
    const gone = new Promise((resolve) => contents.once('render-process-gone', resolve));
    contents.forcefullyCrashRenderer();
    await gone;
  });

/**
 * Runs a script in the current window. A process that is exiting never answers, so the call gives up after a second and
 * its caller repeats it.
 */
export const inWindow = <Result>(electron: ElectronApplication, program: string): Promise<Result> =>
  electron.evaluate(
    ({ BrowserWindow }, text) =>
      Promise.race<unknown>([
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
        new Promise((resolve) => setTimeout(() => resolve(''), 1_000)),
      ]),
    program,
  ) as Promise<Result>;
