/** The kinds of faults that rows have: to look at one kind at a time, and to correct all its rows at once. */
import { t } from '../../messages/index.ts';
import type { ItemField } from './fields.ts';
import type { ImportRow } from './item.ts';
import type { SheetNoun } from './noun.ts';

/** Rows with the same fault. */
export interface FaultKind {
  /** Stays while rows are corrected. */
  id: string;
  /** In the words of the rows; without what differs from row to row, if they differ. */
  text: string;
  /** The field to correct; null: the row as a whole is wrong, or waits for a decision. */
  field: ItemField | null;
  /** Keys of its rows, in the order of the file. */
  keys: readonly string[];
}

interface Fault {
  field: ItemField | null;
  text: string;
}

/** Faults of a field beyond these are one kind: nobody chooses among hundreds of names that are unknown. */
const mostOfField = 12;

/** Line numbers and quoted texts differ from row to row. */
const differing = /“[^”]*”|\d+(?:, \d+)*/g;

/** What is wrong with a row to correct. What is wrong with its fields does not count while it changes a record. */
function faultsOf({ item, problem, alike, choice, mayChange, waitsForJoining }: ImportRow): Fault[] {
  if (problem === null) return [];
  const isOfFields = !waitsForJoining && !(choice === 'change' && mayChange);
  const problems = isOfFields ? (Object.entries(item.problems) as [ItemField | 'rows' | 'fault', string][]) : [];
  if (problems.length === 0) return [{ field: null, text: problem === alike ? t('imports.filterAlike') : problem }];
  return problems.map(([name, text]) => ({ field: name === 'rows' || name === 'fault' ? null : name, text }));
}

/** A kind while its rows are collected. */
interface Collected {
  field: ItemField | null;
  first: string;
  plain: string;
  isOneText: boolean;
  keys: string[];
}

/**
 * The kinds of faults, those with most rows first. A row with several faults is of several kinds.
 *
 * @param bad the rows to correct, in the order of the file
 */
export function faultKinds(bad: readonly ImportRow[], { labelOf }: Pick<SheetNoun, 'labelOf'>): FaultKind[] {
  const plainTexts = new Map<string, string>();
  const plainOf = (text: string): string => {
    const plain = plainTexts.get(text) ?? text.replaceAll(differing, '…');
    plainTexts.set(text, plain);
    return plain;
  };
  const kinds = new Map<string, Collected>();
  const byField = new Map<ItemField | null, string[]>();
  for (const row of bad) {
    for (const { field, text } of faultsOf(row)) {
      const plain = plainOf(text);
      const id = `${field ?? ''} ${plain}`;
      const known = kinds.get(id);
      if (known === undefined) kinds.set(id, { field, first: text, plain, isOneText: true, keys: [row.item.key] });
      else {
        known.isOneText &&= known.first === text;
        known.keys.push(row.item.key);
      }
      const keys = byField.get(field);
      if (keys === undefined) byField.set(field, [row.item.key]);
      else keys.push(row.item.key);
    }
  }
  const counts = new Map<ItemField | null, number>();
  for (const { field } of kinds.values()) counts.set(field, (counts.get(field) ?? 0) + 1);
  const isMany = (field: ItemField | null) => (counts.get(field) ?? 0) > mostOfField;
  const label = (field: ItemField | null, text: string) => (field === null ? text : `${labelOf(field)}: ${text}`);
  const single = [...kinds]
    .filter(([, { field }]) => !isMany(field))
    .map(([id, { field, first, plain, isOneText, keys }]): FaultKind => {
      return { id, field, keys, text: label(field, isOneText ? first : plain) };
    });
  const merged = [...byField]
    .filter(([field]) => isMany(field))
    .map(([field, keys]): FaultKind => {
      const text = field === null ? t('imports.faultsOther') : labelOf(field);
      return { id: field ?? 'rows', field, keys: [...new Set(keys)], text };
    });
  return [...single, ...merged].sort((one, other) => other.keys.length - one.keys.length);
}

/**
 * The row of a kind that is next to a row, in the order of the file; after the last one comes the first.
 *
 * @param rows all rows
 * @param keys of the kind's rows
 * @param from the key of the row to begin at; null: the beginning or the end
 * @returns null when the kind has no row
 */
export function neighbourOf(
  rows: readonly ImportRow[],
  keys: readonly string[],
  from: string | null,
  step: 1 | -1,
): string | null {
  const wanted = new Set(keys);
  const at = rows.findIndex(({ item }) => item.key === from);
  const begin = at < 0 && step < 0 ? 0 : at;
  for (let gone = 1; gone <= rows.length; gone += 1) {
    const key = rows[(begin + step * gone + 2 * rows.length) % rows.length]?.item.key;
    if (key !== undefined && wanted.has(key)) return key;
  }
  return null;
}
