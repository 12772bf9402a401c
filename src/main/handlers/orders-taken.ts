/** Saved rows of a file: however often an import is resumed, each is saved once. */
import { z } from 'zod';
import type { ArgumentOf, Contract } from '../../shared/contract.ts';
import type { Workspace } from '../workspace.ts';
import { fromStored } from '../stored-json.ts';

/** The part of an import that is being saved; its gesture is the import's, and which part. */
type Part = ArgumentOf<Contract['orders']['addMany']>;

/** The outcome of a part: how many rows are saved, and their keys in the file. */
const takenPart = z.object({ count: z.number(), keys: z.array(z.string()).readonly() });
export type TakenPart = z.infer<typeof takenPart>;

/** By the parts that are saved and, while the import is kept, by what its draft says. */
function takenKeys({ outboxFile: { gestures, drafts } }: Workspace, { gesture, of }: Part): Set<string> {
  const [importId = ''] = gesture.split(':');
  const parts = gestures.parts(importId, 'orders.addMany').map((outcome) => fromStored(takenPart, outcome));
  const kept = of === null ? undefined : drafts.findImport(of.importId)?.work.taken;
  return new Set([...parts.flatMap(({ keys }) => keys), ...(kept ?? [])]);
}

/** Those of the part that were not saved before: a part may be cut otherwise when it is saved again. */
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
