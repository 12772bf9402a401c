/**
 * A stop whose plan accepts no more stops: sent live, moved to another plan, or kept without one (outbox, By
 * operation).
 */
import { liveKind, type EntryChoice } from '../../shared/outbox-decisions.ts';
import { operationOf, type EntryKind } from '../../shared/outbox-kinds.ts';
import type { StorageChange, EntryFields, StoredEntry, StoredRecord } from '../db/outbox-storage.ts';
import { isSettled, serverIdOf, set, type Core } from './core.ts';
import { Intake } from './intake.ts';
import { storedFields } from '../stored-json.ts';
import type { Fields } from '../../shared/outbox-merge.ts';

type Elsewhere = Extract<EntryChoice, { way: 'live' | 'other-plan' | 'unassigned' }>;

const queued = { state: 'queued', reason: null, notBefore: 0 } as const satisfies Partial<EntryFields>;

/**
 * @param drivers of the other plan, by their ids
 * @returns all changes that send an entry elsewhere; later entries of the same stop go with it
 */
export function placed(
  core: Core,
  entry: StoredEntry,
  choice: Elsewhere,
  drivers: ReadonlySet<string>,
): StorageChange[] {
  switch (choice.way) {
    case 'live':
      return live(core, entry);
    case 'other-plan': {
      const lane = serverIdOf(core, choice.planId) ?? choice.planId;
      const content = JSON.stringify(contentWith(entry, drivers));
      return moved(core, entry, { parentId: choice.planId, content }, lane, (kind) => kind);
    }
    case 'unassigned': {
      const content = contentWith(entry, new Set());
      const withDepot = choice.depot === null ? content : { ...content, depot: choice.depot };
      const record = { noun: 'unassignedStops', parentId: '', content: JSON.stringify(withDepot) } as const;
      return moved(core, entry, record, 'unassignedStops', unassignedKind);
    }
  }
}

/** The stop with those of its drivers that its new place has: a plan rejects a stop that is for others. */
function contentWith(entry: StoredEntry, drivers: ReadonlySet<string>): Fields {
  const { allowedDrivers, ...content } = storedFields(entry.content);
  const kept = ((allowedDrivers ?? []) as string[]).filter((id) => drivers.has(id));
  return kept.length === 0 ? content : { ...content, allowedDrivers: kept };
}

function live(core: Core, entry: StoredEntry): StorageChange[] {
  const { old } = entry.progress ?? {};
  if (old !== undefined) {
    // The new stop of the move exists. A separate entry deletes the old one live.
    const changes: StorageChange[] = [];
    new Intake(core, (made) => changes.push(...made)).remove('stops.liveDelete', old.id, old.planId);
    const settledAt = core.system.now();
    return [...changes, set(entry, { state: 'acknowledged', reason: null, notBefore: 0, settledAt })];
  }
  const kind = liveKind(entry.kind) ?? entry.kind;
  const fresh = operationOf(kind).action === 'live-create' ? unsent(entry) : {};
  return [set(entry, { ...queued, ...fresh, kind }), ...withFollowers(core, entry, {}, (of) => liveKind(of) ?? of)];
}

function moved(
  core: Core,
  entry: StoredEntry,
  record: Partial<Omit<StoredRecord, 'id'>>,
  lane: string,
  kindOf: (kind: EntryKind) => EntryKind,
): StorageChange[] {
  const kind = entry.kind === 'stops.liveCreate' ? kindOf('stops.create') : kindOf(entry.kind);
  return [
    { do: 'change-record', id: entry.recordId, set: record },
    set(entry, { ...queued, ...unsent(entry), kind, lane }),
    ...withFollowers(core, entry, { lane }, (of) => kindOf(plainKind(of))),
  ];
}

/** Nothing of the entry is on the service, and earlier attempts say nothing about the new place. */
function unsent(entry: StoredEntry): Partial<EntryFields> {
  const { doubts: _earlier, dayConfirmed: _ofThatDay, ...progress } = entry.progress ?? {};
  return { doubtUntil: 0, knownIds: null, sweepAt: null, progress };
}

/** Changes for the later, unsettled entries of the same record. */
function withFollowers(
  core: Core,
  entry: StoredEntry,
  fields: Partial<EntryFields>,
  kindOf: (kind: EntryKind) => EntryKind,
): StorageChange[] {
  return core.storage
    .entriesOf(entry.recordId)
    .filter((other) => other.sequence > entry.sequence && !isSettled(other))
    .map((other) => set(other, { ...fields, ...queued, kind: kindOf(other.kind) }));
}

function plainKind(kind: EntryKind): EntryKind {
  if (kind === 'stops.liveUpdate') return 'stops.update';
  return kind === 'stops.liveDelete' ? 'stops.delete' : kind;
}

function unassignedKind(kind: EntryKind): EntryKind {
  switch (operationOf(kind).action) {
    case 'create':
      return 'unassignedStops.create';
    case 'edit':
      return 'unassignedStops.update';
    default:
      return 'unassignedStops.delete';
  }
}
