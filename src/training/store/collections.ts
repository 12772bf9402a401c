/** The collections of all kinds, and the changes that writes and journal lines make to them. */
import type { Collection } from './collection.ts';
import type { Kind, Records } from './records.ts';

export type Collections = {
  readonly [Name in Kind]: Collection<Records[Name]>;
};

/** A part of the state at the last compaction of the journal (`compaction.ts`). */
export interface StatePart extends Write {
  kind: 'state';
  made: number;
  at: number;
  /** The places of the records in `put`, in the same order. */
  places: {
    [Name in Kind]?: number[];
  };
  /** Places below these are not assigned again. */
  nextPlaces: {
    [Name in Kind]?: number;
  };
}

/** The atomic changes of one request. */
export interface Write {
  put?: {
    [Name in Kind]?: Records[Name][];
  };
  /** Ids of removed records. */
  remove?: {
    [Name in Kind]?: string[];
  };
}
