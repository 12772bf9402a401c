import type { Cache } from '../db/cache-functions.ts';
import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { StopRow } from '../../shared/stops.ts';
import type { Context } from './context.ts';

const pageRows = 200;
const mostSimilar = 5;
const mostRecent = 8;

export function stopHandlers(context: Context): Handlers['stops'] {
  return {
    async list({ planId, cursor }) {
      const { cache, pull } = context.workspace();
      pull.show(planId);
      const offset = cursor === null ? 0 : Number(cursor);
      if (!Number.isSafeInteger(offset) || offset < 0)
        throw new AppError('input.invalid', { detail: { field: 'cursor' } });
      const { rows, total, asOf } = await cache.listStops(planId, offset, pageRows);
      const next = offset + rows.length;
      return {
        rows,
        total,
        asOf,
        refreshing: pull.isRefreshing(`stops:${planId}`),
        cursor: rows.length === pageRows && next < total ? String(next) : null,
      };
    },

    async get({ planId, id }) {
      const detail = await context.workspace().cache.getStop(planId, id);
      if (detail === null) throw new AppError('record.not-found');
      return detail;
    },

    refresh: async ({ planId }) => context.workspace().pull.refreshStops(planId, 'click'),

    async add({ planId, stop, draftId }) {
      const { cache, outboxFile, intake, loop } = context.workspace();
      await requireWritable(cache, planId);
      const { recordId } = save(() =>
        intake(() => {
          if (draftId !== null) outboxFile.drafts.remove(draftId);
        }).create('stops.create', planId, stop),
      );
      context.changed(draftId === null ? ['stops', 'plans', 'outbox'] : ['stops', 'plans', 'outbox', 'drafts'], planId);
      loop.wake();
      return savedRow(cache, planId, recordId);
    },

    async correct({ entryId, stop }) {
      const { cache, outboxFile, choices, loop } = context.workspace();
      const entry = outboxFile.entries.find(entryId);
      if (entry === undefined) throw new AppError('record.not-found');
      const corrected = save(() => choices.correct(entryId, stop));
      if (!corrected) throw new AppError('record.not-editable');
      context.changed(['stops', 'plans', 'outbox'], entry.parentId);
      loop.wake();
      return savedRow(cache, entry.parentId, entry.recordId);
    },

    recentRecipients: async ({ text }) =>
      text.trim().length < 2 ? [] : context.workspace().cache.recentRecipients(text, mostRecent),

    async similar({ planId, name, phone, addressLineOne }) {
      const { cache } = context.workspace();
      const found: StopRow[] = [];
      for (let offset = 0; found.length < mostSimilar; offset += pageRows) {
        const { rows } = await cache.listStops(planId, offset, pageRows);
        found.push(...rows.filter((row) => row.type === 'stop' && isSimilar(row, { name, phone, addressLineOne })));
        if (rows.length < pageRows) break;
      }
      return found.slice(0, mostSimilar);
    },
  };
}

/** "Saved" is only said after this returned; a disk error keeps the form filled (outbox, Rule 1). */
function save<Result>(commit: () => Result): Result {
  try {
    return commit();
  } catch (error) {
    throw new AppError('storage.not-saved', { retry: 'later', cause: error });
  }
}

async function requireWritable(cache: Cache, planId: string): Promise<void> {
  const plan = await cache.getPlan(planId);
  if (plan === null) throw new AppError('record.not-found');
  if (!plan.writable) {
    throw new AppError('record.not-editable', { detail: { serviceCode: 'plan_not_writable', name: plan.title } });
  }
}

async function savedRow(cache: Cache, planId: string, recordId: string): Promise<StopRow> {
  const detail = await cache.getStop(planId, recordId);
  if (detail === null) throw new AppError('record.not-found');
  return detail.row;
}

const plain = (text: string | null) => (text ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
const digits = (text: string | null) => (text ?? '').replaceAll(/\D+/g, '').replace(/^00/, '').slice(-9);

/** The same telephone number, or the same name at an address that begins alike. */
function isSimilar(
  row: StopRow,
  typed: { name: string | null; phone: string | null; addressLineOne: string | null },
): boolean {
  const phone = digits(typed.phone);
  if (phone.length >= 6 && digits(row.phone) === phone) return true;
  const name = plain(typed.name);
  const line = plain(typed.addressLineOne);
  return name !== '' && line !== '' && plain(row.recipientName) === name && plain(row.address).startsWith(line);
}
