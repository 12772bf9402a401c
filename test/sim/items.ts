/** What was typed, and what has to become of it: told apart by a tag (a name, a title, an e-mail), never by its marker. */
import type { Noun } from '../../src/shared/outbox-kinds.ts';
import type { Body } from './service-model.ts';

/** One thing on the service, typed here or there before, and what shall become of it. */
export interface Item {
  tag: string;
  noun: Noun;
  /** The record's own id, or the service's of what was there before. */
  id: string;
  recordId: string | null;
  /** Of a stop: its plan as it was typed. */
  planId: string;
  wanted: 'present' | 'absent';
  /** What its fields shall say in the end. */
  fields: Body;
  submitted: boolean | null;
  /** What the person saw when an edit of it began. */
  seen: Body;
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
    fields,
    submitted: given.noun === 'orders' ? false : null,
    seen: { ...fields },
    movedTo: [],
    colleague: 'none',
    isLive: false,
    ...given,
  };
}
