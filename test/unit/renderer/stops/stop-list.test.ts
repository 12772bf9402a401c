/** What a person chooses in a list of stops, what the keys do with it, and what is said afterwards. */
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live } from '../../../../src/renderer/lib/live.svelte.ts';
import { StopList } from '../../../../src/renderer/stops/stop-list.svelte.ts';
import { toasts } from '../../../../src/renderer/ui/toasts.svelte.ts';
import type { Listing } from '../../../../src/shared/contract.ts';
import { AppError, encodeError } from '../../../../src/shared/errors.ts';
import type { StopRow } from '../../../../src/shared/stops.ts';
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
  rows = main.state.stops.slice(0, 4).map((row, at) => ({ ...row, id: `s${at}`, recipientName: `Person ${at}` }));
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

/** The table as the focus sees it. */
function table() {
  const focus = vi.fn();
  const element = { focus } as unknown as HTMLDivElement;
  list.table = element;
  return { element, focus };
}

function press(key: string, more: Partial<KeyboardEvent> = {}) {
  flushSync();
  const preventDefault = vi.fn();
  const event = { key, target: list.table, defaultPrevented: false, ctrlKey: false, shiftKey: false, ...more };
  list.keydown({ ...event, preventDefault } as unknown as KeyboardEvent);
  return preventDefault.mock.calls.length > 0;
}

describe('what is chosen', () => {
  it('is the selected row, or the marked ones where there are any', () => {
    expect(chosen()).toEqual([]);
    list.selected = 's1';
    expect(chosen()).toEqual(['s1']);
    list.marked = new Set(['s2', 's3']);
    expect(chosen()).toEqual(['s2', 's3']);
    list.unmark();
    expect(chosen()).toEqual(['s1']);
  });

  it('is no end of a route, and nothing that the filter hides', () => {
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

  it('has a name, or is said to have no recipient', () => {
    rows[1]!.recipientName = null;
    expect([list.nameOf('s0'), list.nameOf('s1'), list.nameOf('gone')]).toEqual(['Person 0', 'no name', 'no name']);
  });
});

describe('what stands beside the table', () => {
  it('is a form that stays open, whatever else is opened', () => {
    list.openDetail();
    expect(list.beside).toEqual({ kind: 'detail' });
    list.newStop();
    expect(list.beside).toEqual({ kind: 'form', entryId: null, stopId: null, draftId: null });
    list.openForm({ stopId: 's1' });
    list.newStop();
    list.openDetail();
    expect(list.beside).toMatchObject({ kind: 'form', stopId: 's1' });
  });

  it('gives the focus back to the table when it is closed', () => {
    const { focus } = table();
    list.openForm({});
    list.closeBeside();
    expect(list.beside).toEqual({ kind: 'nothing' });
    expect(focus).toHaveBeenCalledTimes(1);
  });
});

describe('deleting', () => {
  it('names the only one, unmarks, and gives the focus to the table', async () => {
    const { focus } = table();
    list.marked = new Set(['s1']);
    flushSync();
    await list.removeChosen();
    expect(rows[1]!.change).toBe('delete');
    expect(said()).toEqual([['positive', 'Deleted: Person 1. Press Ctrl+Z to undo.']]);
    expect([list.marked.size, focus.mock.calls.length]).toEqual([0, 1]);
  });

  it('counts several, and undoes the last deletion, once', async () => {
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

  it('says why the only one stays, and undoes the deletion before it', async () => {
    await list.remove(['s0']);
    vi.spyOn(main.handlers.stops, 'remove').mockImplementation(async () => [{ id: 's1', error: refused }]);
    await list.remove(['s1']);
    expect(said().at(-1)?.[0]).toBe('error');
    expect([toasts.list.length, list.actions.left]).toEqual([2, []]);
    await list.actions.undo();
    expect(rows[0]!.change).toBeNull();
    expect(said().at(-1)).toEqual(['positive', '1 deletion undone.']);
  });

  it('of several, lists those that stay with the reason, and names none of one that went', async () => {
    vi.spyOn(main.handlers.stops, 'remove').mockImplementation(async ({ ids }) =>
      ids.map((id) => ({ id, error: id === 's1' ? refused : null })),
    );
    await list.remove(['s1', 's2']);
    expect(list.actions.left).toEqual([{ id: 's1', why: expect.stringMatching(/./) as string }]);
    expect(said()).toEqual([['positive', expect.stringMatching(/^1 /)]]);
    // Looked at, it goes with the next action that leaves nothing.
    await list.remove(['s2', 's3']);
    expect(list.actions.left).toEqual([]);
  });

  it('that fails as a whole says so, and nothing else', async () => {
    vi.spyOn(main.handlers.stops, 'remove').mockRejectedValue(new AppError('storage.not-saved'));
    await list.remove(['s1']);
    expect(said()).toEqual([['error', expect.stringMatching(/./)]]);
  });

  it('of nothing asks nothing', async () => {
    const remove = vi.spyOn(main.handlers.stops, 'remove');
    await list.removeChosen();
    expect(remove).not.toHaveBeenCalled();
  });
});

describe('moving', () => {
  it('asks for the plan, then moves what was asked about, and says where it goes', async () => {
    const { focus } = table();
    const move = vi.spyOn(main.handlers.stops, 'move');
    list.marked = new Set(['s1', 's2']);
    list.askWhere(['s1', 's2']);
    expect(list.moveOpen).toBe(true);
    await list.move({ id: 'plans/plan2', title: 'South' });
    expect(move.mock.calls[0]?.[0]).toMatchObject({ ids: ['s1', 's2'], toPlanId: 'plans/plan2' });
    expect(said()).toEqual([['positive', '2 stops will move to “South”.']]);
    expect([list.marked.size, focus.mock.calls.length]).toEqual([0, 1]);
  });

  it('says where a single one goes', async () => {
    list.askWhere(['s1']);
    await list.move({ id: 'plans/plan2', title: 'South' });
    expect(said()).toEqual([['positive', '1 stop will move to “South”.']]);
  });

  it('and undoing say nothing where nothing went', async () => {
    const all = async ({ ids }: { ids: readonly string[] }) => ids.map((id) => ({ id, error: refused }));
    vi.spyOn(main.handlers.stops, 'move').mockImplementation(all);
    vi.spyOn(main.handlers.stops, 'restore').mockImplementation(all);
    list.askWhere(['s1', 's2']);
    await list.move({ id: 'plans/plan2', title: 'South' });
    await list.actions.restore(['s1', 's2']);
    expect(said()).toEqual([]);
  });
});

describe('reading again', () => {
  it('says why it failed', async () => {
    const read = vi.fn(async () => undefined);
    await list.refresh(read);
    expect([read.mock.calls.length, said()]).toEqual([1, []]);
    await list.refresh(() => Promise.reject(new AppError('line.timeout')));
    expect(said().map(([kind]) => kind)).toEqual(['error']);
  });
});

describe('keys of the table', () => {
  beforeEach(() => void table());

  it('Delete deletes what is chosen', async () => {
    expect(press('Delete')).toBe(false);
    list.selected = 's1';
    expect(press('Delete')).toBe(true);
    await vi.waitFor(() => expect(rows[1]!.change).toBe('delete'));
  });

  it('Ctrl+Z undoes, in lower and upper case; Shift and Z alone do not', () => {
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

  it('F2 opens the one chosen row for changing', () => {
    expect(press('F2')).toBe(false);
    list.marked = new Set(['s1', 's2']);
    expect(press('F2')).toBe(false);
    expect(list.beside.kind).toBe('nothing');
    list.marked = new Set(['s1']);
    expect(press('F2')).toBe(true);
    expect(list.beside).toMatchObject({ kind: 'form', stopId: 's1', entryId: null });
  });

  it.each(['delete', 'move'] as const)('F2 does not open what is on its way out: %s', (change) => {
    rows[1]!.change = change;
    list.selected = 's1';
    press('F2');
    expect(list.beside.kind).toBe('nothing');
  });

  it('F2 opens the entry of a stop that was not sent', () => {
    Object.assign(rows[1]!, { origin: 'outbox', change: 'create', entryState: 'queued', entryId: 'e1' });
    list.selected = 's1';
    press('F2');
    expect(list.beside).toMatchObject({ kind: 'form', entryId: 'e1', stopId: null });
  });

  it('are left to whoever has the focus, and to who has taken them', () => {
    list.selected = 's1';
    expect(press('Delete', { target: null })).toBe(false);
    expect(press('Delete', { defaultPrevented: true })).toBe(false);
    expect(press('a')).toBe(false);
    expect(rows[1]!.change).not.toBe('delete');
  });
});
