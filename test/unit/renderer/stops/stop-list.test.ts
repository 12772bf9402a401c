/** The selection in a list of stops, its keyboard commands, and the messages about them. */
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListPages } from '../../../../src/renderer/lib/list-pages.svelte.ts';
import { Live } from '../../../../src/renderer/lib/live.svelte.ts';
import { StopActions } from '../../../../src/renderer/stops/stop-actions.svelte.ts';
import { StopList } from '../../../../src/renderer/stops/stop-list.svelte.ts';
import { unassignedPlace } from '../../../../src/renderer/stops/stop-place.ts';
import { toasts } from '../../../../src/renderer/ui/toasts.svelte.ts';
import type { Listing } from '../../../../src/shared/contract.ts';
import { AppError, encodeError } from '../../../../src/shared/errors.ts';
import type { StopRow } from '../../../../src/shared/stops.ts';
import { noGroup } from '../../../../src/shared/table-defaults.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const planId = 'plans/plan1';
const quiet = { hidden: () => false, onVisible: () => () => undefined, onChanged: () => () => undefined };
let main: ReturnType<typeof standIn>;
let list: StopList;
let rows: StopRow[];

beforeEach(async () => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
  vi.useFakeTimers();
  toasts.list = [];
  rows = main.state.stops.slice(0, 4).map((row, at) => ({
    ...row,
    ...{ id: `s${at}`, recipientName: `Person ${at}`, attemptedAt: null, result: 'open' as const },
  }));
  main.state.stops = rows;
  const live = new Live(
    async (): Promise<Listing<StopRow>> => {
      return { rows, asOf: 1, refreshing: false, cursor: null, total: 9 };
    },
    { what: ['stops'], surroundings: quiet },
  );
  list = new StopList(planId, live);
  await live.reload();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const chosen = () => {
  flushSync();
  return list.chosen.map(({ id }) => id);
};
const said = () => toasts.list.map(({ kind, text }) => [kind, text]);
const refused = encodeError(new AppError('record.not-editable'));

/** A table that records its focus, and what has the focus meanwhile, by the selectors that fit it. */
function table() {
  const focus = vi.fn();
  const fit = { now: [] as readonly string[] };
  const closest = (selectors: string) => (selectors.split(', ').some((each) => fit.now.includes(each)) ? {} : null);
  const element = { focus, ownerDocument: { activeElement: { closest } } } as unknown as HTMLDivElement;
  list.table = element;
  return { element, focus, isIn: (...selectors: string[]) => (fit.now = selectors) };
}

function press(key: string, more: Partial<KeyboardEvent> = {}) {
  flushSync();
  const preventDefault = vi.fn();
  const event = { key, target: list.table, defaultPrevented: false, ctrlKey: false, shiftKey: false, ...more };
  list.keydown({ ...event, preventDefault } as unknown as KeyboardEvent);
  return preventDefault.mock.calls.length > 0;
}

describe('the selection', () => {
  it('is the selected row, or the marked ones if there are any', () => {
    expect(chosen()).toEqual([]);
    list.selected = 's1';
    expect(chosen()).toEqual(['s1']);
    list.marked = new Set(['s2', 's3']);
    expect(chosen()).toEqual(['s2', 's3']);
    list.unmark();
    expect(chosen()).toEqual(['s1']);
  });

  it('is the selected row while a filter hides all marked ones', () => {
    rows[3]!.recipientName = 'Quintus';
    list.marked = new Set(['s1', 's2']);
    list.selected = 's3';
    expect([chosen(), list.hasMarks]).toEqual([['s1', 's2'], true]);
    list.filter = 'quin';
    expect([chosen(), list.hasMarks]).toEqual([['s3'], false]);
    list.filter = 'person 2';
    expect([chosen(), list.hasMarks], 'one is shown again').toEqual([['s2'], true]);
  });

  it('is none while the end of a route is marked', () => {
    rows[0]!.type = 'start';
    list.marked = new Set(['s0']);
    list.selected = 's1';
    expect(chosen()).toEqual([]);
  });

  it('excludes the ends of a route and rows hidden by the filter', () => {
    rows[0]!.type = 'start';
    rows[1]!.type = 'end';
    list.marked = new Set(['s0', 's1', 's2', 's3']);
    expect(chosen()).toEqual(['s2', 's3']);
    rows[3]!.recipientName = 'Quintus';
    list.filter = 'quin';
    expect(chosen()).toEqual(['s3']);
    expect([list.rows.length, list.total]).toEqual([1, 9]);
    const unread = new StopList(planId, new Live<Listing<StopRow>>(() => new Promise(() => undefined), { what: [] }));
    expect([unread.rows.length, unread.total]).toEqual([0, 0]);
  });

  it('has a name, or says that it has no recipient', () => {
    rows[1]!.recipientName = null;
    expect([list.nameOf('s0'), list.nameOf('s1'), list.nameOf('gone')]).toEqual(['Person 0', 'no name', 'no name']);
  });
});

describe('the hit of the filter', () => {
  it('opens in the pane, is selected, and gives the table the focus', () => {
    const { focus } = table();
    list.openHit();
    expect([list.hit, list.beside.kind, focus.mock.calls.length]).toEqual([undefined, 'nothing', 0]);
    list.filter = 'person';
    expect(list.hit?.id).toBe('s0');
    list.selected = 's2';
    expect(list.hit?.id).toBe('s2');
    list.filter = 'person 3';
    list.openHit();
    expect([list.selected, list.beside.kind, focus.mock.calls.length]).toEqual(['s3', 'detail', 1]);
  });

  it('is none while a form is open, which stays', () => {
    list.openForm({ stopId: 's1' });
    list.filter = 'person';
    expect(list.hit).toBeUndefined();
    list.openHit();
    expect([list.selected, list.beside.kind]).toEqual([null, 'form']);
  });
});

describe('the pane beside the table', () => {
  it('keeps an open form, whatever else is opened', () => {
    list.openDetail();
    expect(list.beside).toEqual({ kind: 'detail' });
    list.newStop();
    expect(list.beside).toEqual({ kind: 'form', entryId: null, stopId: null, draftId: null });
    list.openForm({ stopId: 's1' });
    list.newStop();
    list.openDetail();
    expect(list.beside).toMatchObject({ kind: 'form', stopId: 's1' });
  });

  it('shows the details of the selected stop, unless the filter hides its row', () => {
    expect(list.shown).toBeNull();
    list.selected = 's1';
    expect(list.shown).toBe('s1');
    list.filter = 'person 2';
    expect(list.shown).toBeNull();
    list.filter = 'person 1';
    expect(list.shown).toBe('s1');
    // A stop that was just saved is listed a moment later.
    list.selected = 'new';
    expect(list.shown).toBe('new');
  });

  it('returns the focus to the table when it closes', () => {
    const { focus } = table();
    list.openForm({});
    list.closeBeside();
    expect(list.beside).toEqual({ kind: 'nothing' });
    expect(focus).toHaveBeenCalledTimes(1);
  });
});

describe('the keyboard after an action', () => {
  const dialog = '[role="dialog"]';
  it.each([
    ['stays in a field', ['input'], 0],
    ['stays in a dialog', [dialog], 0],
    ['stays in a menu', ['[role="menu"]'], 0],
    ['goes from a dialog that closes to the table', ['input', dialog, `${dialog}[data-state="closed"]`], 1],
    ['goes from a button to the table', [], 1],
  ])('%s', async (_what, selectors, times) => {
    const { focus, isIn } = table();
    isIn(...selectors);
    await list.remove(['s1']);
    expect(focus).toHaveBeenCalledTimes(times);
    await list.editMany(rows.slice(2, 3), { packageCount: 9 });
    expect(focus).toHaveBeenCalledTimes(2 * times);
  });
});

describe('deleting', () => {
  it('names a single stop, unmarks it and focuses the table', async () => {
    const { focus } = table();
    list.marked = new Set(['s1']);
    flushSync();
    await list.removeChosen();
    expect(rows[1]!.change).toBe('delete');
    expect(said()).toEqual([['positive', 'Deleted: Person 1. Press Ctrl+Z to undo.']]);
    expect([list.marked.size, focus.mock.calls.length]).toEqual([0, 1]);
  });

  it('counts several stops, and undoes the last deletion once', async () => {
    await list.remove(['s0']);
    await list.remove(['s1', 's2']);
    expect(said().at(-1)).toEqual(['positive', expect.stringMatching(/^2 /)]);
    await list.actions.undo();
    expect(rows.map(({ change }) => change)).toEqual(['delete', null, null, rows[3]!.change]);
    expect(said().at(-1)).toEqual(['positive', '2 deletions undone.']);
    const restore = vi.spyOn(main.handlers.stops, 'restore');
    await list.actions.undo();
    expect(restore).not.toHaveBeenCalled();
  });

  it('says why a single stop stays, and still undoes the deletion before it', async () => {
    await list.remove(['s0']);
    vi.spyOn(main.handlers.stops, 'remove').mockImplementation(async () => [{ id: 's1', error: refused }]);
    await list.remove(['s1']);
    expect(said().at(-1)?.[0]).toBe('error');
    expect([toasts.list.length, list.actions.left]).toEqual([2, []]);
    await list.actions.undo();
    expect(rows[0]!.change).toBeNull();
    expect(said().at(-1)).toEqual(['positive', '1 deletion undone.']);
  });

  it('lists the stops that stay with their reasons, and gives the number of deleted ones', async () => {
    vi.spyOn(main.handlers.stops, 'remove').mockImplementation(async ({ ids }) =>
      ids.map((id) => ({ id, error: id === 's1' ? refused : null })),
    );
    await list.remove(['s1', 's2']);
    expect(list.actions.left).toEqual([{ id: 's1', why: expect.stringMatching(/./) as string }]);
    expect(said()).toEqual([['positive', expect.stringMatching(/^1 /)]]);
    // The list is cleared by the next action without failures.
    await list.remove(['s2', 's3']);
    expect(list.actions.left).toEqual([]);
  });

  it('shows only an error if it fails as a whole', async () => {
    vi.spyOn(main.handlers.stops, 'remove').mockRejectedValue(new AppError('storage.not-saved'));
    await list.remove(['s1']);
    expect(said()).toEqual([['error', expect.stringMatching(/./)]]);
  });

  it('leaves stops that leave already or that the driver has attended, and says why', async () => {
    rows[1]!.change = 'delete';
    rows[2]!.result = 'done';
    list.marked = new Set(['s1', 's2', 's3']);
    flushSync();
    const remove = vi.spyOn(main.handlers.stops, 'remove');
    await list.removeChosen();
    expect(remove.mock.calls.map(([{ ids }]) => ids)).toEqual([['s3']]);
    const stays = (why: string) => `1 stop cannot be changed and stays as it is: ${why}.`;
    expect(said()).toEqual([
      ['info', `${stays('it will be deleted or moved')} ${stays('the driver has been there')}`],
      ['positive', 'Deleted: Person 3. Press Ctrl+Z to undo.'],
    ]);
  });

  it.each(['delete', 'move'] as const)('calls nothing for a stop with a pending change: %s', async (change) => {
    rows[1]!.change = change;
    list.selected = 's1';
    flushSync();
    const remove = vi.spyOn(main.handlers.stops, 'remove');
    await list.removeChosen();
    expect(remove).not.toHaveBeenCalled();
    expect(said().map(([kind]) => kind)).toEqual(['info']);
  });

  it('of an empty selection calls nothing', async () => {
    const remove = vi.spyOn(main.handlers.stops, 'remove');
    await list.removeChosen();
    expect(remove).not.toHaveBeenCalled();
  });
});

describe('moving', () => {
  it('asks for the plan, then moves the stops in question and names the target', async () => {
    const { focus } = table();
    const move = vi.spyOn(main.handlers.stops, 'move');
    list.marked = new Set(['s1', 's2']);
    list.askWhere(['s1', 's2']);
    expect(list.moveOpen).toBe(true);
    await list.move({ id: 'plans/plan2', title: 'South' });
    expect(move.mock.calls[0]?.[0]).toMatchObject({ ids: ['s1', 's2'], toPlanId: 'plans/plan2' });
    expect(said()).toEqual([['positive', '2 stops will move to “South”. Press Ctrl+Z to undo.']]);
    expect([list.marked.size, focus.mock.calls.length]).toEqual([0, 1]);
  });

  it('names the target of a single stop', async () => {
    list.askWhere(['s1']);
    await list.move({ id: 'plans/plan2', title: 'South' });
    expect(said()).toEqual([['positive', '1 stop will move to “South”. Press Ctrl+Z to undo.']]);
  });

  it('shows no success message if nothing was moved or undone', async () => {
    const all = async ({ ids }: { ids: readonly string[] }) => ids.map((id) => ({ id, error: refused }));
    vi.spyOn(main.handlers.stops, 'move').mockImplementation(all);
    vi.spyOn(main.handlers.stops, 'restore').mockImplementation(all);
    list.askWhere(['s1', 's2']);
    await list.move({ id: 'plans/plan2', title: 'South' });
    await list.actions.restore(['s1', 's2']);
    expect(said()).toEqual([]);
  });
});

describe('stops that are gone from the list', () => {
  it('are no news if they were deleted or moved from here, until that is undone', async () => {
    expect(list.actions.hasSentAway('s1')).toBe(false);
    list.askWhere(['s3']);
    await list.move({ id: 'plans/plan2', title: 'South' });
    await list.remove(['s1', 's2']);
    expect(['s0', 's1', 's2', 's3'].map((id) => list.actions.hasSentAway(id))).toEqual([false, true, true, true]);
    await list.actions.undo();
    expect(['s1', 's2', 's3'].map((id) => list.actions.hasSentAway(id))).toEqual([false, false, true]);
  });

  it('were not sent away by an action that failed', async () => {
    vi.spyOn(main.handlers.stops, 'remove').mockImplementation(async () => [{ id: 's1', error: refused }]);
    await list.remove(['s1']);
    expect(list.actions.hasSentAway('s1')).toBe(false);
  });

  it('close their details without taking the focus', () => {
    const { focus } = table();
    list.openDetail();
    list.dropDetail();
    expect(list.beside.kind).toBe('nothing');
    list.openForm({});
    list.dropDetail();
    expect(list.beside.kind, 'a form stays').toBe('form');
    expect(focus).not.toHaveBeenCalled();
  });

  it('are shown as being worked on from the press on', async () => {
    const removing = list.remove(['s1']);
    expect(list.actions.busy).toBe(true);
    await removing;
    expect(list.actions.busy).toBe(false);
  });
});

describe('refreshing', () => {
  it('shows the reason when it fails', async () => {
    const read = vi.fn(async () => undefined);
    await list.refresh(read);
    expect([read.mock.calls.length, said()]).toEqual([1, []]);
    await list.refresh(() => Promise.reject(new AppError('line.timeout')));
    expect(said().map(([kind]) => kind)).toEqual(['error']);
  });
});

describe('keyboard commands of the table', () => {
  beforeEach(() => void table());

  it('Delete deletes the selection', async () => {
    expect(press('Delete')).toBe(false);
    list.selected = 's1';
    expect(press('Delete')).toBe(true);
    await vi.waitFor(() => expect(rows[1]!.change).toBe('delete'));
  });

  it('Ctrl+Z undoes with z or Z, but neither Shift nor z alone does', () => {
    const undo = vi.spyOn(list.actions, 'undo');
    expect([press('z'), press('z', { ctrlKey: true, shiftKey: true }), press('y', { ctrlKey: true })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(undo).not.toHaveBeenCalled();
    expect([press('z', { ctrlKey: true }), press('Z', { ctrlKey: true })]).toEqual([true, true]);
    expect(undo).toHaveBeenCalledTimes(2);
  });

  it('F2 opens a single selected row for editing, and several rows in one dialog', () => {
    expect(press('F2')).toBe(false);
    list.marked = new Set(['s1', 's2']);
    expect(press('F2')).toBe(true);
    expect([list.beside.kind, list.asking?.what, list.asking?.rows.length]).toEqual(['nothing', 'edit', 2]);
    list.marked = new Set(['s1']);
    expect(press('F2')).toBe(true);
    expect(list.beside).toMatchObject({ kind: 'form', stopId: 's1', entryId: null });
  });

  it.each(['delete', 'move'] as const)('F2 does not open a stop with a pending change: %s', (change) => {
    rows[1]!.change = change;
    list.selected = 's1';
    press('F2');
    expect(list.beside.kind).toBe('nothing');
  });

  it('F2 does not open a stop that the driver has attended, and says why', () => {
    rows[1]!.result = 'done';
    list.selected = 's1';
    expect(press('F2')).toBe(true);
    expect(list.beside.kind).toBe('nothing');
    expect(said()).toEqual([['info', expect.stringContaining('the driver has been there')]]);
  });

  it('F2 opens the entry of an unsent stop', () => {
    Object.assign(rows[1]!, { origin: 'outbox', change: 'create', entryState: 'queued', entryId: 'e1' });
    list.selected = 's1';
    press('F2');
    expect(list.beside).toMatchObject({ kind: 'form', entryId: 'e1', stopId: null });
  });

  it('are left to a focused input and to events already handled', () => {
    list.selected = 's1';
    expect(press('Delete', { target: null })).toBe(false);
    expect(press('Delete', { defaultPrevented: true })).toBe(false);
    expect(press('x')).toBe(false);
    expect(rows[1]!.change).not.toBe('delete');
  });
});

describe('several stops at once', () => {
  const ada = { id: 'drivers/d1', name: 'Ada' };
  const asked = () => [list.askOpen, list.asking?.what, list.asking?.rows.map(({ id }) => id)];

  it('are assigned by A and moved by M: the marked ones, else the selected one', () => {
    table();
    list.selected = 's1';
    press('a');
    vi.advanceTimersByTime(500);
    expect(asked()).toEqual([true, 'assign', ['s1']]);
    list.marked = new Set(['s2', 's3']);
    press('m');
    vi.advanceTimersByTime(500);
    expect([list.moveOpen, list.moving]).toEqual([true, ['s2', 's3']]);
  });

  it('are those that were chosen when the letter was pressed', () => {
    table();
    list.selected = 's1';
    press('m');
    list.selected = 's2';
    vi.advanceTimersByTime(500);
    expect([list.moveOpen, list.moving]).toEqual([true, ['s1']]);
    press('a');
    list.selected = 's3';
    vi.advanceTimersByTime(500);
    expect(asked()).toEqual([true, 'assign', ['s2']]);
  });

  it('are not asked about without a stop, without a plan, or where they cannot be moved', () => {
    table();
    press('a');
    list.movable = false;
    list.selected = 's1';
    press('m');
    vi.advanceTimersByTime(500);
    expect([list.askOpen, list.moveOpen]).toEqual([false, false]);
    const unassigned = new StopList('unassigned', list.list);
    unassigned.selected = 's1';
    unassigned.ask('edit');
    expect(unassigned.askOpen).toBe(false);
  });

  it('are for one driver or for any, with the shortcut that undoes it', async () => {
    const calls = vi.spyOn(main, 'call');
    await list.assign(rows.slice(1, 3), ada);
    const text = '2 stops are for Ada, from the next optimisation on. Press Ctrl+Z to undo.';
    expect(said()).toEqual([['positive', text]]);
    const [, , argument] = calls.mock.calls.find(([, name]) => name === 'editMany') ?? [];
    expect(argument).toMatchObject({
      planId,
      edits: [{ id: 's1', change: { allowedDrivers: [ada.id] } }, { id: 's2' }],
    });
    await list.actions.undo();
    expect(said()).toEqual([['positive', '2 changes undone.']]);
    expect(calls.mock.calls.map(([, name]) => name)).toContain('undoEdits');
    await list.actions.undo();
    expect(calls.mock.calls.filter(([, name]) => name === 'undoEdits')).toHaveLength(1);
  });

  it('move to a plan or to the unassigned stops, with the shortcut that undoes it', async () => {
    const calls = vi.spyOn(main, 'call');
    const undoings = () => calls.mock.calls.filter(([, name]) => name === 'undoMoves').map(([, , given]) => given);
    await list.actions.move(['s1', 's2'], { id: 'plans/p2', title: 'North' });
    expect(said()).toEqual([['positive', '2 stops will move to “North”. Press Ctrl+Z to undo.']]);
    expect(list.actions.hasSentAway('s1')).toBe(true);
    await list.actions.undo();
    expect(said()).toEqual([['positive', '2 moves undone.']]);
    expect(list.actions.hasSentAway('s1')).toBe(false);
    await list.actions.unassign(['s1']);
    expect(said()).toEqual([['positive', '1 stop will go back to the unassigned stops. Press Ctrl+Z to undo.']]);
    await list.actions.undo();
    await list.actions.undo();
    expect(undoings()).toMatchObject([{ ids: ['s1', 's2'] }, { ids: ['s1'] }]);
    await list.actions.unassign(['s1']);
    vi.spyOn(main, 'call').mockResolvedValue({ ok: true, value: [{ id: 's1', error: refused }] });
    await list.actions.undo();
    expect(said().at(-1), 'it was sent').toEqual(['error', 'This can no longer be changed.']);
  });

  it('say that nothing changed, or which stop was not changed and why', async () => {
    await list.editMany([{ ...rows[0]!, packageCount: 4 }], { packageCount: 4 });
    expect(said()).toEqual([['info', 'Nothing changed: the stops have these values already.']]);
    vi.spyOn(main, 'call').mockResolvedValue({
      ok: true,
      value: [
        { id: 's1', error: null },
        { id: 's2', error: refused },
      ],
    });
    await list.editMany(rows.slice(1, 3), { notes: { how: 'replace', text: 'Side door' } });
    expect(said()).toEqual([['positive', '1 stop changed. Press Ctrl+Z to undo.']]);
    expect(list.actions.left).toEqual([{ id: 's2', why: 'This can no longer be changed.' }]);
  });
});

describe('editing in the table', () => {
  const open = (key = 'e') => {
    press(key);
    vi.advanceTimersByTime(200);
    return list.cells.open;
  };
  let shown: ReturnType<typeof table>;
  beforeEach(() => {
    shown = table();
    Object.assign(rows[1]!, { change: null, notes: null });
    list.selected = 's1';
  });

  it('begins with the first editable column on screen, saves, and goes on to the next', async () => {
    const edit = vi.spyOn(main.handlers.stops, 'editMany');
    const cell = open();
    expect([cell?.row.id, cell?.column]).toEqual(['s1', 'window']);
    cell!.type('7-8');
    await list.cells.save(cell!, 1);
    expect(edit.mock.calls.map(([{ edits }]) => edits[0]?.change)).toEqual([
      { timing: { earliestAttemptTime: { hour: 7, minute: 0 }, latestAttemptTime: { hour: 8, minute: 0 } } },
    ]);
    expect(list.cells.open?.column).toBe('packages');
    await list.cells.save(list.cells.open!, 1);
    expect([list.cells.open, edit.mock.calls.length]).toEqual([null, 1]);
    expect(said().at(-1)?.[1]).toContain('1 stop changed');
    expect(shown.focus, 'after the last cell').toHaveBeenCalledTimes(1);
  });

  /** Main answers edits when it is told to. @param result default: saved */
  function slowly() {
    const answer = Promise.withResolvers<Error | null>();
    vi.spyOn(main.handlers.stops, 'editMany').mockImplementationOnce(async ({ edits }) => {
      const error = await answer.promise;
      if (error !== null) throw error;
      return edits.map(({ id }) => ({ id, error: null }));
    });
    return answer.resolve;
  }

  it('goes on before the answer, so that what is typed meanwhile is not lost', async () => {
    const answer = slowly();
    const cell = open()!;
    cell.type('7-8');
    const saving = list.cells.save(cell, 1);
    const next = list.cells.open;
    expect(next?.column).toBe('packages');
    next!.type('12');
    answer(null);
    await saving;
    expect([list.cells.open, next?.text]).toEqual([next, '12']);
    const entered = slowly();
    const last = list.cells.save(next!, 0);
    expect([list.cells.open, shown.focus.mock.calls.length]).toEqual([null, 1]);
    entered(null);
    await last;
    expect(shown.focus, 'not once more').toHaveBeenCalledTimes(1);
  });

  it('opens the cell again, with its text, if it could not be saved', async () => {
    const answer = slowly();
    const cell = open()!;
    cell.type('7-8');
    const saving = list.cells.save(cell, 1);
    answer(new AppError('storage.not-saved'));
    await saving;
    expect([list.cells.open, cell.text, cell.calls]).toEqual([cell, '7-8', 1]);
    expect(said().map(([kind]) => kind)).toEqual(['error']);
  });

  it('repeats what could not be saved in a message while another cell holds input', async () => {
    const answer = slowly();
    const cell = open()!;
    cell.type('7-8');
    const saving = list.cells.save(cell, 1);
    const next = list.cells.open!;
    next.type('12');
    answer(new AppError('storage.not-saved'));
    await saving;
    expect([list.cells.open, next.text]).toEqual([next, '12']);
    expect(said().at(-1)).toEqual(['error', 'This was not saved for “Person 1”: 7-8']);
  });

  it('leaves the keyboard where its user has gone, and takes it after Esc', async () => {
    shown.isIn('input');
    const cell = open()!;
    cell.type('7-8');
    await list.cells.save(cell, null);
    expect(list.cells.open).toBeNull();
    list.cells.close(open()!, null);
    list.cells.close(open()!);
    expect(shown.focus, 'somebody types elsewhere').not.toHaveBeenCalled();
    shown.isIn('input', '.cell-editor');
    list.cells.close(open()!, null);
    expect(shown.focus).not.toHaveBeenCalled();
    list.cells.close(open()!);
    expect(shown.focus).toHaveBeenCalledTimes(1);
  });

  it('is what Ctrl+Z undoes from the press on, and not what was done before', async () => {
    await list.remove(['s0']);
    const answer = slowly();
    const cell = open()!;
    cell.type('7-8');
    const saving = list.cells.save(cell, 0);
    const restore = vi.spyOn(main.handlers.stops, 'restore');
    const undone = vi.spyOn(main.handlers.stops, 'undoEdits');
    const undoing = list.actions.undo();
    answer(null);
    await Promise.all([saving, undoing]);
    expect(undone.mock.calls.map(([{ edits }]) => edits.map(({ id }) => id))).toEqual([['s1']]);
    expect(restore).not.toHaveBeenCalled();
  });

  it('edits the row that was active when the letter was pressed', () => {
    press('e');
    list.selected = 's3';
    vi.advanceTimersByTime(200);
    expect([list.cells.open?.row.id, list.selected]).toEqual(['s1', 's1']);
  });

  it('selects the marked row that it edits, so that the table shows it', () => {
    list.marked = new Set(['s3']);
    expect(open()?.row.id).toBe('s3');
    expect(list.selected).toBe('s3');
  });

  it('reads a window on the clock of the depot', async () => {
    const edit = vi.spyOn(main.handlers.stops, 'editMany');
    list.clock = { zone: 'Europe/Berlin', day: '2026-03-29' };
    const cell = open();
    cell!.type('2:30-4');
    await list.cells.save(cell!, 0);
    expect(list.cells.open, 'it stays open').toBe(cell);
    expect(cell?.problem).toContain('The clock skips 02:00 to 03:00');
    expect(edit).not.toHaveBeenCalled();
  });

  it('stays open while it is not valid or could not be saved, and is not replaced then', async () => {
    const cell = open();
    cell!.type('noon');
    await list.cells.save(cell!, 0);
    expect([list.cells.open, cell?.problem]).toEqual([cell, 'Enter a time like 9, 1430 or 9-12.']);
    vi.spyOn(main.handlers.stops, 'editMany').mockRejectedValueOnce(new AppError('storage.not-saved'));
    cell!.type('7');
    await list.cells.save(cell!, 0);
    expect([list.cells.open, cell?.text, said().at(-1)?.[0]]).toEqual([cell, '7', 'error']);
    expect(open()).toBe(cell);
    list.cells.close(cell!);
    expect(list.cells.open).toBeNull();
  });

  it('comes back into sight, with the keyboard, when another one is asked for', async () => {
    const cell = open()!;
    cell.type('noon');
    await list.cells.save(cell, null);
    list.filter = 'person 3';
    list.selected = 's3';
    expect(open()).toBe(cell);
    expect([list.filter, list.selected, cell.calls]).toEqual(['', 's1', 1]);
    // The route that the views are narrowed to may hide it as well.
    list.widen = vi.fn();
    list.narrowing = () => (row) => row.id === 's3';
    list.filter = 'person';
    list.selected = 's3';
    expect(open()).toBe(cell);
    expect([list.filter, list.selected, cell.calls]).toEqual(['', 's1', 2]);
    expect(list.widen).toHaveBeenCalledTimes(1);
  });

  it('ignores the end of an editor that another has replaced', async () => {
    const first = open();
    list.cells.close(first!);
    const second = open();
    list.cells.close(first!);
    await list.cells.save(first!, 0);
    expect(list.cells.open).toBe(second);
  });

  it('ends when its stop was deleted elsewhere, says what was typed, and lets another be edited', async () => {
    open()!.type('7-8');
    rows = rows.filter(({ id }) => id !== 's1');
    await list.list.reload();
    expect(list.cells.isLost).toBe(true);
    list.selected = 's3';
    expect(open()?.row.id).toBe('s3');
    const text = '“Person 1” was deleted or moved elsewhere, so this was not saved: 7-8';
    expect(said()).toEqual([['error', text]]);
    rows = rows.filter(({ id }) => id !== 's3');
    await list.list.reload();
    list.cells.endLost();
    expect([list.cells.open, said().length], 'nothing was typed').toEqual([null, 1]);
  });

  it('stays when its stop gets the id of the service, and goes on to the next cell of it', async () => {
    const cell = open();
    const id = 'plans/plan1/stops/new';
    rows = rows.map((row) => (row.id === 's1' ? { ...row, id, localId: 's1' } : row));
    await list.list.reload();
    expect(list.cells.isLost).toBe(false);
    await list.cells.save(cell!, 1);
    expect([list.cells.open?.row.id, list.cells.open?.column]).toEqual([id, 'packages']);
    rows = rows.filter(({ localId }) => localId !== 's1');
    await list.list.reload();
    expect(list.cells.isLost).toBe(true);
  });

  it('says why a stop cannot be edited, and opens the dialog for several', () => {
    rows[1]!.result = 'done';
    expect(open()).toBeNull();
    expect(said().at(-1)?.[1]).toContain('the driver has been there');
    list.marked = new Set(['s2', 's3']);
    expect(open()).toBeNull();
    expect([list.askOpen, list.asking?.what]).toEqual([true, 'edit']);
  });
});

it('is filtered by what looks odd about stops', () => {
  rows[2]!.notes = 'Please call before delivery';
  rows[2]!.phone = null;
  list.filter = 'hint:call';
  flushSync();
  expect(list.rows.map(({ id }) => id)).toEqual(['s2']);
  expect([list.hintsOf('s2'), list.hintsOf('s0')]).toEqual([['Notes ask for a call, no phone'], []]);
  rows[1]!.latest = '06:00';
  list.filter = 'hint:window';
  list.opening = '08:00';
  flushSync();
  expect(list.rows.map(({ id }) => id)).toContain('s1');
});

it('counts the stops that look odd, shows only them, and says why in the form', () => {
  Object.assign(rows[2]!, { notes: 'Please call before delivery', phone: null, latest: '06:00' });
  Object.assign(rows[1]!, { latest: '06:00' });
  list.opening = '08:00';
  flushSync();
  const odd = rows.filter(({ id }) => list.hintsOf(id).length > 0).map(({ id }) => id);
  expect(odd).toEqual(expect.arrayContaining(['s1', 's2']));
  expect(odd.length, 'others look as usual').toBeLessThan(rows.length);
  expect(list.hintCount).toBe(odd.length);
  list.filter = 'anna';
  list.showHints();
  flushSync();
  expect(list.rows.map(({ id }) => id)).toEqual(odd);
  expect(list.hintsOfForm('s2', null)).toEqual(['Window ends before routes start', 'Notes ask for a call, no phone']);
  Object.assign(rows[1]!, { entryId: 'e-1' });
  expect(list.hintsOfForm(null, 'e-1')).toEqual(['Window ends before routes start']);
  expect(list.hintsOfForm(null, null)).toEqual([]);
});

describe('the grouping of the table', () => {
  const grouping = () => {
    flushSync();
    return list.view.grouping?.id ?? null;
  };
  const onRoutes = async (driverId: string | null) => {
    rows = rows.map((row) => ({ ...row, driverId }));
    await list.list.reload();
  };

  it('is by driver once stops are on routes, until somebody groups or sorts the table', async () => {
    await onRoutes(null);
    expect(grouping(), 'not optimised').toBeNull();
    await onRoutes('drivers/a');
    expect(grouping()).toBe('driver');
    list.view.sortNext('arrival');
    await vi.waitFor(() => expect(grouping(), 'sorted').toBeNull());
    list.view.change({ sort: null });
    await vi.waitFor(() => expect(grouping()).toBe('driver'));
    list.view.change({ group: noGroup });
    await vi.waitFor(() => expect(grouping(), 'somebody wants none').toBeNull());
    list.view.reset();
    await vi.waitFor(() => expect(grouping()).toBe('driver'));
  });
});

describe('a list of several pages', () => {
  it('shows its first page until all are read, filtered as far as they are known', async () => {
    rows[3]!.recipientName = 'Zacharias';
    const [first, second] = [rows.slice(0, 2), rows.slice(2)];
    const { promise: rest, resolve: bring } = Promise.withResolvers<void>();
    const pages = new ListPages<StopRow>(async (cursor) => {
      if (cursor !== null) await rest;
      const page = { asOf: 1, refreshing: false, total: 4, digest: String(cursor) };
      return cursor === null ? { ...page, rows: first, cursor: '2' } : { ...page, rows: second, cursor: null };
    });
    const live = new Live(() => pages.read(), { what: ['stops'], surroundings: quiet });
    const long = new StopList(planId, live, pages);
    expect(long.begun).toBeNull();
    const reading = live.reload();
    await vi.waitFor(() => expect(long.begun).not.toBeNull());
    expect(long.rows).toEqual(first);
    expect(long.total).toBe(4);
    long.filter = 'person 1';
    expect(long.rows).toEqual([rows[1]]);
    long.filter = 'zacharias';
    expect(long.rows).toEqual([]);
    expect(long.begun, 'the table stays, and with it the focus').not.toBeNull();
    bring();
    await reading;
    expect(long.begun).toBeNull();
    expect(long.rows).toEqual([rows[3]]);
    long.filter = '';
    expect(long.rows).toEqual(rows);
  });
});

describe('undoing', () => {
  it('goes by what was done last, in this table or in the one beside it', async () => {
    const beside = new StopActions(unassignedPlace, list.actions.last);
    await list.remove(['s1']);
    vi.spyOn(main.handlers.unassignedStops, 'assign').mockImplementation(async ({ ids }) =>
      ids.map((id) => ({ id, error: null })),
    );
    await beside.move(['u1'], { id: 'plans/p1', title: 'North' });
    const undone = vi
      .spyOn(main.handlers.stops, 'undoMoves')
      .mockImplementation(async ({ ids }) => ids.map((id) => ({ id, error: null })));
    await list.actions.undo();
    expect(undone.mock.calls.map(([{ ids }]) => ids)).toEqual([['u1']]);
    expect(rows[1]!.change).toBe('delete');
    // Only the last action is undone.
    await beside.undo();
    expect(undone).toHaveBeenCalledOnce();
  });

  it('takes back the part that was saved when a later part failed', async () => {
    const ids = Array.from({ length: 1_001 }, (_, at) => `many-${at}`);
    const steps = ids.map((id) => ({
      edit: { id, change: { notes: 'Bell' }, base: { notes: null } },
      undo: { id, change: { notes: 'Bell' }, before: { notes: null } },
    }));
    vi.spyOn(main.handlers.stops, 'editMany').mockImplementation(async ({ edits }) => {
      if (edits.length === 1) throw new AppError('storage.not-saved');
      return edits.map(({ id }) => ({ id, error: null }));
    });
    expect(await list.actions.edit(steps, (count) => `${count} changed`)).toBe(false);
    expect(said().at(-1)).toEqual(['positive', '1000 changed']);
    expect(list.actions.left.map(({ id }) => id)).toEqual(['many-1000']);
    const undone = vi
      .spyOn(main.handlers.stops, 'undoEdits')
      .mockImplementation(async ({ edits }) => edits.map(({ id }) => ({ id, error: null })));
    await list.actions.undo();
    expect(undone.mock.calls.flatMap(([{ edits }]) => edits.map(({ id }) => id))).toEqual(ids.slice(0, 1_000));
  });
});

describe('more stops than one call takes', () => {
  const ids = Array.from({ length: 2_001 }, (_, at) => `many-${at}`);
  const parts = [ids.slice(0, 1_000), ids.slice(1_000, 2_000), ids.slice(2_000)];
  const south = { id: 'plans/plan2', title: 'South' };
  let given: [call: string, ids: string[]][];
  /** Each of the parts, as a call of that name. */
  const inParts = (call: string) => parts.map((part) => [call, part]);

  beforeEach(() => {
    given = [];
    vi.spyOn(main, 'call').mockImplementation(async (group, name, argument) => {
      const asked = (argument as { ids?: string[] } | undefined)?.ids ?? [];
      given.push([`${group}.${name}`, asked]);
      return { ok: true, value: asked.map((id) => ({ id, error: null })) };
    });
  });

  it('are deleted in parts, and restored in parts', async () => {
    await list.remove(ids);
    expect(given).toEqual(inParts('stops.remove'));
    expect(said()).toEqual([['positive', '2,001 stops deleted. Press Ctrl+Z to undo.']]);
    given = [];
    await list.actions.undo();
    expect(given).toEqual(inParts('stops.restore'));
  });

  it('move, wait for a plan, and come back in parts', async () => {
    await list.move(south, ids);
    await list.actions.undo();
    expect(given).toEqual([...inParts('stops.move'), ...inParts('stops.undoMoves')]);
    given = [];
    await list.unassign(ids);
    expect(given).toEqual(inParts('stops.unassign'));
  });

  it('are added to a plan in parts', async () => {
    await new StopActions(unassignedPlace).move(ids, south);
    expect(given).toEqual(inParts('unassignedStops.assign'));
  });

  it('are deleted as far as a part could be saved, and the others are named', async () => {
    vi.spyOn(main, 'call').mockImplementation(async (_group, name, argument) => {
      const asked = (argument as { ids?: string[] } | undefined)?.ids ?? [];
      given.push([name, asked]);
      return asked.length === 1
        ? { ok: false, error: encodeError(new AppError('storage.not-saved')) }
        : { ok: true, value: asked.map((id) => ({ id, error: null })) };
    });
    await list.remove(ids);
    expect(list.actions.left.map(({ id }) => id)).toEqual(['many-2000']);
    given = [];
    await list.actions.undo();
    expect(given).toEqual(parts.slice(0, 2).map((part) => ['restore', part]));
  });
});
