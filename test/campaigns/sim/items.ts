/** The inputs and their expected results, identified by a tag (a name, a title, an e-mail), never by the marker. */
import type { Noun } from '../../../src/shared/outbox-kinds.ts';
import type { Body } from './held.ts';

/** Field values that someone set, and the entry that carries them, or null. */
interface Touch {
  entryId: string | null;
  fields: Body;
  /** The edit of several stops that set them, which can be undone. */
  by?: number;
}

/** One record, created here or already on the service, and its expected state. */
export interface Item {
  tag: string;
  noun: Noun;
  /** The local record id, or the service's id of an existing record. */
  id: string;
  recordId: string | null;
  /** The plan of a stop, as entered. */
  planId: string;
  /** `unknown`: discarded while possibly in flight, so the result cannot be known. */
  wanted: 'present' | 'absent' | 'unknown';
  /** Absent because the user deleted it, which can be undone. */
  isDeleted: boolean;
  /** The expected field values: for each field, what its last editor wanted. */
  fields: Body;
  touches: readonly Touch[];
  submitted: boolean | null;
  /** The records that replace a moved stop. While one is in flight, all count as moving. */
  movedTo: string[];
  /** A colleague changed it meanwhile. Their value stays until the user has chosen. */
  colleague: 'none' | 'changed' | 'chosen';
  /** It was entered as a live change of a distributed plan. */
  isLive: boolean;
}

type Given = Pick<Item, 'tag' | 'noun' | 'id' | 'recordId' | 'planId'> & Partial<Item>;

export function newItem(given: Given): Item {
  const fields = given.fields ?? {};
  return {
    wanted: 'present',
    isDeleted: false,
    fields,
    touches: [{ entryId: null, fields }],
    submitted: given.noun === 'orders' ? false : null,
    movedTo: [],
    colleague: 'none',
    isLive: false,
    ...given,
  };
}

const last = (touches: readonly Touch[]): Body => Object.assign({}, ...touches.map(({ fields }) => fields)) as Body;

/**
 * @param entryId the entry that carries the values; without it they no longer count
 * @param by the edit of several stops that set them
 */
export function touch(item: Item, entryId: string | null, fields: Body, by?: number): void {
  item.touches = [...item.touches, { entryId, fields, ...(by === undefined ? {} : { by }) }];
  item.fields = last(item.touches);
}

/** What was set last was typed back to what stood there before. */
export function untouchLast(item: Item): void {
  item.touches = item.touches.slice(0, -1);
  item.fields = last(item.touches);
}

/** An entry was given up for what a colleague wrote: that counts in its place, and later edits count as they did. */
export function giveWay(item: Item, entryId: string, theirs: Body): void {
  const isOwn = (one: Touch) => one.entryId === entryId;
  const place = item.touches.findIndex(isOwn);
  const before = place < 0 ? item.touches.length : place;
  const others = item.touches.filter((one) => !isOwn(one));
  item.touches = others.toSpliced(before, 0, { entryId: null, fields: theirs });
  item.fields = last(item.touches);
}

/** The user chose a colleague's value of a field over the one that an entry carries. */
export function yieldTo(item: Item, entryId: string, name: string, theirs: unknown): void {
  item.touches = item.touches.flatMap((one) => {
    if (one.entryId !== entryId) return [one];
    const { [name]: mine, ...rest } = one.fields;
    const kept = { ...one, entryId: null, fields: rest };
    return mine === undefined ? [kept] : [kept, { entryId: null, fields: { [name]: theirs } }];
  });
  item.fields = last(item.touches);
}

/** The user kept the value that an entry carries. This is a later step than the edit, whose undo leaves the value. */
export function insist(item: Item, entryId: string, name: string): void {
  const at = item.touches.findLastIndex((one) => one.entryId === entryId && name in one.fields);
  const value = item.touches[at]?.fields[name];
  if (at >= 0) item.touches = item.touches.toSpliced(at + 1, 0, { entryId, fields: { [name]: value } });
}

/**
 * An edit of several stops was undone: its values no longer count, except where a field was edited or decided again
 * since, which stays.
 *
 * @returns the fields that are as before the edit
 */
export function untouchEdit(item: Item, by: number): string[] {
  const at = item.touches.findIndex((one) => one.by === by);
  const own = item.touches[at]?.fields ?? {};
  const later = new Set(item.touches.slice(at + 1).flatMap(({ fields }) => Object.keys(fields)));
  const kept = Object.entries(own).filter(([name]) => later.has(name));
  item.touches = item.touches.map((one, index) => (index === at ? { ...one, fields: Object.fromEntries(kept) } : one));
  item.fields = last(item.touches);
  return Object.keys(own).filter((name) => !later.has(name));
}
