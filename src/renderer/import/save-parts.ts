/** Saves the good records of an import in atomic parts: changes of existing records first, then new ones. */
import type { ImportRow } from './item.ts';
import type { ImportNoun } from './noun.ts';

const savedAtOnce = 100;

export interface PartsToSave {
  noun: ImportNoun;
  /** File name. */
  name: string;
  importId: string;
  /**
   * Of saving: retrying rejected changes is a new gesture. Added records have none: they are added once, however often
   * saving is retried.
   */
  attempt: number;
  changing: readonly ImportRow[];
  fresh: readonly ImportRow[];
  progress: (progress: { done: number; count: number }) => void;
  /** Called with the records of each part that are saved. */
  taken: (rows: readonly ImportRow[]) => void;
  /** Called with why main rejected changes, by key. */
  refused: (why: ReadonlyMap<string, string>) => void;
}

/**
 * @returns how many changes main rejected
 * @throws what a part threw; the parts before it are saved
 */
export async function saveParts(of: PartsToSave): Promise<number> {
  const { noun, importId, changing, fresh, progress } = of;
  const count = changing.length + fresh.length;
  const name = of.name.slice(0, 1_000);
  let done = 0;
  let refusedCount = 0;
  for (let from = 0; from < changing.length; from += savedAtOnce) {
    progress({ done, count });
    const rows = changing.slice(from, from + savedAtOnce);
    const refused = await noun.change({ rows, importId, name }, of.attempt);
    of.refused(refused);
    const saved = rows.filter(({ item }) => !refused.has(item.key));
    of.taken(saved);
    done += saved.length;
    refusedCount += refused.size;
  }
  for (let from = 0; from < fresh.length; from += savedAtOnce) {
    progress({ done, count });
    const rows = fresh.slice(from, from + savedAtOnce);
    const last = from + savedAtOnce >= fresh.length && refusedCount === 0;
    done += await noun.add({ rows, importId, name, last });
    of.taken(rows);
  }
  return refusedCount;
}
