/** Saving a file where the user says: the window never gives a path (attack 7). */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { cleanFileName } from '../labels/file-name.ts';
import type { Context, Desktop } from './context.ts';

/**
 * @param title becomes the suggested name
 * @returns the name of the file, or null if the user cancelled
 * @throws AppError `save.failed` when it cannot be written
 */
export async function saveFile(
  { desktop }: Pick<Context, 'desktop'>,
  title: string,
  kind: Parameters<Desktop['chooseSaveFile']>[1],
  content: string | Uint8Array,
): Promise<{ name: string } | null> {
  const path = await desktop.chooseSaveFile(`${cleanFileName(title)}.${kind}`, kind);
  if (path === null) return null;
  const name = basename(path);
  try {
    await writeFile(path, content);
  } catch (error) {
    throw new AppError('save.failed', { retry: 'after-change', detail: { name }, cause: error });
  }
  return { name };
}

/** Without the byte order mark, spreadsheets assume an older encoding. */
export const asCsv = (text: string): string => `\uFEFF${text}`;
