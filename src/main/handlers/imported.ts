/** Tracks the saved rows of an import, so that each is saved once however often the import is resumed. */
import { z } from 'zod';
import type { ChangedRows, ImportedRows, ImportName } from '../../shared/imports.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import type { OutboxFile } from '../db/outbox-file.ts';
import type { SentRowOf } from '../db/sent-imports.ts';
import type { Taken } from '../outbox/intake.ts';
import type { Workspace } from '../workspace.ts';
import { fromStored } from '../stored-json.ts';
import type { Gesture } from './gestures.ts';
import { eachRow, type RowErrors } from './rows.ts';

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
      const { gesture: id, place, at } = part;
      note(workspace, { gesture: id, noun: nounOf[call], of, place, at }, { keys: of.keys, rows, isLast: of.last });
    }
    return { count: part.items.length, keys: of?.keys ?? [] };
  };
  try {
    gesture.commit(commit);
  } catch (error) {
    // It may be saved anyway, for example when the disk failed at the end.
    takenIn.delete(workspace.outboxFile);
    throw error;
  }
  if (of !== null) remember(workspace, of.keys);
}

/** A part of an import that is saved, in the words of both calls. */
interface NotedPart {
  gesture: string;
  noun: ImportName;
  of: ChangedRows;
  /** The plan of the records; empty: none. */
  place: string;
  /** milliseconds since the epoch */
  at: number;
}

/** Notes in the transaction of a part which of its rows are saved, and which entries they became. */
function note(
  { outboxFile: { drafts, sentImports } }: Workspace,
  { gesture, noun, of, place, at: now }: NotedPart,
  { keys, rows, isLast }: { keys: readonly string[]; rows: readonly SentRowOf[]; isLast: boolean },
): void {
  // A resumed import does not offer them again. The draft stays until the user has seen how the import ended:
  // rejected rows are corrected in it.
  drafts.addTaken(of.importId, gesture, keys);
  const { at = now, isWhole = false } = sentImports.find(of.importId) ?? {};
  const file = { id: of.importId, noun, place, name: of.name, at };
  // A part that arrives late does not open an import again.
  sentImports.add({ ...file, isWhole: isWhole || isLast }, gesture, rows);
}

/** Edits of existing records, which may be rows of a file. */
interface EditedPart extends Omit<NotedPart, 'of'> {
  /** Missing: they are no rows of a file. */
  of: ChangedRows | undefined;
  /** Ids of the records, in the order of the keys. */
  ids: readonly string[];
}

/**
 * Edits existing records in the transaction of a gesture, each once. Rows of a file are followed like those that were
 * added. It is noted where an edit was merged into an entry that waited before, because that holds more than the row.
 *
 * @param edit puts the edit of one record into the outbox; an AppError rejects this record alone
 */
export function editRows(workspace: Workspace, part: EditedPart, edit: (id: string) => Taken): RowErrors {
  const { of, ids, ...noted } = part;
  const keys = new Map(ids.map((id, at) => [id, of?.keys[at]]));
  const rows: SentRowOf[] = [];
  const errors = eachRow([...keys.keys()], (id) => {
    const key = keys.get(id);
    const before = new Set(key === undefined ? [] : entryIdsOf(workspace, id));
    const { entryId } = edit(id);
    if (key === undefined || entryId === null) return;
    rows.push(before.has(entryId) ? [key, entryId, 'merged'] : [key, entryId]);
  });
  if (of !== undefined && rows.length > 0) {
    note(workspace, { ...noted, of }, { keys: rows.map(([key]) => key), rows, isLast: false });
  }
  return errors;
}

/** Ids of the entries of a record. @param id of the service, or the local one */
function entryIdsOf({ outboxFile: { entries } }: Workspace, id: string): string[] {
  const recordId = isLocalId(id) ? id : entries.ownerOf(id)?.id;
  return recordId === undefined ? [] : entries.entriesOf(recordId).map((entry) => entry.id);
}
