/**
 * Renders an HTML document to PDF with Chromium, in a hidden window without scripts or network access, from a temporary
 * file. Its texts come from the service, so its process is bounded in time and memory.
 */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, session as sessions, type Session, type WebContents } from 'electron';
import type { Log } from '../log.ts';
import { erase, eraseLeft, ownFile, ownFolder } from '../private-files.ts';
import type { System } from '../system.ts';
import { withinBounds, type WatchedProcess } from '../within-bounds.ts';
import { AppError } from '../../shared/errors.ts';
import { memoryOf } from './process-memory.ts';
import { denyPermissions } from './window.ts';

/** A separate in-memory session, because the window's session serves only app: URLs. */
const partition = 'papers';

/** Far above what a paper takes: nobody waits a minute for one. */
const bounds = { milliseconds: 60_000, bytes: 1024 ** 3 };

/** @param folder the only one whose files are read */
function paperSession(folder: string): Session {
  const session = sessions.fromPartition(partition);
  denyPermissions(session);
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !url.startsWith(pathToFileURL(folder).href) }),
  );
  return session;
}

const processOf = (contents: WebContents): WatchedProcess => ({
  memory: () => memoryOf(contents.isDestroyed() ? 0 : contents.getOSProcessId()),
  end() {
    if (!contents.isDestroyed()) contents.forcefullyCrashRenderer();
  },
});

/**
 * @returns draws a document; fails with `paper.too-large` if that takes a minute or a gigabyte
 * @param folder used only for these temporary documents; those that a crash left in it are deleted
 */
export function paperDrawing(
  folder: string,
  { log, system }: { log: Log; system: System },
): (html: string, foot: string) => Promise<Uint8Array> {
  const emptied = eraseLeft(folder, log);
  // Prepared once, because a session keeps each of its listeners until the app ends.
  let session: Session | null = null;
  return async (html, foot) => {
    await emptied;
    await mkdir(folder, { recursive: true, mode: ownFolder });
    const place = await mkdtemp(join(folder, 'paper-'));
    const file = join(place, 'paper.html');
    session ??= paperSession(folder);
    const window = new BrowserWindow({
      show: false,
      webPreferences: { session, sandbox: true, contextIsolation: true, javascript: false, spellcheck: false },
    });
    const { webContents } = window;
    webContents.on('will-navigate', (event) => event.preventDefault());
    const draw = async () => {
      await window.loadURL(pathToFileURL(file).href);
      return webContents.printToPDF({
        preferCSSPageSize: true,
        printBackground: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: foot,
      });
    };
    const tooLarge = () => new AppError('paper.too-large', { retry: 'after-change' });
    try {
      await writeFile(file, html, { mode: ownFile });
      return await withinBounds(system, bounds, processOf(webContents), draw(), tooLarge);
    } finally {
      window.destroy();
      await erase(place);
    }
  };
}
