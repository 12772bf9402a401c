/**
 * Commands by a single letter. A barcode scanner types a code as keys in quick succession, with Enter at the end, so a
 * letter counts only when no other letter, digit or Enter comes shortly before or after it.
 */
export class LetterKeys<Target> {
  /** Scanners leave at most half of this between two keys, in milliseconds. */
  private static readonly quiet = 100;
  private readonly target: () => Target;
  private readonly commands: Readonly<Record<string, (target: Target) => void>>;
  private lastAt = Number.NEGATIVE_INFINITY;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param target what a command acts on. It is asked for at the press: a moment later another row may be active
   * @param commands by lower-case letter
   */
  constructor(target: () => Target, commands: Readonly<Record<string, (target: Target) => void>>) {
    this.target = target;
    this.commands = commands;
  }

  /** Takes every key press of the element. @returns whether the key is one of the letters */
  take({ key, ctrlKey, metaKey, altKey, repeat }: Key): boolean {
    const isTyped = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
    if (!isTyped && key !== 'Enter') return false;
    const now = performance.now();
    const isAlone = now - this.lastAt >= LetterKeys.quiet;
    this.lastAt = now;
    clearTimeout(this.waiting);
    const command = isTyped ? this.commands[key.toLowerCase()] : undefined;
    if (command === undefined) return false;
    if (!isAlone || repeat) return true;
    const target = this.target();
    this.waiting = setTimeout(() => command(target), LetterKeys.quiet);
    return true;
  }
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;
