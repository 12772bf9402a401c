/** Edits to a record that are not confirmed yet, as lists and details show them over the service's values. */
import type { EntryState } from './outbox.ts';

/** create: it is taken and not carried out · edit · delete · move: it goes to another place. */
export type ChangeKind = 'create' | 'edit' | 'delete' | 'move';

/** The open entries of one record, taken together. */
export interface UnsentChange {
  kind: ChangeKind;
  /** The entry to look at: the first that asks for a person, else the last. */
  entryId: string;
  state: EntryState;
  /** Fields that the edits set, later ones over earlier ones; null clears one. */
  fields: Record<string, unknown>;
}

type Fields = Record<string, unknown>;

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A record as it will be: the fields of an edit over it. Of a nested object the edit names the leaves that change; a time
 * of day, a weight or an amount comes whole.
 */
export function withFields<View extends object>(view: View, fields: Readonly<Fields>): View {
  const result: Fields = { ...(view as Fields) };
  for (const [name, value] of Object.entries(fields)) {
    const there = result[name];
    result[name] = isPlain(value) && isPlain(there) ? { ...there, ...value } : value;
  }
  return result as View;
}

/** What of an edit counts still, when these fields were set again later: leaf by leaf; what is empty then goes whole. */
export function withoutFields(edit: Readonly<Fields>, later: Readonly<Fields>): Fields {
  const left = Object.entries(edit).flatMap(([name, value]) => {
    const again = later[name];
    if (again === undefined) return [[name, value] as const];
    if (!isPlain(value) || !isPlain(again)) return [];
    const inner = withoutFields(value, again);
    return Object.keys(inner).length === 0 ? [] : [[name, inner] as const];
  });
  return Object.fromEntries(left);
}
