/**
 * What can be dragged in a plan's workspace, and what each drop would do. A drop does what the keys A and M do, and what
 * refuses those refuses it (shared/plan-refusals.ts).
 */
import type { DriverRow } from '../../shared/drivers.ts';
import { isLive } from '../../shared/plan-refusals.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { isStop, type StopRow } from '../../shared/stops.ts';
import type { UnassignedStopRow } from '../../shared/unassigned-stops.ts';
import { planTitle } from '../lib/plan-names.ts';
import { t } from '../../messages/index.ts';
import { editableOf } from '../stops/many-edits.ts';
import { leftWords } from '../stops/many-words.ts';
import type { StopList } from '../stops/stop-list.svelte.ts';
import { takingWords, whyNotDriver } from '../stops/taking-words.ts';
import type { UnassignedList } from '../stops/unassigned-list.svelte.ts';
import { Drag, type Dropping } from '../ui/drag.svelte.ts';

/** Dragged rows, of the plan or without one. */
export type DragLoad =
  { from: 'plan'; rows: readonly StopRow[] } | { from: 'unassigned'; rows: readonly UnassignedStopRow[] };

interface PlanDragOf {
  stops: StopList;
  plan: () => PlanRow | undefined;
  drivers: () => readonly DriverRow[];
  /** Null while they are not shown. */
  unassigned: () => UnassignedList | null;
  /** The plans that stops can be dropped on. */
  plans: () => readonly PlanRow[];
  /** The service accepts drivers of other depots than a plan's. */
  anyDepot: () => boolean;
}

const refused = (text: string): Dropping => ({ text, drop: null });
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The marked rows if the row is one of them, else the row alone. */
function rowsWith<Row extends { id: string }>(rows: readonly Row[], id: string, marked: ReadonlySet<string>): Row[] {
  return rows.filter((row) => (marked.has(id) ? marked.has(row.id) : row.id === id));
}

export function planDrag(of: PlanDragOf): Drag<DragLoad> {
  return new Drag<DragLoad>({
    take(from) {
      const id = from.closest<HTMLElement>('[data-key]')?.dataset['key'];
      const place = from.closest<HTMLElement>('[data-rows]')?.dataset['rows'];
      if (id === undefined) return null;
      if (place === 'plan') {
        const rows = rowsWith(of.stops.rows, id, of.stops.marked).filter(isStop);
        return rows.length === 0 ? null : { from: 'plan', rows };
      }
      const list = of.unassigned();
      const rows = list === null ? [] : rowsWith(list.rows, id, list.marked);
      return rows.length === 0 ? null : { from: 'unassigned', rows };
    },
    targetOf: (target, load) => targetOf(of, target, load),
  });
}

/** What a drop on a target would do; null: nothing. @param target the value of `data-drop` */
export function targetOf(of: PlanDragOf, target: string, load: DragLoad): Dropping | null {
  const [kind = '', id = ''] = target.split(' ');
  const plan = of.plan();
  if (plan === undefined) return null;
  if (load.from === 'unassigned') return ofUnassigned(of, plan, { kind, id, load });
  switch (kind) {
    case 'driver':
      return toDriver(of, plan, { driverId: id === '' ? null : id, rows: load.rows });
    case 'plan':
      return toPlan(of, plan, { planId: id, rows: load.rows });
    case 'unassigned':
      return toUnassigned(of, plan, load.rows);
    default:
      return null;
  }
}

function toDriver(
  { stops, drivers, anyDepot }: PlanDragOf,
  plan: PlanRow,
  { driverId, rows }: { driverId: string | null; rows: readonly StopRow[] },
): Dropping {
  const driver = driverId === null ? null : drivers().find(({ id }) => id === driverId);
  const name = driver === null ? t('drag.anyDriver') : (driver?.name ?? t('drag.unknownDriver'));
  if (driver === undefined || (driver !== null && !plan.driverIds.includes(driver.id)))
    return refused(t('drag.notOfPlan', { driver: name }));
  const why = driver === null ? null : whyNotDriver(driver, plan, anyDepot());
  if (why !== null)
    return refused(t(why === 'driver_not_active' ? 'drag.driverPaused' : 'drag.driverElsewhere', { driver: name }));
  return ofEditable(rows, (editable) => ({
    text: t(isLive(plan) ? 'drag.toDriverLive' : 'drag.toDriver', { count: editable.length, driver: name }),
    drop: () => void stops.assign(editable, driver),
  }));
}

/** Why no stop can be moved out of a plan that takes no usual changes. */
const whyClosed = (plan: PlanRow): string =>
  t('drag.refused', { plan: planTitle(plan), why: t(isLive(plan) ? 'drag.whyLive' : 'plans.whyOptimising') });

function toPlan(
  { stops, plans }: PlanDragOf,
  plan: PlanRow,
  { planId, rows }: { planId: string; rows: readonly StopRow[] },
): Dropping | null {
  const to = plans().find(({ id }) => id === planId);
  if (to === undefined) return null;
  if (!plan.writable) return refused(whyClosed(plan));
  const how = takingWords(to, 'move');
  if (!how.isPossible) return refused(t('drag.refused', { plan: planTitle(to), why: how.text }));
  return ofEditable(rows, (editable) => ({
    text: t('drag.toPlan', { count: editable.length, plan: planTitle(to), how: how.text }),
    drop: () => void stops.move(to, idsOf(editable)),
  }));
}

function toUnassigned({ stops }: PlanDragOf, plan: PlanRow, rows: readonly StopRow[]): Dropping {
  if (!plan.writable) return refused(whyClosed(plan));
  return ofEditable(rows, (editable) => ({
    text: t('drag.toUnassigned', { count: editable.length }),
    drop: () => void stops.unassign(idsOf(editable)),
  }));
}

/** What a drop of unassigned stops does: they go to a plan, this one or another. */
function ofUnassigned(
  of: PlanDragOf,
  plan: PlanRow,
  { kind, id, load }: { kind: string; id: string; load: DragLoad },
): Dropping | null {
  if (kind === 'driver') return refused(t('drag.planFirst'));
  const to = kind === 'here' ? plan : of.plans().find((each) => kind === 'plan' && each.id === id);
  const list = of.unassigned();
  if (to === undefined || list === null) return null;
  const how = takingWords(to, 'add');
  if (!how.isPossible) return refused(t('drag.refused', { plan: planTitle(to), why: how.text }));
  const ids = idsOf(load.rows.filter(({ change }) => change !== 'delete' && change !== 'move'));
  if (ids.length === 0) return refused(t('assign.whyNone'));
  return {
    text: t('drag.toPlan', { count: ids.length, plan: planTitle(to), how: how.text }),
    drop: () => void list.add(ids, to),
  };
}

/** What can be done with the stops that can be changed; those that cannot are named as in the dialogs. */
function ofEditable(rows: readonly StopRow[], dropping: (editable: StopRow[]) => Dropping): Dropping {
  const { rows: editable, left } = editableOf(rows);
  const said = leftWords(left);
  if (editable.length === 0) return refused(said[0] ?? t('assign.whyNone'));
  const { text, drop } = dropping(editable);
  return { text: [text, ...said].join('. '), drop };
}
