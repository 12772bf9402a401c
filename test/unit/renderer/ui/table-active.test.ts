/** Which row of a table the keyboard acts on, also once that row has left the list. */
import { SvelteMap } from 'svelte/reactivity';
import { describe, expect, it } from 'vitest';
import { ActiveRow } from '../../../../src/renderer/ui/table-active.svelte.ts';
import { linesOf } from '../../../../src/renderer/ui/table-lines.ts';
import { TableMarks } from '../../../../src/renderer/ui/table-marks.ts';

interface Row {
  id: string;
}
const keyOf = ({ id }: Row) => id;
const rows = (ids: string): Row[] => Array.from(ids, (id) => ({ id }));

/** A table of six rows, of which the fifth is selected. */
function table() {
  const listing = new SvelteMap<'shown' | 'all', Row[]>([
    ['shown', rows('abcdef')],
    ['all', rows('abcdef')],
  ]);
  const selection = new SvelteMap([['key', 'e']]);
  const lines = () => linesOf(listing.get('shown') ?? [], keyOf);
  const active = new ActiveRow<Row>({
    lines,
    selected: () => selection.get('key') ?? null,
    all: () => listing.get('all'),
    keyOf,
  });
  const activate = (index: number) => {
    const line = lines().at(index);
    if (line?.kind !== 'row') return;
    active.set(index, line);
    selection.set('key', line.key);
  };
  activate(4);
  return { active, activate, listing, lines, selection };
}

describe('the active row', () => {
  it('is the selected one, else the last one, wherever they are listed', () => {
    const { active, listing, selection } = table();
    expect(active.index).toBe(4);
    selection.set('key', 'b');
    expect(active.index).toBe(1);
    selection.delete('key');
    expect(active.index).toBe(4);
    listing.set('shown', rows('efabcd'));
    expect([active.index, active.after('down', 5), active.after('up', 5)]).toEqual([0, 1, 0]);
  });

  it('is followed by the row that took its place once it has left the list', () => {
    const { active, listing, selection } = table();
    for (const name of ['shown', 'all'] as const) listing.set(name, rows('abcdf'));
    expect([active.index, active.hasLeft]).toEqual([-1, true]);
    expect([active.after('down', 5), active.after('up', 5), active.after('last', 5)]).toEqual([4, 3, 4]);
    selection.delete('key');
    expect([active.hasLeft, active.after('down', 5)], 'nothing is selected').toEqual([true, 4]);
    for (const name of ['shown', 'all'] as const) listing.set(name, rows('ab'));
    expect([active.after('down', 5), active.after('up', 5)], 'with all below it').toEqual([1, 1]);
  });

  it('has not left while a filter hides it, or while nobody knows what is hidden', () => {
    const { active, listing } = table();
    listing.set('shown', rows('abcd'));
    expect([active.index, active.hasLeft, active.after('down', 5)]).toEqual([-1, false, 0]);
    listing.delete('all');
    expect([active.hasLeft, active.after('down', 5), active.after('up', 5)]).toEqual([false, 0, 3]);
  });

  it('leaves its place to the keys that mark rows', () => {
    const { active, activate, listing, lines } = table();
    let marked: ReadonlySet<string> = new Set();
    const marks = new TableMarks<Row>({
      ...{ lines, active: () => active.index, marked: () => marked, activate },
      after: (move) => active.after(move, 1),
      mark: (keys) => (marked = keys),
    });
    for (const name of ['shown', 'all'] as const) listing.set(name, rows('abcdf'));
    const press = { key: 'ArrowDown', shiftKey: true, preventDefault: () => undefined };
    expect(marks.byKey(press as unknown as KeyboardEvent)).toBe(true);
    expect([...marked]).toEqual(['f']);
  });
});
