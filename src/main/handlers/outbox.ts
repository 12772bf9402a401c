import { basename } from 'node:path';
import { outboxDetail } from '../db/stop-rows.ts';
import { writeInParts } from '../json-file.ts';
import { describeError } from '../log.ts';
import type { TakenIn } from '../outbox/transfer.ts';
import { mostTransferBytes, readTransferParts, type TransferContent } from '../outbox/transfer-file.ts';
import { inChunks } from '../chunks.ts';
import type { Workspace } from '../workspace.ts';
import type { EntryChoice } from '../../shared/outbox-decisions.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import { AppError } from '../../shared/errors.ts';
import type { Context } from './context.ts';
import { entryDetail, historyDetail } from './entry-detail.ts';
import { withWaits } from './entry-waits.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { historyRows } from './history-rows.ts';
import { planOf } from './rows.ts';
import { computerZone, wallClock } from '../../shared/zones.ts';

const historyPage = 200;
/** Entries written in one turn of the event loop, which takes about ten milliseconds. */
const writtenAtOnce = 25;

/** `done`: entries decided; `next`: entries processed so far. */
interface Decided {
  done: number;
  next: number;
}

/** A file of entries. */
interface Written {
  name: string;
  count: number;
}

/**
 * The drivers of a plan to which stops go.
 *
 * @throws AppError `record.not-editable` for a plan whose deletion waits: what is put into it would go with it
 */
async function driversOf(context: Context, planId: string): Promise<ReadonlySet<string>> {
  const plan = await planOf(context.workspace(), planId);
  if (plan.change === 'delete') throw new AppError('record.not-editable', { detail: { name: plan.title } });
  return new Set(plan.driverIds);
}

/**
 * Decides thousands of entries in chunks. Each entry is decided on its own, so the app may end between two of them.
 *
 * @param from how many of the entries were processed before an interruption
 * @throws AppError `record.not-editable` if nothing was decided, or if the other plan is being deleted
 */
async function decide(
  context: Context,
  entryIds: readonly string[],
  choice: EntryChoice,
  gesture: Gesture<Decided>,
  from: number,
): Promise<void> {
  const { outboxFile, choices, refresher: pull } = context.workspace();
  const drivers = choice.way === 'other-plan' ? await driversOf(context, choice.planId) : undefined;
  const ids = [...new Set(entryIds)].slice(from);
  const done: string[] = [];
  let { done: count = 0 } = gesture.before ?? {};
  let looked = 0;
  await inChunks(context.system, ids, writtenAtOnce, (part) => {
    looked += part.length;
    const isLast = looked === ids.length;
    gesture.commit(
      () => {
        const decided = choices.decide(part, choice, drivers);
        done.push(...decided);
        count += decided.length;
        if (isLast && count === 0) throw new AppError('record.not-editable');
        return { done: count, next: from + looked };
      },
      isLast ? 'done' : 'begun',
    );
  });
  if (ids.length === 0) {
    if (count === 0) throw new AppError('record.not-editable');
    gesture.commit(() => ({ done: count, next: from }));
  }
  if (choice.way === 'on-service') {
    const plans = done.flatMap((id) => outboxFile.entries.find(id) ?? []).filter(({ noun }) => noun === 'stops');
    for (const planId of new Set(plans.map(({ parentId }) => parentId))) {
      pull
        .refreshStops(planId, 'click')
        .catch((error: unknown) => context.log.info(`refresh: ${describeError(error)}`));
    }
  }
}

/** Calls that read the outbox and the history. */
function readEntries(
  context: Context,
): Pick<MainHandlers['outbox'], 'overview' | 'list' | 'entry' | 'history' | 'historyDetail' | 'detail' | 'content'> {
  return {
    overview: async () => context.workspace().cache.outboxOverview(),

    async list(query) {
      const page = await context.workspace().cache.listEntries(query, context.system.now());
      return { ...page, rows: await withWaits(context, page.rows) };
    },

    async entry({ entryId }) {
      const found = await context.workspace().cache.entryView(entryId, context.system.now());
      if (found === null) throw new AppError('record.not-found');
      const [row = found.row] = await withWaits(context, [found.row]);
      return { ...found, row };
    },

    async history({ before, ...filter }) {
      const { history, cache } = context.workspace();
      return historyRows(history.list({ ...filter, before }, historyPage), cache);
    },

    async historyDetail({ number }) {
      const { history, cache } = context.workspace();
      const entry = history.find(number);
      if (entry === undefined) throw new AppError('record.not-found');
      return historyDetail(entry, cache);
    },

    async detail({ entryId }) {
      const { outboxFile, cache } = context.workspace();
      const entry = existing(outboxFile.entries.find(entryId));
      if (!entry.intact) throw new AppError('record.not-found');
      return entryDetail(entry, cache);
    },

    async content({ entryId }) {
      const entry = existing(context.workspace().outboxFile.entries.find(entryId));
      if (!entry.intact) throw new AppError('record.not-found');
      return outboxDetail({ id: entry.recordId, body: entry.content, entry_id: entry.id, state: entry.state });
    },
  };
}

/** The user's decisions about entries. */
function decideEntries(
  context: Context,
): Pick<MainHandlers['outbox'], 'retry' | 'giveUp' | 'decide' | 'decideAlike' | 'giveUpAll'> {
  return {
    retry: once(context, 'outbox.retry', {
      work({ entryId }, gesture) {
        const { outboxFile, choices } = context.workspace();
        existing(outboxFile.entries.find(entryId));
        gesture.commit(() => {
          choices.retry(entryId);
          return null;
        });
      },
      answer: () => undefined,
    }),

    giveUp: once(context, 'outbox.giveUp', {
      work({ entryId }, gesture) {
        const { outboxFile, choices } = context.workspace();
        existing(outboxFile.entries.find(entryId));
        gesture.commit(() => {
          if (!choices.giveUp(entryId)) throw new AppError('record.not-editable');
          return null;
        });
      },
      answer: () => undefined,
    }),

    decide: once(context, 'outbox.decide', {
      work: ({ entryIds, choice }, gesture: Gesture<Decided>) =>
        decide(context, entryIds, choice, gesture, gesture.before?.next ?? 0),
      answer: ({ done }) => ({ done }),
      resumes: true,
    }),

    decideAlike: once(context, 'outbox.decideAlike', {
      // After an interruption, the repeated query no longer returns entries that are already decided.
      work: async ({ entryId, choice }, gesture: Gesture<Decided>) =>
        decide(context, await context.workspace().cache.alikeEntries(entryId), choice, gesture, 0),
      answer: ({ done }) => ({ done }),
      resumes: true,
    }),

    giveUpAll: once(context, 'outbox.giveUpAll', {
      async work(_asked, gesture: Gesture<number>) {
        const { transfer, outboxFile } = context.workspace();
        let count = gesture.before ?? 0;
        await inChunks(context.system, outboxFile.entries.openIds(), writtenAtOnce, (part) => {
          gesture.commit(() => (count += transfer.leave(part, 'nowhere')), 'begun');
        });
        gesture.commit(() => count);
      },
      answer: (count) => count,
      resumes: true,
    }),
  };
}

/** Export of entries to a file, and import from one. */
function transferEntries(context: Context): Pick<MainHandlers['outbox'], 'exportEntries' | 'importEntries'> {
  return {
    exportEntries: once(context, 'outbox.exportEntries', {
      work: ({ keep }, gesture: Gesture<Written | null>) => exportEntries(context, keep, gesture),
      answer: (written) => written,
    }),

    importEntries: once(context, 'outbox.importEntries', {
      async work(_asked, gesture: Gesture<TakenIn | null>) {
        const bytes = await context.desktop.chooseEntries(mostTransferBytes);
        if (bytes === null) {
          gesture.commit(() => null);
          return;
        }
        const file = await readTransferParts(context.system, bytes);
        const { arrivals } = await sameAccount(context, file);
        await arrivals.take(file, bytes, (work, isLast) => void gesture.commit(work, isLast ? 'done' : 'begun'));
      },
      answer: (taken) => taken,
      // The rest is taken in by itself at the next start.
      interrupted: (taken) => taken,
    }),
  };
}

export function outboxHandlers(context: Context): MainHandlers['outbox'] {
  return { ...readEntries(context), ...decideEntries(context), ...transferEntries(context) };
}

/** Writes the open entries to a file that the user chooses. */
async function exportEntries(context: Context, keep: boolean, gesture: Gesture<Written | null>): Promise<void> {
  const { transfer, cache, definition, loop } = context.workspace();
  const witnesses = await cache.witnessesOf();
  const { day } = wallClock(context.system.now(), computerZone());
  const path = await context.desktop.chooseSaveFile(`depot-desk-entries-${day}.json`, 'json');
  gesture.commit(() => null, path === null ? 'done' : 'begun');
  if (path === null) return;
  const { mode, origin } = definition;
  const head = { writtenAt: context.system.now(), mode, origin, witnesses };
  const write = async (parts: Iterable<string>) => {
    try {
      await writeInParts(path, parts);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('save.failed', { retry: 'after-change', cause: error });
    }
  };
  const name = basename(path);
  if (keep) {
    const count = await transfer.copyOut(head, write);
    gesture.commit(() => ({ name, count }));
    return;
  }
  try {
    const count = await transfer.takeOut(head, write);
    gesture.commit(() => ({ name, count }));
  } finally {
    // The send loop pauses during an export.
    loop.wake();
  }
}

/** @throws AppError when the file was written for another account, or when the account is not known yet */
async function sameAccount(context: Context, file: TransferContent): Promise<Workspace> {
  const workspace = context.workspace();
  const { definition, cache } = workspace;
  // The training service's address differs from computer to computer.
  const isHere = definition.mode === 'training' || definition.origin === file.origin;
  const other = new AppError('transfer.other-account', { retry: 'after-change', detail: { host: file.origin } });
  if (definition.mode !== file.mode || !isHere) throw other;
  if (file.witnesses.length === 0) return workspace;
  if ((await cache.witnessesOf()).length === 0) throw new AppError('transfer.not-read', { retry: 'later' });
  if ((await cache.subjectsOf(file.witnesses)).length === 0) throw other;
  return workspace;
}

function existing(entry: StoredEntry | undefined): StoredEntry {
  if (entry === undefined) throw new AppError('record.not-found');
  return entry;
}
