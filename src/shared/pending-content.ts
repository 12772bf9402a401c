/** Unconfirmed edits to a record, as lists and details show them over the service's values. */
import type { EntryState } from './outbox.ts';

/** create: accepted but not applied yet · edit · delete · move: to another place */
export type ChangeKind = 'create' | 'edit' | 'delete' | 'move';

/** The combined open entries of one record. */
export interface UnsentChange {
  kind: ChangeKind;
  /** The relevant entry: the first that needs a decision, otherwise the last. */
  entryId: string;
  state: EntryState;
  /** Fields that the edits set, with later edits over earlier ones. Null clears a field. */
  fields: Record<string, unknown>;
  /** A deletion that was sent before and may have been done in part. */
  mayBePartDone?: true;
}

type Fields = Record<string, unknown>;

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The record with an edit applied. Nested objects are merged leaf by leaf, but a time of day, a weight or an amount is
 * complete in the edit.
 */
export function withFields<View extends object>(view: View, fields: Readonly<Fields>): View {
  const result: Fields = { ...(view as Fields) };
  for (const [name, value] of Object.entries(fields)) {
    const there = result[name];
    result[name] = isPlain(value) && isPlain(there) ? { ...there, ...value } : value;
  }
  return result as View;
}

/**
 * What remains of an edit after later edits set some of its fields again. Works leaf by leaf and drops empty objects.
 */
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
