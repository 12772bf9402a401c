/** The input for the outboxes of the campaigns. */
import type { StoredDraft } from '../../../src/main/db/drafts.ts';
import type { StorageChange, StoredEntry } from '../../../src/main/db/outbox-storage.ts';

export const now = Date.UTC(2026, 5, 15, 6);

/** @param kind 1: records, 2: entries */
export const idOf = (kind: 1 | 2, number: number) =>
  `0197000${kind}-${String(number).padStart(4, '0')}-7000-8000-${String(number).padStart(12, '0')}`;

const markerOf = (number: number) => `dd-marker${String(number).padStart(6, '0')}`;

/** A new stop, as intake commits it. */
export const typed = (number: number): StorageChange[] => [
  {
    do: 'add-record',
    record: {
      id: idOf(1, number),
      noun: 'stops',
      parentId: `plans/p${number % 3}`,
      serverId: null,
      marker: markerOf(number),
      markerIsOurs: true,
      content: JSON.stringify({
        address: { addressLineOne: `Lindenallee ${number}`, zip: '41720' },
        recipient: { name: `Recipient ${number}`, externalId: markerOf(number) },
        notes: `Note ${number}: ring twice, the bell is slow, and leave it with the neighbour.`,
      }),
    },
  },
  {
    do: 'add-entry',
    entry: {
      id: idOf(2, number),
      recordId: idOf(1, number),
      kind: 'stops.create',
      lane: `plans/p${number % 3}`,
      createdAt: now + number,
      body: null,
      base: null,
      progress: null,
    },
  },
];

/** A form that is being filled in. */
export const draft: StoredDraft = {
  id: 'draft',
  form: 'stop',
  planId: 'plans/p1',
  savedAt: now,
  fields: { name: 'Half' },
};

/** The parts of an entry that must not change. */
export const contentOf = (entry: StoredEntry) =>
  JSON.stringify([entry.recordId, entry.kind, entry.lane, entry.parentId, entry.marker, entry.content, entry.body]);
