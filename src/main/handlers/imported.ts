/** Tracks the saved rows of an import, so that each is saved once however often the import is resumed. */
import { z } from 'zod';
import type { ImportedRows, ImportName } from '../../shared/imports.ts';
import type { OutboxFile } from '../db/outbox-file.ts';
import type { SentRowOf } from '../db/sent-imports.ts';
import type { Taken } from '../outbox/intake.ts';
import type { Workspace } from '../workspace.ts';
import { fromStored } from '../stored-json.ts';
import type { Gesture } from './gestures.ts';

type AddMany = 'orders.addMany' | 'stops.addMany' | 'unassignedStops.addMany' | 'drivers.addMany';

const nounOf: Readonly<Record<AddMany, ImportName>> = {
  'orders.addMany': 'orders',
  'stops.addMany': 'stops',
  'unassignedStops.addMany': 'unassignedStops',
  'drivers.addMany': 'drivers',
};

/** The part of an import that is saved. Its gesture id consists of the import's id and the part. */
interface Part<Item> {
  gesture: string;
  items: readonly Item[];
  of: ImportedRows | null;
  /** The plan of the records; empty: none. */
  place: string;
  /** milliseconds since the epoch */
  at: number;
}

/** The outcome of a part: how many rows are saved, and their keys in the file. */
const takenPart = z.object({ count: z.number(), keys: z.array(z.string()).readonly() });
export type TakenPart = z.infer<typeof takenPart>;

/** The keys of an import that are stored as saved. */
interface TakenKeys {
  /** The call, the gesture and the draft of the import. */
  of: string;
  /** That of the drafts when the keys were complete. */
  version: number;
  keys: Set<string>;
}

/**
 * Those of the import that was saved last in each outbox: a long one has hundreds of parts, and each would read all
 * before it again. Only `addPart` stores parts, and the drafts tell whether they have changed otherwise.
 */
const takenIn = new WeakMap<OutboxFile, TakenKeys>();

/** Keys of the saved rows, from the saved parts and, while it exists, the import's draft. */
function takenKeys(
  { outboxFile }: Workspace,
  call: AddMany,
  gesture: string,
  { importId }: ImportedRows,
): ReadonlySet<string> {
  const { gestures, drafts } = outboxFile;
  const [gestureId = ''] = gesture.split(':');
  const of = JSON.stringify([call, gestureId, importId]);
  const known = takenIn.get(outboxFile);
  if (known?.of === of && known.version === drafts.takenVersion) return known.keys;
  const parts = gestures.parts(gestureId, call).map((outcome) => fromStored(takenPart, outcome));
  const keys = new Set([...parts.flatMap((part) => part.keys), ...drafts.taken(importId)]);
  takenIn.set(outboxFile, { of, version: drafts.takenVersion, keys });
  return keys;
}

/** The keys of a part are saved too. Called once it is committed: what is rolled back is not saved. */
function remember({ outboxFile }: Workspace, keys: readonly string[]): void {
  const known = takenIn.get(outboxFile);
  if (known === undefined) return;
  for (const key of keys) known.keys.add(key);
  known.version = outboxFile.drafts.takenVersion;
}

/** Records of the part that were not saved before. A resumed import may split its parts differently. */
function notTaken<Item>(workspace: Workspace, call: AddMany, part: Part<Item>): { item: Item; key: string }[] {
  const { items, of } = part;
  const all = items.map((item, index) => ({ item, key: of?.keys[index] ?? '' }));
  if (of === null) return all;
  const taken = takenKeys(workspace, call, part.gesture, of);
  return all.filter(({ key }) => !taken.has(key));
}

/**
 * Saves a part of an import in one transaction: its records, its outcome, which entries its rows became, and what the
 * import's draft says of it.
 *
 * @param create puts one record into the outbox
 */
export function addPart<Item>(
  workspace: Workspace,
  call: AddMany,
  part: Part<Item>,
  gesture: Gesture<TakenPart>,
  create: (item: Item) => Taken,
): void {
  const { of } = part;
  const commit = () => {
    const rows: SentRowOf[] = notTaken(workspace, call, part).flatMap(({ item, key }) => {
      const { entryId } = create(item);
      return entryId === null ? [] : [[key, entryId]];
    });
    if (of !== null) {
      const { drafts, sentImports } = workspace.outboxFile;
      // A resumed import does not offer them again. The draft stays until the user has seen how the import ended:
      // rejected rows are corrected in it.
      drafts.addTaken(of.importId, part.gesture, of.keys);
      const { at = part.at, isWhole = false } = sentImports.find(of.importId) ?? {};
      const file = { id: of.importId, noun: nounOf[call], place: part.place, name: of.name, at };
      // A part that arrives late does not open an import again.
      sentImports.add({ ...file, isWhole: isWhole || of.last }, part.gesture, rows);
    }
    return { count: part.items.length, keys: of?.keys ?? [] };
  };
  try {
    gesture.commit(commit);
  } catch (error) {
    // It may be saved all the same, for example when the disk failed at the end.
    takenIn.delete(workspace.outboxFile);
    throw error;
  }
  if (of !== null) remember(workspace, of.keys);
}
