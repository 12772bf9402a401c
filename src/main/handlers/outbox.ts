import { outboxDetail } from '../db/stop-rows.ts';
import { describeError } from '../log.ts';
import type { StoredEntry } from '../../shared/outbox-storage.ts';
import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Context } from './context.ts';
import { entryDetail, entryRows } from './entry-rows.ts';

const mostSettled = 200;

export function outboxHandlers(context: Context): Handlers['outbox'] {
  const changed = (planId: string) => context.changed(['outbox', 'stops', 'plans'], planId);
  return {
    async list() {
      const { outboxFile, cache } = context.workspace();
      const { entries } = outboxFile;
      return entryRows(entries.list(mostSettled), cache, (id) => entries.record(id));
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

    async decide({ entryId, choice }) {
      const { outboxFile, choices, loop, pull } = context.workspace();
      const entry = existing(outboxFile.entries.find(entryId));
      if (choices.decide([entryId], { way: choice }).length === 0) throw new AppError('record.not-editable');
      changed(entry.parentId);
      if (choice === 'on-service') {
        pull
          .refreshStops(entry.parentId, 'click')
          .catch((error: unknown) => context.log.info(`refresh: ${describeError(error)}`));
      }
      loop.wake();
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

function existing(entry: StoredEntry | undefined): StoredEntry {
  if (entry === undefined) throw new AppError('record.not-found');
  return entry;
}
