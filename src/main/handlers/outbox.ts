import { basename } from 'node:path';
import { outboxDetail } from '../db/stop-rows.ts';
import { writeInParts } from '../json-file.ts';
import { describeError } from '../log.ts';
import { mostTransferBytes, readTransferFile, type TransferContent } from '../sync/transfer-file.ts';
import { inTurns } from '../turns.ts';
import type { Workspace } from '../workspace.ts';
import type { EntryChoice } from '../../shared/outbox-decisions.ts';
import type { StoredEntry } from '../../shared/outbox-storage.ts';
import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Context } from './context.ts';
import { entryDetail, historyDetail } from './entry-detail.ts';
import { withWaits } from './entry-waits.ts';
import { historyRows } from './history-rows.ts';

const historyPage = 200;
/** Entries that are written in one turn: about ten milliseconds. */
const writtenAtOnce = 25;

export function outboxHandlers(context: Context): Handlers['outbox'] {
  const changed = (planId: string) => context.changed(['outbox', 'stops', 'plans'], planId);
  const everything = () => context.changed(['outbox', 'stops', 'plans', 'orders', 'drivers'], null);
  /** For thousands in parts: each entry is decided for itself, so that the app may end between two of them. */
  async function decide(entryIds: readonly string[], choice: EntryChoice): Promise<{ done: number }> {
    const { outboxFile, choices, loop, pull } = context.workspace();
    const done: string[] = [];
    try {
      await inTurns(context.system, [...new Set(entryIds)], writtenAtOnce, (part) => {
        done.push(...choices.decide(part, choice));
      });
    } finally {
      if (done.length > 0) everything();
    }
    if (done.length === 0) throw new AppError('record.not-editable');
    if (choice.way === 'on-service') {
      const plans = done.flatMap((id) => outboxFile.entries.find(id) ?? []).filter(({ noun }) => noun === 'stops');
      for (const planId of new Set(plans.map(({ parentId }) => parentId))) {
        pull
          .refreshStops(planId, 'click')
          .catch((error: unknown) => context.log.info(`refresh: ${describeError(error)}`));
      }
    }
    loop.wake();
    return { done: done.length };
  }

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

    async retry({ entryId }) {
      const { outboxFile, choices, loop } = context.workspace();
      const entry = existing(outboxFile.entries.find(entryId));
      choices.retry(entryId);
      changed(entry.parentId);
      loop.wake();
    },

    async giveUp({ entryId }) {
      const { outboxFile, choices } = context.workspace();
      const entry = existing(outboxFile.entries.find(entryId));
      if (!choices.giveUp(entryId)) throw new AppError('record.not-editable');
      changed(entry.parentId);
    },

    decide: async ({ entryIds, choice }) => decide(entryIds, choice),

    decideAlike: async ({ entryId, choice }) => decide(await context.workspace().cache.alikeEntries(entryId), choice),

    async exportEntries({ keep }) {
      const { transfer, cache, definition, loop } = context.workspace();
      const witnesses = await cache.witnessesOf();
      const day = new Date(context.system.now()).toISOString().slice(0, 10);
      const path = await context.desktop.chooseSaveFile(`depot-desk-entries-${day}.json`, 'json');
      if (path === null) return null;
      const { mode, origin } = definition;
      const head = { writtenAt: context.system.now(), mode, origin, witnesses };
      const write = async (parts: Iterable<string>) => {
        try {
          await writeInParts(path, parts);
        } catch (error) {
          throw new AppError('save.failed', { retry: 'after-change', cause: error });
        }
      };
      if (keep) return { name: basename(path), count: await transfer.copyOut(head, write) };
      try {
        return { name: basename(path), count: await transfer.takeOut(head, write) };
      } finally {
        everything();
        // It rests while entries leave.
        loop.wake();
      }
    },

    async importEntries() {
      const text = await context.desktop.chooseEntries(mostTransferBytes);
      if (text === null) return null;
      const file = readTransferFile(text);
      const { transfer, loop } = await sameAccount(context, file);
      const result = transfer.takeIn(file);
      everything();
      loop.wake();
      return result;
    },

    async giveUpAll() {
      const { transfer, outboxFile } = context.workspace();
      let count = 0;
      try {
        await inTurns(context.system, outboxFile.entries.openIds(), writtenAtOnce, (part) => {
          count += transfer.leave(part, 'nowhere');
        });
      } finally {
        everything();
      }
      return count;
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

/** @throws AppError when the file was written for another account, or that cannot be told yet */
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
