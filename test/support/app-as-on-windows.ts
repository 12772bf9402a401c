/** A copy of the built app that prints as on Windows, for tests on another system. */
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/project.ts';

/** The question in the built main process that chooses between Chromium and CUPS (src/main/shell.ts). */
const question = /process\.platform\s*===?\s*[`'"]win32[`'"]\s*\?(?=\s*chromiumBackEnd\b)/g;

/**
 * Copies the built app into an empty folder and answers this one question as on Windows. The rest is what ships.
 *
 * @param folder An empty folder, which the caller removes.
 * @returns The folder that Electron starts.
 * @throws Error when the question is not in the built app exactly once.
 */
export function appPrintingAsOnWindows(folder: string): string {
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['main', 'preload', 'renderer'])
    cpSync(join(root, 'out', name), join(folder, 'out', name), { recursive: true });
  for (const name of ['node_modules', 'resources']) symlinkSync(join(root, name), join(folder, name), 'dir');
  const main = join(folder, 'out', 'main');
  let found = 0;
  for (const name of readdirSync(main, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const text = readFileSync(join(main, name), 'utf8');
    const answered = text.replace(question, () => {
      found += 1;
      return 'true?';
    });
    if (answered !== text) writeFileSync(join(main, name), answered);
  }
  if (found !== 1) throw new Error(`the built app chooses its way of printing in ${found} places, expected one`);
  return folder;
}
