/** Tracks the saved rows of an import, so that each is saved once however often the import is resumed. */
import { z } from 'zod';
import type { ArgumentOf, Contract } from '../../shared/contract.ts';
import type { Workspace } from '../workspace.ts';
import { fromStored } from '../stored-json.ts';

/** The part of an import that is being saved. Its gesture id consists of the import's id and the part. */
type Part = ArgumentOf<Contract['orders']['addMany']>;

/** The outcome of a part: how many rows are saved, and their keys in the file. */
const takenPart = z.object({ count: z.number(), keys: z.array(z.string()).readonly() });
export type TakenPart = z.infer<typeof takenPart>;

/** Keys of the saved rows, from the saved parts and, while it exists, the import's draft. */
function takenKeys({ outboxFile: { gestures, drafts } }: Workspace, { gesture, of }: Part): Set<string> {
  const [importId = ''] = gesture.split(':');
  const parts = gestures.parts(importId, 'orders.addMany').map((outcome) => fromStored(takenPart, outcome));
  const kept = of === null ? undefined : drafts.findImport(of.importId)?.work.taken;
  return new Set([...parts.flatMap(({ keys }) => keys), ...(kept ?? [])]);
}

/** Orders of the part that were not saved before. A resumed import may split its parts differently. */
export function notTaken(workspace: Workspace, part: Part): Part['orders'] {
  const { orders, of } = part;
  if (of === null) return orders;
  const taken = takenKeys(workspace, part);
  return orders.filter((_order, index) => !taken.has(of.keys[index] ?? ''));
}

/** Records the saved rows in the import's draft, so that a resumed import does not offer them again. */
export function noteTaken({ outboxFile: { drafts } }: Workspace, of: NonNullable<Part['of']>): void {
  const kept = drafts.findImport(of.importId);
  if (kept === undefined) return;
  if (of.last) drafts.removeImport(of.importId);
  else drafts.saveImport(of.importId, kept.savedAt, { ...kept.work, taken: [...kept.work.taken, ...of.keys] });
}
