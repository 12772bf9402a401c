/** Known entries, to decide whether a damaged row or journal line belongs to one of them or to a lost entry. */
import { isLocalId } from '../../shared/outbox-kinds.ts';
import type { Row } from './database.ts';

export class KnownEntries {
  private readonly ids = new Set<string>();
  private readonly bySequence = new Map<unknown, string>();

  add(entry: Row): void {
    const id = String(entry['id']);
    this.ids.add(id);
    if (entry['sequence'] !== null) this.bySequence.set(entry['sequence'], id);
  }

  /** A flipped bit or two damages the id or the sequence, not both. A valid but different id means another entry. */
  has(damaged: Row): boolean {
    const id = String(damaged['id']);
    if (this.ids.has(id)) return true;
    const same = this.bySequence.get(damaged['sequence']);
    return same !== undefined && (!isLocalId(id) || areNear(id, same));
  }

  /** Whether a damaged journal line contains a known id, or a known sequence with nearly the same id. */
  areNamedIn(line: string): boolean {
    for (const id of this.ids) if (line.includes(id)) return true;
    const [, sequence, text = ''] = /\[(\d+),.(.*)$/.exec(line) ?? [];
    const same = this.bySequence.get(Number(sequence));
    return same !== undefined && areNear(text.slice(0, same.length), same);
  }
}

/** Tolerates one or two changed characters in an id. */
function areNear(text: string, id: string): boolean {
  let differing = Math.abs(text.length - id.length);
  for (let index = 0; index < id.length; index += 1) if (text[index] !== id[index]) differing += 1;
  return differing <= 2;
}
