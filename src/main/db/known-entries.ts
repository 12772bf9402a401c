/** Entries that are known, for whoever has only a damaged row or line: is it of one of these, or of one that is lost? */
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

  /** Of id and sequence one is right where a bit or two have flipped; an id that is whole and another's is right. */
  has(damaged: Row): boolean {
    const id = String(damaged['id']);
    if (this.ids.has(id)) return true;
    const same = this.bySequence.get(damaged['sequence']);
    return same !== undefined && (!isLocalId(id) || areNear(id, same));
  }

  /** Whether a damaged line of the journal is of one of them: it has its id, or its sequence and nearly its id. */
  areNamedIn(line: string): boolean {
    for (const id of this.ids) if (line.includes(id)) return true;
    const [, sequence, text = ''] = /\[(\d+),.(.*)$/.exec(line) ?? [];
    const same = this.bySequence.get(Number(sequence));
    return same !== undefined && areNear(text.slice(0, same.length), same);
  }
}

/** A sign or two of an id may have flipped. */
function areNear(text: string, id: string): boolean {
  let differing = Math.abs(text.length - id.length);
  for (let index = 0; index < id.length; index += 1) if (text[index] !== id[index]) differing += 1;
  return differing <= 2;
}
