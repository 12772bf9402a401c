/** The inputs and their expected results, identified by a tag (a name, a title, an e-mail), never by the marker. */
import type { Noun } from '../../../src/shared/outbox-kinds.ts';
import type { Body } from './held.ts';

/** Field values that someone set, and the entry that carries them, or null. */
interface Touch {
  entryId: string | null;
  fields: Body;
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

/** @param entryId the entry that carries the values; without it they no longer count */
export function touch(item: Item, entryId: string | null, fields: Body): void {
  item.touches = [...item.touches, { entryId, fields }];
  item.fields = last(item.touches);
}

/** An entry's values no longer count, or are replaced: earlier values apply again. */
export function untouch(item: Item, entryId: string, instead: Body = {}): void {
  item.touches = item.touches.map((one) => (one.entryId === entryId ? { entryId: null, fields: instead } : one));
  item.fields = last(item.touches);
}
