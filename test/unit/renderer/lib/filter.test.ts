import { describe, expect, it } from 'vitest';
import { bestFirst, compareNames, fits, hitOf, namedBy, narrowed } from '../../../../src/renderer/lib/filter.ts';

const titles = ['Tour 10 North', 'Tour 2 East', 'Detour 1', 'North 1 Tour', 'Tour 1', 'Tour 1 North', 'Zürich'];
const options = titles.map((label) => ({ label }));

describe('a filter', () => {
  it('shows what contains the whole text, and only without that what contains all its words', () => {
    const shown = (filter: string) => narrowed(titles, filter, (title, text, whole) => fits(text, [title], whole));
    expect(shown('tour 1')).toEqual(['Tour 10 North', 'Detour 1', 'Tour 1', 'Tour 1 North']);
    expect(shown('north tour')).toEqual(['Tour 10 North', 'North 1 Tour', 'Tour 1 North']);
    expect(shown('tour')).toHaveLength(6);
    expect(shown('  ')).toHaveLength(7);
    expect(shown('south')).toEqual([]);
  });

  it('matches no text across two fields', () => {
    expect(fits('one two', ['one', 'two'], true)).toBe(false);
    expect(fits('one two', ['one', 'two'])).toBe(true);
  });
});

describe('the hit that Enter opens', () => {
  const shown = (filter: string) => narrowed(titles, filter, (title, text, whole) => fits(text, [title], whole));
  const hit = (filter: string, selected: string | null) => hitOf(shown(filter), filter, (title) => title, selected);

  it('is the selected row if it matches, and the first match otherwise', () => {
    expect(hit('tour 1', 'Tour 1')).toBe('Tour 1');
    expect(hit('tour 1', 'Zürich')).toBe('Tour 10 North');
    expect(hit('tour 1', null)).toBe('Tour 10 North');
  });

  it('is none while nothing is typed or nothing matches, so that Enter does nothing', () => {
    expect(hit('', 'Tour 1')).toBeUndefined();
    expect(hit('  ', 'Tour 1')).toBeUndefined();
    expect(hit('south', 'Tour 1')).toBeUndefined();
  });
});

describe('choices', () => {
  it('have the best match first', () => {
    expect(bestFirst(options, 'tour 1').map(({ label }) => label)).toEqual([
      'Tour 1',
      'Tour 1 North',
      'Tour 10 North',
      'Detour 1',
      'North 1 Tour',
    ]);
    expect(bestFirst(options, 'zurich')).toEqual([{ label: 'Zürich' }]);
    expect(bestFirst(options, 'nothing')).toEqual([]);
  });

  it('are named by the whole of a text, in any case, and not by a part of it or by a text that two have', () => {
    const named = (typed: string) => namedBy([...options, { label: 'detour 1' }], typed)?.label;
    expect(named(' tour 1 ')).toBe('Tour 1');
    expect(named('zurich')).toBe('Zürich');
    expect(named('tour')).toBeUndefined();
    expect(named('Detour 1')).toBeUndefined();
    expect(named('')).toBeUndefined();
  });

  it('are ordered as people count', () => {
    expect(['Tour 10', 'Tour 2', 'tour 1'].sort(compareNames)).toEqual(['tour 1', 'Tour 2', 'Tour 10']);
  });
});
