/**
 * Renders an HTML document to PDF with Chromium, in a hidden window without scripts or network access, from a temporary
 * file.
 */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, session as sessions, type Session } from 'electron';
import type { Log } from '../log.ts';
import { erase, eraseLeft, ownFile, ownFolder } from '../private-files.ts';
import { denyPermissions } from './window.ts';

/** A separate in-memory session, because the window's session serves only app: URLs. */
const partition = 'papers';

/** @param folder the only one whose files are read */
function paperSession(folder: string): Session {
  const session = sessions.fromPartition(partition);
  denyPermissions(session);
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !url.startsWith(pathToFileURL(folder).href) }),
  );
  return session;
}

/** @param folder used only for these temporary documents; those that a crash left in it are deleted */
export function paperDrawing(folder: string, log: Log): (html: string, foot: string) => Promise<Uint8Array> {
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
    window.webContents.on('will-navigate', (event) => event.preventDefault());
    try {
      await writeFile(file, html, { mode: ownFile });
      await window.loadURL(pathToFileURL(file).href);
      return await window.webContents.printToPDF({
        preferCSSPageSize: true,
        printBackground: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: foot,
      });
    } finally {
      window.destroy();
      await erase(place);
    }
  };
}
