/**
 * The cache beside the outbox, and what a form shows of a record: what the cache says, with what waits over it. It is what a
 * person edits from, and what a move copies.
 */
import { isCreate, isLocalId, operationOf, type Noun } from '../../../src/shared/outbox-kinds.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import type { Item } from './items.ts';
import type { Disk } from './memory-storage.ts';
import type { ServiceModel } from './service-model.ts';
import type { Body, Held } from './held.ts';

const listed = ['plans', 'stops', 'unassignedStops', 'orders', 'drivers'] as const;

export class SimulatedCache {
  private readonly rows = new Map<string, Held>();
  /** What was typed or sent, by its text: read once. */
  private readonly bodies = new Map<string, Body>();
  /** The changes of the service as all lists were last read, when nothing was said by itself since. */
  private readAt = -1;
  /** Counts whatever may make a form show something else. */
  version = 0;

  /** When each was said by itself: a list that was begun before says nothing of it. */
  private readonly saidAt = new Map<string, number>();

  /** @param now as the world has it */
  put(view: { id: string }, now: number): void {
    this.rows.set(view.id, { ...view });
    this.saidAt.set(view.id, now);
    this.touched();
  }

  /** Of a list. @param begun when it was begun to be read */
  putListed(view: { id: string }, begun: number): void {
    if ((this.saidAt.get(view.id) ?? -1) >= begun) return;
    this.rows.set(view.id, { ...view });
    this.touched();
  }

  forget(id: string): void {
    this.rows.delete(id);
    this.touched();
  }

  /** All lists are read. */
  refresh(model: ServiceModel): void {
    if (this.readAt === model.changes) return;
    this.touched();
    this.readAt = model.changes;
    this.rows.clear();
    for (const noun of listed) for (const held of model[noun].values()) this.rows.set(held.id, { ...held });
  }

  /** What a form of the record shows, by the names of {@link Item.fields}; null: nothing is known of it. */
  form(item: Item, disk: Disk): Body | null {
    return this.forms(disk)(item);
  }

  /** The forms of any records, as the disk is now: its entries are gone through once. */
  forms(disk: Disk): (item: Item) => Body | null {
    const edits = new Map<string, StoredEntry[]>();
    const givenUp = new Set<string>();
    let hasFile = false;
    for (const entry of disk.entries) {
      if (entry.state === 'given-up') {
        if (isCreate(entry.kind)) givenUp.add(entry.recordId);
        hasFile ||= isInFile(entry);
      } else if (isEdit(entry)) {
        const before = edits.get(entry.recordId);
        if (before === undefined) edits.set(entry.recordId, [entry]);
        else before.push(entry);
      }
    }
    return (item) => {
      if (hasFile && isAway(item, disk)) return null;
      const record = item.recordId === null ? undefined : disk.records.get(item.recordId);
      const serverId = record?.serverId ?? (isLocalId(item.id) ? null : item.id);
      const cached = serverId === null ? undefined : this.rows.get(serverId);
      const typed = record === undefined || record.content === '{}' ? undefined : this.bodyOf(record.content);
      const from = cached ?? typed;
      const isGivenUp = item.recordId !== null && givenUp.has(item.recordId);
      if (from === undefined || (cached === undefined && isGivenUp)) return null;
      const shown = fieldsOf(item.noun, from);
      for (const [name, value] of this.waiting(item, edits.get(item.recordId ?? '') ?? [])) shown[name] = value;
      return shown;
    };
  }

  /** What edits that wait say of a record's fields. */
  private waiting(item: Item, edits: readonly StoredEntry[]): Map<string, unknown> {
    const over = new Map<string, unknown>();
    for (const entry of edits) {
      const fields = fieldsOf(item.noun, this.bodyOf(entry.body ?? '{}'));
      for (const name in fields) {
        if (fields[name] === undefined) continue;
        if (entry.state !== 'acknowledged') over.set(name, fields[name]);
        // Set again later, and through: what waits from before does not stand over it.
        else over.delete(name);
      }
    }
    return over;
  }

  private touched(): void {
    this.version += 1;
    this.readAt = -1;
  }

  private bodyOf(text: string): Body {
    const known = this.bodies.get(text);
    if (known !== undefined) return known;
    const body = JSON.parse(text) as Body;
    this.bodies.set(text, body);
    return body;
  }
}

/** Something of it, or of where it goes, is in a file. */
export function isAway({ recordId, movedTo, planId }: Item, disk: Disk): boolean {
  return disk.entries.some(
    (entry) =>
      isInFile(entry) && (entry.recordId === recordId || entry.recordId === planId || movedTo.includes(entry.recordId)),
  );
}

/** It was put into a file, which is taken in again. */
export const isInFile = ({ state, reason }: StoredEntry): boolean =>
  state === 'given-up' && reason?.code === 'outbox.exported';

const isEdit = ({ kind }: StoredEntry) => operationOf(kind).action.endsWith('edit');

/** Those that a form has; undefined: the body does not name it. */
function fieldsOf(noun: Noun, body: Body): Body {
  const holder = noun === 'orders' ? (body['deliveryInstructions'] as Body | null | undefined) : body;
  const recipient = body['recipient'] as Body | null | undefined;
  return {
    notes: holder?.['notes'],
    phone: recipient?.['phone'],
    displayName: body['displayName'],
    depot: body['depot'],
  };
}

/** The first field in which a form shows something else than was wanted of the record, in words; null: there is none. */
export function shownOtherwise(item: Item, shown: Body | null): string | null {
  if (shown === null) return null;
  for (const [name, value] of Object.entries(item.fields)) {
    const there = shown[name] ?? null;
    if (there !== (value ?? null))
      return `the form shows ${name} ${JSON.stringify(there)}, not ${JSON.stringify(value)}`;
  }
  return null;
}
