import { addressText, outboxDetail } from '../db/stop-rows.ts';
import { describeError } from '../log.ts';
import type { StoredEntry } from '../../shared/outbox-storage.ts';
import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { EntryRow } from '../../shared/outbox.ts';
import type { StopCreate } from '../../shared/stops.ts';
import type { Context } from './context.ts';

const mostSettled = 200;

export function outboxHandlers(context: Context): Handlers['outbox'] {
  const changed = (planId: string) => context.changed(['outbox', 'stops', 'plans'], planId);
  return {
    async list() {
      const { outboxFile, cache } = context.workspace();
      const { rows } = await cache.listPlans();
      const titles = new Map(rows.map((plan) => [plan.id, plan.title]));
      return outboxFile.entries.list(mostSettled).map((entry) => rowOf(entry, titles.get(entry.parentId) ?? null));
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

function rowOf(entry: StoredEntry, planTitle: string | null): EntryRow {
  const content = entry.intact ? (JSON.parse(entry.content) as StopCreate) : null;
  return {
    id: entry.id,
    sequence: entry.sequence,
    kind: entry.kind,
    state: entry.state,
    reason: entry.reason,
    createdAt: entry.createdAt,
    attempts: entry.attempts,
    lastAttemptAt: entry.lastAttemptAt,
    notBefore: entry.notBefore === 0 ? null : entry.notBefore,
    planId: entry.parentId,
    planTitle,
    recipientName: content?.recipient?.name ?? null,
    address: content === null ? '' : addressText(content.address),
  };
}
