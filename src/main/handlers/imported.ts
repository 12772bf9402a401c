/** Tracks the saved rows of an import, so that each is saved once however often the import is resumed. */
import { z } from 'zod';
import type { ImportedRows } from '../../shared/imports.ts';
import type { Workspace } from '../workspace.ts';
import { fromStored } from '../stored-json.ts';
import type { Gesture } from './gestures.ts';

type AddMany = 'orders.addMany' | 'stops.addMany' | 'unassignedStops.addMany' | 'drivers.addMany';

/** The part of an import that is saved. Its gesture id consists of the import's id and the part. */
interface Part<Item> {
  gesture: string;
  items: readonly Item[];
  of: ImportedRows | null;
}

/** The outcome of a part: how many rows are saved, and their keys in the file. */
const takenPart = z.object({ count: z.number(), keys: z.array(z.string()).readonly() });
export type TakenPart = z.infer<typeof takenPart>;

/** Keys of the saved rows, from the saved parts and, while it exists, the import's draft. */
function takenKeys<Item>({ outboxFile }: Workspace, call: AddMany, { gesture, of }: Part<Item>): Set<string> {
  const { gestures, drafts } = outboxFile;
  const [importId = ''] = gesture.split(':');
  const parts = gestures.parts(importId, call).map((outcome) => fromStored(takenPart, outcome));
  const kept = of === null ? undefined : drafts.findImport(of.importId)?.work.taken;
  return new Set([...parts.flatMap(({ keys }) => keys), ...(kept ?? [])]);
}

/** Records of the part that were not saved before. A resumed import may split its parts differently. */
function notTaken<Item>(workspace: Workspace, call: AddMany, part: Part<Item>): readonly Item[] {
  const { items, of } = part;
  if (of === null) return items;
  const taken = takenKeys(workspace, call, part);
  return items.filter((_item, index) => !taken.has(of.keys[index] ?? ''));
}

/** Records the saved rows in the import's draft, so that a resumed import does not offer them again. */
function noteTaken({ outboxFile: { drafts } }: Workspace, of: ImportedRows): void {
  const kept = drafts.findImport(of.importId);
  if (kept === undefined) return;
  if (of.last) drafts.removeImport(of.importId);
  else drafts.saveImport(of.importId, kept.savedAt, { ...kept.work, taken: [...kept.work.taken, ...of.keys] });
}

/**
 * Saves a part of an import in one transaction: its records, its outcome, and what the import's draft says of it.
 *
 * @param create puts one record into the outbox
 */
export function addPart<Item>(
  workspace: Workspace,
  call: AddMany,
  part: Part<Item>,
  gesture: Gesture<TakenPart>,
  create: (item: Item) => void,
): void {
  gesture.commit(() => {
    for (const item of notTaken(workspace, call, part)) create(item);
    if (part.of !== null) noteTaken(workspace, part.of);
    return { count: part.items.length, keys: part.of?.keys ?? [] };
  });
}
