/** Turns one change for several stops into an edit for each, and into what undoes it. */
import type { GestureArgument } from '../../shared/contract.ts';
import type { TimeOfDay } from '../../shared/shapes.ts';
import { whyNotEdited, type StopRow, type StopUpdate, type WhyNotEdited } from '../../shared/stops.ts';
import { parseTime } from '../../shared/time.ts';

/** The fields to change; those that are missing stay as they are. Null clears a field. */
export interface ManyChange {
  window?: { earliest: TimeOfDay | null; latest: TimeOfDay | null };
  packageCount?: number | null;
  notes?: { how: 'replace' | 'append'; text: string | null };
  /** Empty: any driver of the plan. */
  allowedDrivers?: readonly string[];
}

type StopEditing = GestureArgument<'stops.editMany'>['edits'][number];
type StopUndoing = GestureArgument<'stops.undoEdits'>['edits'][number];

/** An edit and what undoes it. */
export interface StepOf {
  edit: StopEditing;
  undo: StopUndoing;
}

/** The most characters of notes (resolved, Bounds on what is sent). */
export const mostNotes = 2_000;

/** The notes of a stop after the change; null: it has none. */
export function notesAfter(before: string | null, { how, text }: NonNullable<ManyChange['notes']>): string | null {
  if (how === 'replace' || before === null || before === '') return text;
  return text === null ? before : `${before}\n${text}`;
}

/** @param rows as listed, with what was entered before and is not sent @returns a step for each stop that changes */
export function stepsOf(rows: readonly StopRow[], change: ManyChange): StepOf[] {
  return rows.flatMap((row) => stepOf(row, change) ?? []);
}

function stepOf(row: StopRow, many: ManyChange): StepOf | null {
  const change: StopUpdate = {};
  const step = {
    edit: { id: row.id, change, base: {} },
    undo: { id: row.id, change, before: {} },
  } satisfies StepOf;
  const set = <Name extends keyof StopUpdate>(name: Name, before: StopUpdate[Name], after: StopUpdate[Name]) => {
    if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return;
    Object.assign(change, { [name]: after });
    Object.assign(step.edit.base, { [name]: before });
    Object.assign(step.undo.before, { [name]: before });
  };
  if (many.window !== undefined) setWindow(row, many.window, step);
  if (many.packageCount !== undefined) set('packageCount', row.packageCount, many.packageCount);
  if (many.notes !== undefined) set('notes', row.notes, notesAfter(row.notes, many.notes));
  if (many.allowedDrivers !== undefined) {
    set('allowedDrivers', orNull(row.allowedDrivers), orNull(many.allowedDrivers));
  }
  return Object.keys(change).length === 0 ? null : step;
}

/** The base is the whole object, because the service may take it only as a whole (resolved, Reading). */
function setWindow(
  row: StopRow,
  { earliest, latest }: NonNullable<ManyChange['window']>,
  { edit, undo }: StepOf,
): void {
  const before = { earliestAttemptTime: timeOf(row.earliest), latestAttemptTime: timeOf(row.latest) };
  const after = { earliestAttemptTime: earliest, latestAttemptTime: latest };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  edit.change.timing = after;
  edit.base.timing = { estimatedAttemptDuration: row.stopSeconds, ...before };
  undo.before.timing = before;
}

const timeOf = (text: string | null): TimeOfDay | null => (text === null ? null : (parseTime(text) ?? null));
const orNull = (ids: readonly string[]): string[] | null => (ids.length === 0 ? null : [...ids]);

/** The stops that can be edited, and how many cannot, by reason. */
export function editableOf(rows: readonly StopRow[]): { rows: StopRow[]; left: ReadonlyMap<WhyNotEdited, number> } {
  const groups = Map.groupBy(rows, whyNotEdited);
  const left = new Map<WhyNotEdited, number>();
  for (const [why, of] of groups) if (why !== null) left.set(why, of.length);
  return { rows: groups.get(null) ?? [], left };
}
