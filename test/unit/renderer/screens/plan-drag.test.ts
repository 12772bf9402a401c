/** What a drop in a plan's workspace would do, and why it is not possible. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '../../../../src/messages/index.ts';
import { Live } from '../../../../src/renderer/lib/live.svelte.ts';
import { targetOf, type DragLoad } from '../../../../src/renderer/screens/plan-drag.svelte.ts';
import { StopList } from '../../../../src/renderer/stops/stop-list.svelte.ts';
import { ageWords, UnassignedList, waitingWords } from '../../../../src/renderer/stops/unassigned-list.svelte.ts';
import type { PlanRow } from '../../../../src/shared/plans.ts';
import type { UnassignedStopRow } from '../../../../src/shared/unassigned-stops.ts';
import { standIn, standInNow } from '../../../fixtures/backend-stand-in.ts';
import { driverRow, stopRow } from '../../../fixtures/rows.ts';

const quiet = { hidden: () => false, onVisible: () => () => undefined, onChanged: () => () => undefined };
const day = 86_400_000;
const ada = driverRow('drivers/a', 'Ada');
const listed = async () => ({ rows: [], asOf: 1, refreshing: false, cursor: null, total: 0 });
const stop = (id: string, more: object = {}) => stopRow(id, { type: 'stop', attemptedAt: null, ...more });
const waiting = (id: string, more: Partial<UnassignedStopRow> = {}): UnassignedStopRow => ({
  ...stop(id),
  type: 'unassigned',
  depot: 'depots/north',
  depotName: 'North',
  since: standInNow,
  ...more,
});

let plan: PlanRow;
let other: PlanRow;
let drivers: (typeof ada)[];
let unassigned: UnassignedList;

beforeEach(async () => {
  const main = standIn();
  vi.stubGlobal('window', { backend: main });
  const [row] = main.state.plans;
  const open = { writable: true, distributed: false, optimization: 'editing', change: null, depot: 'depots/north' };
  plan = { ...row!, ...open, id: 'plans/p', title: 'North tour', starts: '2026-06-15', driverIds: [ada.id] };
  other = { ...plan, id: 'plans/q', title: 'South tour' };
  drivers = [{ ...ada, active: true, depots: ['depots/north'] }];
  const read = async () => ({
    ...(await listed()),
    rows: [waiting('new'), waiting('old', { since: standInNow - 9 * day }), waiting('far', { depot: 'depots/south' })],
  });
  unassigned = new UnassignedList(new Live(read, { what: ['unassignedStops'], surroundings: quiet }), () => plan);
  await unassigned.list.reload();
});
afterEach(() => void vi.useRealTimers());

/** What is said of a drop, and whether it is possible. */
function said(target: string, load: DragLoad) {
  const stops = new StopList(plan.id, new Live(listed, { what: ['stops'], surroundings: quiet }));
  const of = {
    stops,
    plan: () => plan,
    drivers: () => drivers,
    unassigned: () => unassigned,
    plans: () => [other],
    anyDepot: () => false,
  };
  const dropping = targetOf(of, target, load);
  return dropping && [dropping.text, dropping.drop !== null];
}
const two: DragLoad = { from: 'plan', rows: [stop('s1'), stop('s2')] };

describe('a drop on a driver', () => {
  it('counts the stops and names the driver', () => {
    expect(said('driver drivers/a', two)).toEqual([t('drag.toDriver', { count: 2, driver: 'Ada' }), true]);
    expect(said('driver ', two)).toEqual([t('drag.toDriver', { count: 2, driver: t('drag.anyDriver') }), true]);
  });

  it('says when the drivers of a live plan get the stops', () => {
    plan = { ...plan, writable: false, distributed: true };
    expect(said('driver drivers/a', two)).toEqual([t('drag.toDriverLive', { count: 2, driver: 'Ada' }), true]);
  });

  it('refuses a driver who is paused, of another depot, or not in the plan', () => {
    drivers = [{ ...drivers[0]!, active: false }];
    expect(said('driver drivers/a', two)).toEqual([t('drag.driverPaused', { driver: 'Ada' }), false]);
    drivers = [{ ...drivers[0]!, active: true, depots: ['depots/south'] }];
    expect(said('driver drivers/a', two)).toEqual([t('drag.driverElsewhere', { driver: 'Ada' }), false]);
    plan = { ...plan, driverIds: [] };
    expect(said('driver drivers/a', two)).toEqual([t('drag.notOfPlan', { driver: 'Ada' }), false]);
  });

  it('leaves out stops where the driver has been, and says so', () => {
    const done = stop('s3', { attemptedAt: 1 });
    const left = t('assign.leftOut', { count: 1, why: t('assign.whyAttempted') });
    expect(said('driver drivers/a', { from: 'plan', rows: [stop('s1'), done] })).toEqual([
      `${t('drag.toDriver', { count: 1, driver: 'Ada' })}. ${left}`,
      true,
    ]);
    expect(said('driver drivers/a', { from: 'plan', rows: [done] })).toEqual([left, false]);
  });

  it('asks to put unassigned stops into the plan first', () => {
    expect(said('driver drivers/a', { from: 'unassigned', rows: [waiting('u')] })).toEqual([
      t('drag.planFirst'),
      false,
    ]);
  });
});

describe('a drop on a plan or on the unassigned stops', () => {
  it('says what the other plan does with the stops', () => {
    const how = t('assign.takesForOptimisation');
    expect(said('plan plans/q', two)).toEqual([t('drag.toPlan', { count: 2, plan: 'South tour', how }), true]);
    expect(said('unassigned', two)).toEqual([t('drag.toUnassigned', { count: 2 }), true]);
    expect(said('here', { from: 'unassigned', rows: [waiting('u')] })).toEqual([
      t('drag.toPlan', { count: 1, plan: 'North tour', how }),
      true,
    ]);
  });

  it('refuses a plan that drivers have, and stops that leave one', () => {
    other = { ...other, writable: false, distributed: true };
    const why = t('assign.notDistributed');
    expect(said('plan plans/q', two)).toEqual([t('drag.refused', { plan: 'South tour', why }), false]);
    plan = { ...plan, writable: false, distributed: true };
    expect(said('unassigned', two)?.[1]).toBe(false);
    expect(said('plan plans/q', two)?.[1]).toBe(false);
    expect(said('here', { from: 'unassigned', rows: [waiting('u')] })?.[1], 'added live').toBe(true);
  });

  it('says nothing where stops already are', () => {
    expect(said('here', two)).toBeNull();
    expect(said('unassigned', { from: 'unassigned', rows: [waiting('u')] })).toBeNull();
  });
});

describe('the unassigned stops beside a plan', () => {
  it('lists those of its depot, the oldest first, and counts the others', () => {
    expect(unassigned.rows.map(({ id }) => id)).toEqual(['old', 'new']);
    expect(unassigned.elsewhere).toEqual([{ depot: 'North', count: 1 }]);
    expect(waitingWords(unassigned.rows, standInNow)).toBe('2 unassigned, oldest 9 days');
  });

  it('calls a stop old by word after three days', () => {
    expect([0, 2, 3].map(ageWords)).toEqual([
      { text: 'today', isOld: false },
      { text: '2 days', isOld: false },
      { text: 'Old: 3 days', isOld: true },
    ]);
  });

  it('adds by M the stop that was chosen at the press, and not the one below it', () => {
    vi.useFakeTimers();
    const add = vi.spyOn(unassigned, 'add').mockResolvedValue(undefined);
    unassigned.table = {} as HTMLDivElement;
    unassigned.selected = 'old';
    const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };
    const press = { ...modifiers, key: 'm', target: unassigned.table, defaultPrevented: false };
    unassigned.keydown({ ...press, preventDefault: () => undefined } as unknown as KeyboardEvent);
    unassigned.selected = 'new';
    vi.advanceTimersByTime(500);
    expect(add.mock.calls).toEqual([[['old']]]);
  });

  it('has the keyboard once stops were added, unless somebody types elsewhere by then', async () => {
    vi.spyOn(unassigned.actions, 'move').mockResolvedValue(undefined);
    const focus = vi.fn();
    let isTyping = true;
    const closest = (selectors: string) => (isTyping && selectors.startsWith('input') ? {} : null);
    unassigned.table = { focus, ownerDocument: { activeElement: { closest } } } as unknown as HTMLDivElement;
    await unassigned.add(['old']);
    expect(focus).not.toHaveBeenCalled();
    isTyping = false;
    await unassigned.add(['new']);
    expect(focus).toHaveBeenCalledTimes(1);
  });

  it('adds the chosen stop while all that are marked belong to another depot', () => {
    unassigned.marked = new Set(['far']);
    unassigned.selected = 'new';
    expect(unassigned.chosen.map(({ id }) => id)).toEqual(['new']);
  });

  it('adds nothing until stops are chosen, or while the plan takes none', () => {
    expect(unassigned.why).toBe(t('drag.whyNone'));
    unassigned.marked = new Set(['old']);
    expect(unassigned.why).toBeNull();
  });
});
