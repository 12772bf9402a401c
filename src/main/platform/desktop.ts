/** Implements the handlers' desktop: zoom, clipboard, key presses of a key field, file dialogs. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { dialog, type BrowserWindow } from 'electron';
import type { Desktop } from '../handlers/context.ts';
import type { KeyEntries } from '../keys/key-entry.ts';
import type { ChromiumPrinting } from '../labels/print-chromium.ts';
import { t } from '../../messages/index.ts';
import { systemClipboard } from './clipboard.ts';
import { chooseFile, questions } from './dialogs.ts';
import type { ConnectionKind, KeyEntry } from '../../shared/connections.ts';

const mostAuthorityBytes = 100_000;

export interface DesktopOptions {
  window: () => BrowserWindow | null;
  printing: ChromiumPrinting;
  drawPaper: Desktop['drawPaper'];
  /** Null until the app is created. */
  keyEntries(): KeyEntries | null;
  keyEntryChanged(entry: KeyEntry): void;
  windowKept: Desktop['windowKept'];
  /** The zoom to begin with, in percent. */
  zoom: number;
}

/** The bytes of a file; none if it exceeds `most` bytes, which the caller then rejects as invalid. */
async function bytesOf(path: string, most: number): Promise<Buffer> {
  const { size } = await stat(path);
  return size > most ? Buffer.alloc(0) : readFile(path);
}

async function forgetBrowsing(window: BrowserWindow | null): Promise<void> {
  const session = window?.webContents.session;
  await session?.clearStorageData();
  await session?.clearCache();
}

const saveTitles = {
  pdf: t('desktop.savePdf'),
  csv: t('desktop.saveRows'),
  xlsx: t('desktop.saveRows'),
  json: t('desktop.saveEntries'),
  txt: t('desktop.saveReport'),
} as const;

export function createDesktop(options: DesktopOptions): Desktop & { watch(window: BrowserWindow): void } {
  let capturing: ConnectionKind | null = null;
  let { zoom } = options;
  const show = (window: BrowserWindow | null) => window?.webContents.setZoomFactor(zoom / 100);

  const choose = (title: string, files: Parameters<typeof chooseFile>[2]) => chooseFile(options.window(), title, files);

  return {
    windowKept: options.windowKept,

    setZoom(percent) {
      zoom = percent;
      show(options.window());
    },

    /** Keeps the zoom, and intercepts key presses while a key field has the focus: the window never sees those. */
    watch(window) {
      // Chromium keeps a zoom for each address and begins every document with that one.
      window.webContents.on('did-navigate', () => show(window));
      window.webContents.on('before-input-event', (event, input) => {
        if (capturing === null || input.type !== 'keyDown' || input.control || input.meta || input.alt) return;
        const entries = options.keyEntries();
        if (entries === null) return;
        if (input.key === 'Backspace') options.keyEntryChanged(entries.backspace(capturing));
        else if (/^.$/u.test(input.key)) options.keyEntryChanged(entries.type(capturing, input.key));
        else return;
        event.preventDefault();
      });
      window.webContents.on('did-start-loading', () => {
        capturing = null;
        // The reloaded forms start empty.
        options.keyEntries()?.clearAll();
      });
    },

    ...systemClipboard,
    ...questions(options.window),

    forgetBrowsing: () => forgetBrowsing(options.window()),

    captureKeys(kind) {
      capturing = kind;
    },

    async chooseAuthority() {
      const files = { name: t('desktop.authorityFiles'), extensions: ['pem', 'crt', 'cer'] };
      const path = await choose(t('desktop.chooseAuthority'), files);
      if (path === null) return null;
      return { name: basename(path), content: (await bytesOf(path, mostAuthorityBytes)).toString('utf8') };
    },

    async chooseEntries(most) {
      const path = await choose(t('desktop.chooseEntries'), {
        name: t('desktop.entryFiles'),
        extensions: ['json'],
      });
      return path === null ? null : bytesOf(path, most);
    },

    chooseTileFile: () =>
      choose(t('desktop.chooseTileFile'), { name: t('desktop.tileFiles'), extensions: ['pmtiles'] }),

    showPrintDialog: (document, begins) => options.printing.print({ ...document, printer: null }, begins),

    drawPaper: options.drawPaper,

    async chooseSaveFile(name, kind) {
      const window = options.window();
      const request = {
        title: saveTitles[kind],
        defaultPath: name,
        filters: [{ name: kind.toUpperCase(), extensions: [kind] }],
      };
      const { filePath, canceled } = await (window
        ? dialog.showSaveDialog(window, request)
        : dialog.showSaveDialog(request));
      return canceled || filePath === '' ? null : filePath;
    },
  };
}
