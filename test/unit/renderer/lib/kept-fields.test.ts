import { describe, expect, it } from 'vitest';
import { firstText, keptEdit, keptFields } from '../../../../src/renderer/lib/kept-fields.ts';

const empty = { title: 'new', depot: null as string | null, drivers: [] as string[] };

describe('the fields of a draft', () => {
  it('are those of the form, and nothing else of the draft', () => {
    const kept = { title: 'Tour', depot: 'depots/d1', drivers: ['drivers/a'], edited: { id: 'plans/p1' } };
    expect(keptFields(kept, empty)).toEqual({ title: 'Tour', depot: 'depots/d1', drivers: ['drivers/a'] });
    expect(keptFields({ title: '', depot: null, drivers: [] }, empty)).toEqual({ ...empty, title: '' });
  });

  it('stay as in an empty form where the draft has something of another kind', () => {
    expect(keptFields({ title: 7, depot: [], drivers: ['drivers/a', 1] }, empty)).toEqual(empty);
    expect(keptFields({ title: null, depot: undefined, drivers: 'drivers/a' }, empty)).toEqual(empty);
  });

  it('share nothing with the draft or the empty form', () => {
    const drivers = ['drivers/a'];
    const fields = keptFields({ drivers }, empty);
    fields.drivers.push('drivers/b');
    expect([drivers, empty.drivers]).toEqual([['drivers/a'], []]);
  });
});

describe('what a draft edits', () => {
  const read = (kept: Readonly<Record<string, unknown>>) => keptFields(kept, empty);

  it('is a record with its fields before', () => {
    expect(keptEdit({ id: 'plans/p1', before: { title: 'Tour' } }, read)).toEqual({
      id: 'plans/p1',
      before: { ...empty, title: 'Tour' },
    });
    expect(keptEdit({ id: 'plans/p1', before: null }, read)).toEqual({ id: 'plans/p1', before: empty });
  });

  it('is nothing if it does not say which', () => {
    expect([null, undefined, 'plans/p1', {}, { id: 1 }].map((kept) => keptEdit(kept, read))).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });
});

it('names a draft by the first text', () => {
  expect(firstText({ name: ' ', email: 'a@b.example', phone: '1' }, ['name', 'email', 'phone'])).toBe('a@b.example');
  expect(firstText({ name: 7 }, ['name', 'email'])).toBeNull();
});
