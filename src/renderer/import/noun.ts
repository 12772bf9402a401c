/**
 * What an import has to know of the kind of record that it makes: its fields, the words for them in headings, how a record
 * is validated, what there is already, and how it is saved. Everything else is the same for all of them.
 */
import type { ImportName } from '../../shared/imports.ts';
import type { DeliveryText } from '../../shared/same-delivery.ts';
import type { PropertyNames } from '../lib/property-names.ts';
import type { Column } from '../ui/table.ts';
import type { ImportField, ItemField, ItemFields } from './fields.ts';
import type { ImportItem, ImportRow, ItemChange, ItemProblems, Terms } from './item.ts';

/** The groups of messages that say the same of different records; they have the same keys. */
export type NounWords = 'orderImport' | 'stopImport' | 'unassignedImport' | 'driverImport';

/** What can be said of a kind of record without the app's data. */
export interface SheetNoun {
  name: ImportName;
  words: NounWords;
  /** Fields of the record, in the order of its form. */
  fields: readonly ItemField[];
  /** What a column can hold: the fields and their parts. */
  targets: readonly ImportField[];
  /**
   * Makes fields of custom properties that no listed record has, by their ids: columns of the file hold them.
   * Missing: the kind of record takes no others.
   */
  takeProperties?: (names: readonly string[]) => void;
  /** What custom properties are called; missing: only their ids are known. */
  named?: PropertyNames;
  labelOf(field: ImportField): string;
  /** The words for each target in headings. */
  terms: Readonly<Partial<Record<ImportField, Terms>>>;
  /** Values of fields about which a row says nothing. */
  defaults: Readonly<Partial<ItemFields>>;
  /** A value for a field as the record has it: `kg` as `kilogram`. */
  valueOf(field: ImportField, cell: string): string;
  /** The problems of a record with these fields, by field. Empty: it can be saved. */
  problemsOf(fields: Readonly<ItemFields>): ItemProblems;
  /** What should be looked at and keeps nothing from being saved, by field. Missing: there is nothing of that kind. */
  warningsOf?(fields: Readonly<ItemFields>): ItemProblems;
  /** The delivery for comparing it with others; null for what is none. */
  deliveryOf(fields: Readonly<ItemFields>): DeliveryText | null;
  /** A column must hold one of these, or the whole file is incomplete. */
  needs: readonly ImportField[];
  /** An example for the template. */
  example: Readonly<Partial<Record<ItemField, string>>>;
  /** The key by which rows can be joined, if any. */
  joinsBy: ItemField | null;
  /** A record that looks like another one is not taken in before the person has decided. */
  asksAlike: boolean;
}

/** What is known of an existing record like the one of a row. */
export interface There {
  /** Where there is one with the row's number, as a text; null: nowhere. */
  duplicate: string | null;
  /** There is one that a row can change. */
  isKnown: boolean;
  /** What the row looks like, as a text; null: nothing. */
  alike: string | null;
  /** What it looks like exists, and a row can change it. Missing: it does not, as another row of the file. */
  isAlikeKnown?: boolean;
}

/** A record about which nothing is known: nearly all of a long file. */
export const nowhere: There = { duplicate: null, isKnown: false, alike: null };

/** Whether a result is still wanted: the user may have chosen another file. */
export type IsWanted = () => boolean;

/** The records as they are when it is called: they may be corrected while others are looked up. */
export type ItemsNow = () => readonly ImportItem[];

/** Looks up what there is already. Its answers are reactive. */
export interface Existing {
  /** Forgets everything, for another file. */
  begin(): void;
  /** Looks up the records of a file on this computer. */
  lookUp(items: ItemsNow, isWanted: IsWanted): Promise<void>;
  /**
   * Compares again after a pause, because an item was corrected.
   * @returns when that has ended, or a later look that replaced it. It never fails: the import works without it
   */
  lookSoon(items: ItemsNow): Promise<void>;
  /** What is known of records at this moment. It is asked for once for all of them: there may be thousands. */
  there(): (item: ImportItem) => There;
  /** The change of the existing record, else of the one that it looks like. Only asked for rows that can change one. */
  changeOf(item: ImportItem): ItemChange;
  /** Reads the existing records that rows will change. */
  read(items: readonly ImportItem[], isWanted: IsWanted): Promise<void>;
  /** Compares with what the service has now. */
  ask(items: ItemsNow, isWanted: IsWanted): Promise<void>;
  /** What the look-up on the service has come to, as sentences. Empty: nothing was asked. */
  readonly askedWords: readonly string[];
}

/** A part of an import that is saved in one transaction. */
export interface ImportPart {
  rows: readonly ImportRow[];
  importId: string;
  /** File name. */
  name: string;
  /** Nothing is left after it. */
  last: boolean;
}

/** A kind of record as one dialog imports it. */
export interface ImportNoun extends SheetNoun {
  /** The plan or the depot of the records; empty: none. */
  place: string;
  /** Takes the place of a saved import that is resumed. Missing: the place is that of the screen. */
  takePlace?: (place: string) => void;
  existing: Existing;
  /** The columns of the review between the line and the status. */
  shown(heading: string | null): readonly Column<ImportRow>[];
  /** Saves new records, all or none. @returns how many */
  add(part: ImportPart): Promise<number>;
  /** Changes existing records. @returns why each was refused, by the row's key. @param attempt of saving */
  change(part: Omit<ImportPart, 'last'>, attempt: number): Promise<ReadonlyMap<string, string>>;
}
