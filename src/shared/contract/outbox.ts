/** Calls of the outbox: what waits, what asks, what was sent. */
import { z } from 'zod';
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
    /** At most 200 entries a page; of what is settled the last 200 are listed. */
    list: call<EntryPage>()(entryQuery),
    entry: call<EntryView>()(z.strictObject({ entryId: localId })),
    /** Queues a refused entry again, or lets a waiting one be looked at now. An entry in doubt is looked up, not resent. */
    retry: gesture<void>()({ entryId: localId }),
    /** The person gives the entry up; it is kept as such. Refused for what may be on the service. */
    giveUp: gesture<void>()({ entryId: localId }),
    /**
     * One choice for entries that ask, in one transaction; one for which the way is not open (any more) is left as it is.
     * Refused when that is so for all.
     */
    decide: gesture<{ done: number }>()({ entryIds: z.array(localId).min(1).max(1_000), choice: entryChoice }),
    /** The same for an entry and all that ask for the same reason: of its kind and plan. */
    decideAlike: gesture<{ done: number }>()({ entryId: localId, choice: entryChoice }),
    /**
     * Writes all open entries into a file that the person chooses; null when they chose none. `keep` false: they are not
     * sent from here any more, until the file is taken in again. Damaged entries stay.
     */
    exportEntries: gesture<{ name: string; count: number } | null>()({ keep: z.boolean() }),
    /** Takes in a file of the same account that the person chooses; null when they chose none. */
    importEntries: gesture<{ taken: number; known: number } | null>()({}),
    /** Gives up everything that has not been confirmed, what may be on the service already included. Answers how many. */
    giveUpAll: gesture<number>()({}),
    /**
     * What was sent and what the service said, newest first, at most 200 lines a page; `before` is the number of the last
     * line of the page before, null the beginning.
     */
    history: call<HistoryRow[]>()(
      z.strictObject({
        text: z.string().max(500),
        noun: z.enum(nouns).nullable(),
        state: z.enum(historyStates).nullable(),
        before: z.number().int().nullable(),
      }),
    ),
    /** What a line of the history said. */
    historyDetail: call<EntryDetail>()(z.strictObject({ number: z.number().int() })),
    /** What an entry says, for reading. */
    detail: call<EntryDetail>()(z.strictObject({ entryId: localId })),
    /** What was typed for a new stop, to fill the form with. */
    content: call<StopDetail>()(z.strictObject({ entryId: localId })),
  },
} as const;
