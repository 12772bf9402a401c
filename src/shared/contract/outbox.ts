/** Calls for the outbox: waiting entries, entries that need a decision, and sent entries. */
import { z } from '../schemas.ts';
import { call, gesture } from '../calls.ts';
import {
  entryQuery,
  historyStates,
  type EntryDetail,
  type EntryPage,
  type EntryView,
  type HistoryRow,
  type OutboxOverview,
} from '../entries.ts';
import { entryChoice } from '../outbox-decisions.ts';
import { nouns } from '../outbox-kinds.ts';
import { type StopDetail } from '../stops.ts';
import { localId, nothing } from './arguments.ts';

export const outboxCalls = {
  outbox: {
    overview: call<OutboxOverview>()(nothing),
    /** At most 200 entries per page. Only the last 200 settled entries are listed. */
    list: call<EntryPage>()(entryQuery),
    entry: call<EntryView>()(z.strictObject({ entryId: localId })),
    /** Queues a rejected entry again, or processes a waiting one now. An entry in doubt is looked up, not resent. */
    retry: gesture<void>()({ entryId: localId }),
    /** Discards the entry and keeps it as discarded. Fails for an entry that may be on the service. */
    giveUp: gesture<void>()({ entryId: localId }),
    /**
     * Applies one choice to entries that need a decision, in one transaction. Entries that do not (or no longer) allow
     * the choice stay unchanged. Fails if none of them allows it.
     */
    decide: gesture<{ done: number }>()({ entryIds: z.array(localId).min(1).max(1_000), choice: entryChoice }),
    /** The same for an entry and all others of its kind and plan that need a decision for the same reason. */
    decideAlike: gesture<{ done: number }>()({ entryId: localId, choice: entryChoice }),
    /**
     * Writes all open entries to a file that the user chooses. Null if they cancelled. If `keep` is false, this
     * computer no longer sends them unless the file is imported again. Damaged entries are not exported.
     */
    exportEntries: gesture<{ name: string; count: number } | null>()({ keep: z.boolean() }),
    /** Imports a file of the same account that the user chooses. Null if they cancelled. */
    importEntries: gesture<{ taken: number; known: number } | null>()({}),
    /** Discards every unconfirmed entry, even those that may already be on the service. Returns how many. */
    giveUpAll: gesture<number>()({}),
    /**
     * Sent entries and the service's answers, newest first, at most 200 lines per page. `before` is the number of the
     * last line on the previous page, or null for the first page.
     */
    history: call<HistoryRow[]>()(
      z.strictObject({
        text: z.string().max(500),
        noun: z.enum(nouns).nullable(),
        state: z.enum(historyStates).nullable(),
        before: z.number().int().nullable(),
      }),
    ),
    /** The content of one history line. */
    historyDetail: call<EntryDetail>()(z.strictObject({ number: z.number().int() })),
    /** The content of an entry, read-only. */
    detail: call<EntryDetail>()(z.strictObject({ entryId: localId })),
    /** The input for a new stop, to fill the form. */
    content: call<StopDetail>()(z.strictObject({ entryId: localId })),
  },
} as const;
