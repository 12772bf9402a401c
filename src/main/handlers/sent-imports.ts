/** Imports whose rows are in the outbox: how far they are, and what their user does with the rows that wait. */
import type { ImportWork } from '../../shared/imports.ts';
import { AppError } from '../../shared/errors.ts';
import { inChunks } from '../chunks.ts';
import type { SentRowOf } from '../db/sent-imports.ts';
import { newId } from '../system.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { currentPlanId } from './rows.ts';

/** Entries changed in one turn of the event loop. */
const changedAtOnce = 25;

type SentCalls = 'sent' | 'sentRows' | 'pause' | 'continue' | 'cancel' | 'takeBack' | 'putAway';

/**
 * Changes the entries of an import in chunks. Each is changed once, so an interrupted gesture begins again. Entries
 * that were there before the file hold more than its rows, and stay.
 */
async function changeRows(
  context: Context,
  importId: string,
  gesture: Gesture<number>,
  change: (workspace: Workspace, entryIds: readonly string[]) => number,
): Promise<void> {
  const workspace = context.workspace();
  let count = gesture.before ?? 0;
  // The last ones leave last.
  const ids = rowsOf(workspace, importId).flatMap(([, entryId, how]) => (how === undefined ? [entryId] : []));
  await inChunks(context.system, ids.reverse(), changedAtOnce, (part) => {
    gesture.commit(() => (count += change(workspace, part)), 'begun');
  });
  gesture.commit(() => count);
  workspace.loop.wake();
}

function rowsOf({ outboxFile: { sentImports } }: Workspace, importId: string): SentRowOf[] {
  if (sentImports.find(importId) === undefined) throw new AppError('record.not-found');
  return sentImports.rows(importId);
}

/** A plan that was created here may have got its id since its import began. */
export const atPlaceNow = <Of extends { place: string }>(workspace: Workspace, of: Of): Of => ({
  ...of,
  place: of.place === '' ? '' : currentPlanId(workspace, of.place),
});

/** Discards the rows that have not left. */
function discard({ outboxFile, choices }: Workspace, entryIds: readonly string[]): number {
  return entryIds.filter((id) => outboxFile.entries.find(id)?.state === 'queued' && choices.giveUp(id)).length;
}

/**
 * Stores the import again with the rejected rows alone, and discards their entries.
 *
 * @returns the id of the copy
 * @throws AppError `record.not-editable`: it is not finished, or no row was rejected
 */
function takeBack(
  workspace: Workspace,
  { id: importId, rejected }: { id: string; rejected: ImportWork['rejected'] },
  copyId: string,
  at: number,
): string {
  const { outboxFile, choices } = workspace;
  const { entries, drafts, sentImports } = outboxFile;
  const kept = drafts.findImport(importId);
  if (kept === undefined) throw new AppError('record.not-found');
  // The copy would offer the rows that are not saved yet, as the import itself does.
  if (sentImports.find(importId)?.isWhole === false) throw new AppError('record.not-editable');
  const isRejected = new Set(entries.idsIn(['refused', 'blocked']));
  const back = rowsOf(workspace, importId)
    .filter(([, entryId, how]) => how === undefined && isRejected.has(entryId) && choices.giveUp(entryId))
    .map(([key]) => key);
  if (back.length === 0) throw new AppError('record.not-editable');
  drafts.copyImportRows(importId, copyId);
  const isBack = new Set(back);
  const skipped = Object.keys(kept.work.chosen).filter((key) => kept.work.chosen[key] === 'out');
  const taken = [...kept.work.taken, ...skipped].filter((key) => !isBack.has(key));
  // Rows that wait for a decision in the outbox are decided there.
  const why = Object.fromEntries(Object.entries(rejected).filter(([key]) => isBack.has(key)));
  drafts.saveImport(copyId, at, { ...kept.work, taken, rejected: why, bad: back.length, good: 0 });
  return copyId;
}

export function sentImportHandlers(context: Context): Pick<MainHandlers['imports'], SentCalls> {
  return {
    async sent() {
      const workspace = context.workspace();
      return (await workspace.cache.sentImports()).map((each) => atPlaceNow(workspace, each));
    },
    sentRows: async ({ id }) => context.workspace().cache.sentRows(id, context.system.now()),

    pause: once(context, 'imports.pause', {
      work: ({ id }, gesture: Gesture<number>) =>
        changeRows(context, id, gesture, ({ choices }, ids) => choices.pause(ids).length),
      answer: (count) => count,
      resumes: true,
    }),

    continue: once(context, 'imports.continue', {
      work: ({ id }, gesture: Gesture<number>) =>
        changeRows(context, id, gesture, ({ choices }, ids) => choices.continue(ids).length),
      answer: (count) => count,
      resumes: true,
    }),

    cancel: once(context, 'imports.cancel', {
      work: ({ id }, gesture: Gesture<number>) => changeRows(context, id, gesture, discard),
      answer: (count) => count,
      resumes: true,
    }),

    takeBack: once(context, 'imports.takeBack', {
      work(asked, gesture: Gesture<string>) {
        const { system } = context;
        gesture.commit(() => takeBack(context.workspace(), asked, newId(system), system.now()));
      },
      answer: (copyId) => copyId,
    }),

    async putAway({ id }) {
      const { drafts, sentImports } = context.workspace().outboxFile;
      const isWhole = sentImports.find(id)?.isWhole === true;
      sentImports.remove(id);
      if (isWhole) drafts.removeImport(id);
    },
  };
}
