/** What is held of each kind, and what a write or a part of the journal changes of it. */
import type { Collection } from './collection.ts';
import type { Kind, Records } from './records.ts';

export type Collections = {
  readonly [Name in Kind]: Collection<Records[Name]>;
};

/** A part of the state as it was when the journal was rewritten (`compaction.ts`). */
export interface StatePart extends Write {
  kind: 'state';
  made: number;
  at: number;
  /** Of what is put, one for each. */
  places: {
    [Name in Kind]?: number[];
  };
  /** Places before these are not given again. */
  nextPlaces: {
    [Name in Kind]?: number;
  };
}

/** What one request changes, all of it or nothing. */
export interface Write {
  put?: {
    [Name in Kind]?: Records[Name][];
  };
  /** Ids. */
  remove?: {
    [Name in Kind]?: string[];
  };
}
