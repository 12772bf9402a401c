/** A record of a file, its row in the review, and the words by which its columns are recognised. */
import type { ImportWork } from '../../shared/imports.ts';
import type { ItemField, ItemFields } from './fields.ts';

/** The words for a field in headings. */
export interface Terms {
  /** Terms specific to this field, best first. In normal form: without blanks, punctuation and accents. */
  special: readonly string[];
  /** Ambiguous terms, used when no heading is clearer. */
  general?: readonly string[];
  /** Specific terms that also count inside a longer heading ("Your order number", "Empfängerstraße"). */
  within?: readonly string[];
}

export type ItemProblems = Partial<Record<ItemField, string>>;

/** A record has at least one row. */
export type Lines = [number, ...number[]];

/** A record read from a file, with its problems. */
export interface ImportItem {
  /** Stable while the user changes the mapping and corrects fields. */
  key: string;
  /** The first line of each of its rows, in file order. */
  lines: Lines;
  fields: ItemFields;
  /**
   * By field. `rows`: its rows contradict each other, which a corrected field resolves. `fault`: its row is malformed,
   * until the user accepts the row.
   */
  problems: ItemProblems & { rows?: string; fault?: string };
  /** What should be looked at and keeps nothing from being saved, by field. Missing: nothing. */
  warnings?: ItemProblems;
  /** Number of its malformed rows, accepted or not. */
  faultyRows: number;
}

/** The current and the new value of a field. */
export interface FieldChange {
  label: string;
  before: string;
  after: string;
}

/** The change that brings an existing record in line with a row. */
export type ItemChange =
  /** It cannot be changed; `why` is a sentence for the user. */
  | { kind: 'cannot'; why: string }
  /** It already matches the file. */
  | { kind: 'same' }
  | {
      kind: 'change';
      /** Id of the existing record. */
      recordId: string;
      fields: readonly FieldChange[];
      /** Side effects of the change, as sentences. */
      effects: readonly string[];
    };

/** out: skip · in: import, even as a duplicate · change: update the existing record. */
export type Choice = ImportWork['chosen'][string];
/** By record key. */
export type Choices = ReadonlyMap<string, Choice>;

export interface ImportRow {
  item: ImportItem;
  choice: Choice;
  isLeftOut: boolean;
  /** A text saying what it may duplicate, or null. */
  duplicate: string | null;
  /** A text saying which other record it looks like, or null. */
  alike: string | null;
  /** It looks like another record, and the user has not decided yet whether it is one. */
  waitsForChoice: boolean;
  /** A record with its number exists. */
  isKnown: boolean;
  /** It can change an existing record: the one with its number, else the one that it looks like. */
  mayChange: boolean;
  /** The edit of the existing record; null: the record is not changed. */
  change: Extract<ItemChange, { kind: 'change' }> | null;
  /** The existing record already matches the file. */
  isSame: boolean;
  /** Made of several rows, and the user has not decided yet whether to join them. */
  waitsForJoining: boolean;
  problem: string | null;
}
