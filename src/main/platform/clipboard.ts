/** The system's clipboard, as far as keys need it. */
import { clipboard } from 'electron';
import type { Desktop } from '../handlers/context.ts';

// Newer versions of Electron return a promise, older ones a string.
const text = async (): Promise<string> => clipboard.readText();

export const systemClipboard: Pick<Desktop, 'clipboardText' | 'clearClipboard'> = {
  clipboardText: text,
  clearClipboard: async (held) => {
    if ((await text()) === held) clipboard.clear();
  },
};
