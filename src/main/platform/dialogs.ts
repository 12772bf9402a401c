/** The system's dialogs for files, and main's own questions. A window that is gone has no dialog for files. */
import { app, dialog, type BrowserWindow } from 'electron';
import type { Desktop } from '../handlers/context.ts';
import type { KeyPlaceQuestion } from '../keys/key-place.ts';
import { t } from '../../messages/index.ts';

/** Lets the user choose a file. @returns its path, or null */
export async function chooseFile(
  window: BrowserWindow | null,
  title: string,
  files: { name: string; extensions: string[] },
): Promise<string | null> {
  const filters = [files, { name: t('desktop.allFiles'), extensions: ['*'] }];
  const request = { title, properties: ['openFile' as const], filters };
  const { filePaths } = await (window ? dialog.showOpenDialog(window, request) : dialog.showOpenDialog(request));
  return filePaths[0] ?? null;
}

/** Asks whether a host may be used for something; Cancel is the default. Without a window nobody can agree. */
async function confirmHost(
  window: BrowserWindow | null,
  { message, detail, confirm }: { message: string; detail: string; confirm: string },
): Promise<boolean> {
  if (window === null) return false;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message,
    detail,
    buttons: [confirm, t('common.cancel')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** Asks whether keys may be sent to an address; Cancel is the default. At start it is asked before there is a window. */
async function confirmKeyPlace(
  current: () => BrowserWindow | null,
  { host, before }: KeyPlaceQuestion,
): Promise<boolean> {
  await app.whenReady();
  const window = current();
  const detail =
    before === null || before === host
      ? t('desktop.keyPlaceDetail', { host })
      : t('desktop.keyPlaceOther', { host, before });
  const question = {
    type: 'question' as const,
    message: t('desktop.keyPlace', { host }),
    detail,
    buttons: [t('desktop.keyPlaceConfirm'), t('common.cancel')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } = await (window === null
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(window, question));
  return response === 0;
}

/** Says that main ends because of an error. Blocks, because nothing may run meanwhile. */
export function askToStartAgain(): boolean {
  const response = dialog.showMessageBoxSync({
    type: 'error',
    title: t('desktop.crashedTitle'),
    message: t('desktop.crashed'),
    detail: t('desktop.crashedDetail'),
    buttons: [t('desktop.startAgain'), t('desktop.close')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** Main's own questions. @param window returns the app's window */
export const questions = (
  window: () => BrowserWindow | null,
): Pick<Desktop, 'confirmTileHost' | 'confirmUpdateHost' | 'confirmProxyHost' | 'confirmKeyPlace'> => ({
  confirmTileHost: (host) =>
    confirmHost(window(), {
      message: t('desktop.tileHost', { host }),
      detail: t('desktop.tileHostDetail', { host }),
      confirm: t('desktop.tileHostConfirm'),
    }),
  confirmUpdateHost: (host) =>
    confirmHost(window(), {
      message: t('desktop.updateHost', { host }),
      detail: t('desktop.updateHostDetail', { host }),
      confirm: t('desktop.updateHostConfirm'),
    }),
  confirmProxyHost: (host) =>
    confirmHost(window(), {
      message: t('desktop.proxyHost', { host }),
      detail: t('desktop.proxyHostDetail', { host }),
      confirm: t('desktop.proxyHostConfirm'),
    }),
  confirmKeyPlace: (question) => confirmKeyPlace(window, question),
});
