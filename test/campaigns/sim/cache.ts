/**
 * Simulates the cache and the form of a record, which shows cached values with waiting edits on top. The user edits
 * from it, and a move copies it.
 */
import { isCreate, isLocalId, operationOf, type Noun } from '../../../src/shared/outbox-kinds.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import type { Item } from './items.ts';
import type { Disk } from './memory-storage.ts';
import type { ServiceModel } from './service-model.ts';
import type { Body, Held } from './held.ts';
import { numberHolder, typedNumber } from './number-fields.ts';
import { severalOf } from './several-fields.ts';

const listed = ['plans', 'stops', 'unassignedStops', 'orders', 'drivers'] as const;

export class SimulatedCache {
  private readonly rows = new Map<string, Held>();
  /** Fields of contents and bodies by text. */
  private readonly typed = { orders: new Map<string, Body>(), others: new Map<string, Body>() };
  /** The service's change count at the last full read, unless single records were written since. */
  private readAt = -1;
  /** Incremented whenever a form may show something else. */
  version = 0;

  /** When each record was last returned on its own. A list read that began earlier must not overwrite it. */
  private readonly saidAt = new Map<string, number>();

  /** @param now the world's time */
  put(view: { id: string }, now: number): void {
    this.rows.set(view.id, { ...view });
    this.saidAt.set(view.id, now);
    this.touched();
  }

  /** Stores a listed record. @param begun when the list read began */
  putListed(view: { id: string }, begun: number): void {
    if ((this.saidAt.get(view.id) ?? -1) >= begun) return;
    this.rows.set(view.id, { ...view });
    this.touched();
  }

  forget(id: string): void {
    this.rows.delete(id);
    this.touched();
  }

  /** Reads all lists. */
  refresh(model: ServiceModel): void {
    if (this.readAt === model.changes) return;
    this.touched();
    this.readAt = model.changes;
    this.rows.clear();
    for (const noun of listed) for (const held of model[noun].values()) this.rows.set(held.id, { ...held });
  }

  /** The fields that the record's form shows, by the names of {@link Item.fields}. Null: nothing is known about it. */
  form(item: Item, disk: Disk): Body | null {
    return this.forms(disk)(item);
  }

  /** Returns a function for the forms of any records in the disk's current state. Scans its entries once. */
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
      const content = record === undefined || record.content === '{}' ? undefined : record.content;
      const isGivenUp = item.recordId !== null && givenUp.has(item.recordId);
      if (cached === undefined && (content === undefined || isGivenUp)) return null;
      const shown =
        cached === undefined ? { ...this.typedIn(item.noun, content ?? '{}') } : fieldsOf(item.noun, cached);
      for (const [name, value] of this.waiting(item, edits.get(item.recordId ?? '') ?? [])) shown[name] = value;
      return shown;
    };
  }

  /** The values of a record's fields in waiting edits. */
  private waiting(item: Item, edits: readonly StoredEntry[]): Map<string, unknown> {
    const over = new Map<string, unknown>();
    for (const entry of edits) {
      const fields = this.typedIn(item.noun, entry.body ?? '{}');
      const before = this.typedIn(item.noun, entry.base ?? '{}');
      for (const name in fields) {
        if (fields[name] === undefined) continue;
        if (entry.state !== 'acknowledged') over.set(name, fields[name]);
        // A later edit that changed it was acknowledged, so an earlier waiting one no longer shows.
        else if (fields[name] !== (before[name] ?? null)) over.delete(name);
      }
    }
    return over;
  }

  private touched(): void {
    this.version += 1;
    this.readAt = -1;
  }

  /** The fields of a content or a body. Shared: do not change them. */
  private typedIn(noun: Noun, text: string): Readonly<Body> {
    const typed = noun === 'orders' ? this.typed.orders : this.typed.others;
    const known = typed.get(text);
    if (known !== undefined) return known;
    const fields = fieldsOf(noun, JSON.parse(text) as Body);
    typed.set(text, fields);
    return fields;
  }
}

/** Part of the record, or of its destination, is in a file. */
export function isAway({ recordId, movedTo, planId }: Item, disk: Disk): boolean {
  return disk.entries.some(
    (entry) =>
      isInFile(entry) && (entry.recordId === recordId || entry.recordId === planId || movedTo.includes(entry.recordId)),
  );
}

/** It was exported to a file that will be imported again. */
export const isInFile = ({ state, reason }: StoredEntry): boolean =>
  state === 'given-up' && reason?.code === 'outbox.exported';

const isEdit = ({ kind }: StoredEntry) => operationOf(kind).action.endsWith('edit');

/** The fields that the form has. Undefined: the body does not contain them. */
function fieldsOf(noun: Noun, body: Body): Body {
  const holder = noun === 'orders' ? (body['deliveryInstructions'] as Body | null | undefined) : body;
  const recipient = body['recipient'] as Body | null | undefined;
  const carried = (body[numberHolder(noun)] as Body | null | undefined)?.['externalId'];
  return {
    notes: holder?.['notes'],
    phone: recipient?.['phone'],
    number: typedNumber(carried),
    // What is in the number's place, be it the app's own marker.
    carried,
    displayName: body['displayName'],
    depot: body['depot'],
    ...severalOf(body),
  };
}

/** Describes the first field in which a form differs from the expected value. Null: none. */
export function shownOtherwise(item: Item, shown: Body | null): string | null {
  if (shown === null) return null;
  for (const [name, value] of Object.entries(item.fields)) {
    const there = shown[name] ?? null;
    if (there !== (value ?? null))
      return `the form shows ${name} ${JSON.stringify(there)}, not ${JSON.stringify(value)}`;
  }
  return null;
}
