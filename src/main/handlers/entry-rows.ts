/** Entries of the outbox as the window lists them: what was typed says what they are about, else what was last read. */
import type { Cache } from '../db/cache-functions.ts';
import { addressIn, fieldsOf, nameIn, parsed, planOf, saidBy } from '../db/entry-subjects.ts';
import type { HistoryEntry } from '../db/history.ts';
import type { Subject } from '../db/subjects.ts';
import type { EntryDetail, EntryRow } from '../../shared/entries.ts';
import { waysOf } from '../../shared/outbox-decisions.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { StoredEntry, StoredRecord } from '../../shared/outbox-storage.ts';

type Known = (id: string) => Subject | undefined;
type OwnRecord = Pick<StoredRecord, 'id' | 'serverId' | 'content'>;

/**
 * @param record a record of ours by its local id
 * @param now milliseconds since the epoch
 */
export async function entryRows(
  entries: readonly StoredEntry[],
  cache: Cache,
  record: (id: string) => OwnRecord | undefined,
  now: number,
): Promise<EntryRow[]> {
  const planIds = entries.map((entry) => planOf(entry)).filter((id) => id !== null);
  const plans = new Map([...new Set(planIds)].map((id) => [id, isLocalId(id) ? record(id) : undefined] as const));
  const ids = entries.flatMap(({ serverId, content }) => (serverId !== null && content === '{}' ? [serverId] : []));
  const serverPlans = [...plans].map(([id, own]) => own?.serverId ?? id).filter((id) => id.includes('/'));
  const subjects = await cache.subjectsOf([...new Set([...ids, ...serverPlans])]);
  const byId = new Map(subjects.map((subject) => [subject.id, subject]));
  const known: Known = (id) => byId.get(id);
  const titleOf = (id: string) => {
    const own = plans.get(id);
    return known(own?.serverId ?? id)?.name ?? titleIn(own?.content);
  };
  return entries.map((entry) => rowOf(entry, known, titleOf, now));
}

/** What an entry says. @throws SyntaxError when it is damaged */
export async function entryDetail(entry: StoredEntry, cache: Cache): Promise<EntryDetail> {
  const { base, progress } = entry;
  const said = await detailOf({ said: saidBy(entry), base, from: progress?.old?.planId ?? null }, cache);
  return { ...said, conflicts: progress?.conflicts ?? [] };
}

/** What a line of the history said; of where a move came from, and of fields that crossed, it keeps nothing. */
export async function historyDetail({ said, base }: HistoryEntry, cache: Cache): Promise<EntryDetail> {
  return { ...(await detailOf({ said: said ?? '{}', base, from: null }, cache)), conflicts: [] };
}

async function detailOf(
  stored: { said: string; base: string | null; from: string | null },
  cache: Cache,
): Promise<Omit<EntryDetail, 'conflicts'>> {
  const { from } = stored;
  const typed = JSON.parse(stored.said) as Fields;
  const base = stored.base === null ? null : (JSON.parse(stored.base) as Fields);
  const ids = [...idsIn(typed), ...idsIn(base ?? {}), ...(from === null ? [] : [from])];
  const named = (await cache.subjectsOf(ids)).filter((subject): subject is NamedSubject => subject.name !== null);
  const names = Object.fromEntries(named.map(({ id, name }) => [id, name]));
  return { typed, base, names, from: from === null ? null : (names[from] ?? null) };
}

type NamedSubject = Subject & { name: string };

const titleIn = (content: string | undefined) => (content === undefined ? null : nameIn('plans', parsed(content)));

function rowOf(entry: StoredEntry, known: Known, titleOf: (planId: string) => string | null, now: number): EntryRow {
  const { noun, serverId } = entry;
  const { content, edit } = fieldsOf(entry);
  const read = serverId === null ? undefined : known(serverId);
  const planId = planOf(entry);
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
    planId,
    planTitle: planId === null ? null : titleOf(planId),
    orderId: noun === 'orders' ? serverId : null,
    name: nameIn(noun, edit) ?? read?.name ?? nameIn(noun, content),
    address: addressIn(content) || (read?.address ?? ''),
    ways: waysOf(entry, now),
  };
}

/** Ids of the service among the values, in lists and nested objects too. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(drivers|depots|plans|couriers|pickupLocations)\//.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}
