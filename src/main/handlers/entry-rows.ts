/** Entries of the outbox as the window lists them: what was typed says what they are about, else what was last read. */
import type { Cache } from '../db/cache-functions.ts';
import { addressText } from '../db/stop-rows.ts';
import type { Subject } from '../db/subjects.ts';
import type { EntryDetail, EntryRow } from '../../shared/entries.ts';
import { waysOf } from '../../shared/outbox-decisions.ts';
import { isLocalId, operationOf, type Noun } from '../../shared/outbox-kinds.ts';
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
  const typed = JSON.parse(entry.body ?? (hasContent(entry) ? entry.content : '{}')) as Fields;
  const base = entry.base === null ? null : (JSON.parse(entry.base) as Fields);
  const from = entry.progress?.old?.planId ?? null;
  const ids = [...idsIn(typed), ...idsIn(base ?? {}), ...(from === null ? [] : [from])];
  const named = (await cache.subjectsOf(ids)).filter((subject): subject is NamedSubject => subject.name !== null);
  const names = Object.fromEntries(named.map(({ id, name }) => [id, name]));
  const conflicts = entry.progress?.conflicts ?? [];
  return { typed, base, names, from: from === null ? null : (names[from] ?? null), conflicts };
}

type NamedSubject = Subject & { name: string };

/** A new record is what was typed; what is done to one is said by the entry alone. */
function hasContent({ kind }: StoredEntry): boolean {
  const { action } = operationOf(kind);
  return action === 'create' || action === 'move' || action === 'live-create';
}

function planOf({ noun, parentId, serverId, recordId }: StoredEntry): string | null {
  if (noun === 'plans') return serverId ?? recordId;
  return noun === 'stops' && parentId !== '' ? parentId : null;
}

const titleIn = (content: string | undefined) => (content === undefined ? null : nameIn('plans', parsed(content)));

/** What cannot be read says nothing; that it cannot is said by the entry's state. */
function parsed(json: string): Fields {
  try {
    return JSON.parse(json) as Fields;
  } catch {
    return {};
  }
}

function rowOf(entry: StoredEntry, known: Known, titleOf: (planId: string) => string | null, now: number): EntryRow {
  const { noun, serverId } = entry;
  const content = entry.intact ? parsed(entry.content) : {};
  const edit = entry.intact && entry.body !== null ? parsed(entry.body) : {};
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
    address: addressText(content['address'] as Parameters<typeof addressText>[0]) || (read?.address ?? ''),
    ways: waysOf(entry, now),
  };
}

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** What a record is called by its own fields, as typed or as edited. */
function nameIn(noun: Noun, fields: Fields): string | null {
  const recipient = textIn((fields['recipient'] as Fields | null | undefined)?.['name']);
  switch (noun) {
    case 'stops':
    case 'unassignedStops':
      return recipient;
    case 'orders':
      return recipient ?? textIn((fields['packageInfo'] as Fields | null | undefined)?.['externalId']);
    case 'drivers':
      return ['displayName', 'name', 'email', 'phone'].map((name) => textIn(fields[name])).find(Boolean) ?? null;
    case 'plans':
      return textIn(fields['title']);
  }
}

/** Ids of the service among the values, in lists and nested objects too. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(drivers|depots|plans)\//.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}
