/** What was typed, and what has to become of it: told apart by a tag (a name, a title, an e-mail), never by its marker. */
import type { Noun } from '../../../src/shared/outbox-kinds.ts';
import type { Body } from './held.ts';

/** What somebody wanted some fields to say, and the entry that carries it; null: none does. */
interface Touch {
  entryId: string | null;
  fields: Body;
}

/** One thing on the service, typed here or there before, and what shall become of it. */
export interface Item {
  tag: string;
  noun: Noun;
  /** The record's own id, or the service's of what was there before. */
  id: string;
  recordId: string | null;
  /** Of a stop: its plan as it was typed. */
  planId: string;
  /** `unknown`: given up while it may have been on its way; nobody can say. */
  wanted: 'present' | 'absent' | 'unknown';
  /** Absent because the person deleted it, which may be undone. */
  isDeleted: boolean;
  /** What its fields shall say: of each, what the last person to touch it wanted. */
  fields: Body;
  touches: readonly Touch[];
  submitted: boolean | null;
  /** Of a stop that was moved: the records that take its place; while one is on its way, all are moving. */
  movedTo: string[];
  /** A colleague changed it meanwhile: until the person has chosen, what they wrote stays. */
  colleague: 'none' | 'changed' | 'chosen';
  /** It was typed as a live change of a plan that is out there. */
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

/** @param entryId the entry that carries it, with which it goes */
export function touch(item: Item, entryId: string | null, fields: Body): void {
  item.touches = [...item.touches, { entryId, fields }];
  item.fields = last(item.touches);
}

/** What an entry carried is not wanted any more, or something else in its place: what was before it counts again. */
export function untouch(item: Item, entryId: string, instead: Body = {}): void {
  item.touches = item.touches.map((one) => (one.entryId === entryId ? { entryId: null, fields: instead } : one));
  item.fields = last(item.touches);
}
