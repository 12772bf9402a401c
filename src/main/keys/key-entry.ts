/**
 * Keys while they are being entered. Main collects them, and the window only learns their length and any problem, so a
 * key is never in a message to the window or in its memory.
 */
import { connectionKinds, type ConnectionKind, type KeyEntry } from '../../shared/connections.ts';
import { cleanKey, keyProblem, longestKey } from './key-store.ts';

export class KeyEntries {
  private readonly typed: Record<ConnectionKind, string> = { planning: '', orders: '' };
  private readonly cleared: Record<ConnectionKind, number> = { planning: 0, orders: 0 };

  type(kind: ConnectionKind, characters: string): KeyEntry {
    this.typed[kind] = (this.typed[kind] + characters).slice(0, longestKey + 1);
    return this.describe(kind);
  }

  backspace(kind: ConnectionKind): KeyEntry {
    this.typed[kind] = this.typed[kind].slice(0, -1);
    return this.describe(kind);
  }

  /** A pasted key replaces the previous input. An empty text clears it. */
  replace(kind: ConnectionKind, text: string): KeyEntry {
    if (text === '') this.cleared[kind] += 1;
    this.typed[kind] = text.slice(0, longestKey + 1);
    return this.describe(kind);
  }

  /** The key as it would be used; empty if none was entered. */
  value(kind: ConnectionKind): string {
    return cleanKey(this.typed[kind]);
  }

  clearAll(): void {
    for (const kind of connectionKinds) this.replace(kind, '');
  }

  /**
   * How often the input was cleared in this run. A form that is left clears it, so whoever works with a key sees that
   * it is not wanted any more, even if another one has been entered since.
   */
  timesCleared(kind: ConnectionKind): number {
    return this.cleared[kind];
  }

  describe(kind: ConnectionKind): KeyEntry {
    const key = this.value(kind);
    const problem = keyProblem(key);
    const trimmed = key.length < this.typed[kind].length ? 'trimmed' : 'none';
    return { kind, length: key.length, note: problem === null || problem === 'empty' ? trimmed : problem };
  }
}
