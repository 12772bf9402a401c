/**
 * A pasted key leaves the clipboard after a minute, because other programs read the clipboard too; sooner when somebody
 * signs out or the app closes.
 */
import type { Log } from '../log.ts';
import type { System } from '../system.ts';

/** How long a pasted key stays in the clipboard, in milliseconds. */
const stays = 60_000;

export interface ClipboardKeyOptions {
  system: System;
  log: Log;
  desktop: {
    clipboardText(): Promise<string>;
    /** Empties the clipboard if it still holds this text. */
    clearClipboard(text: string): Promise<void>;
  };
}

export class ClipboardKey {
  private readonly options: ClipboardKeyOptions;
  private readonly waiting = new Map<string, () => void>();

  constructor(options: ClipboardKeyOptions) {
    this.options = options;
  }

  /** @returns the clipboard's text, which is cleared later */
  async take(): Promise<string> {
    const text = await this.options.desktop.clipboardText();
    if (text.trim() === '') return text;
    this.waiting.get(text)?.();
    this.waiting.set(
      text,
      this.options.system.after(stays, () => void this.clear(text)),
    );
    return text;
  }

  /** Clears now what would be cleared later. */
  async clearNow(): Promise<void> {
    for (const [text, cancel] of this.waiting) {
      cancel();
      await this.clear(text);
    }
  }

  private async clear(text: string): Promise<void> {
    this.waiting.delete(text);
    try {
      await this.options.desktop.clearClipboard(text);
    } catch {
      this.options.log.warn('the clipboard could not be cleared');
    }
  }
}
