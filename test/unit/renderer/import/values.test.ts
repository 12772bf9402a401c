/** Cells as programs write them, and what the fields have of them. */
import { expect, it } from 'vitest';
import { valueOf } from '../../../../src/renderer/import/values.ts';

it.each(['NULL', '(null)', '\\N', 'n/a', '-', '0000-00-00', '0000-00-00 00:00:00', '00.00.0000', 'NaN'])(
  '%s is nothing',
  (cell) => {
    expect(valueOf('expectedOn', cell)).toBe('');
  },
);

it.each(['Na', 'Nan'])('%s may be a name', (cell) => {
  expect([valueOf('recipientName', cell), valueOf('phone', cell)]).toEqual([cell, '']);
});

it.each([
  ['O&#39;Brien', "O'Brien"],
  ['O&#039;Brien', "O'Brien"],
  ['Kern &amp; Lang', 'Kern & Lang'],
  ['&quot;Hof&quot;', '"Hof"'],
  ['Kern & Lang; Hof', 'Kern & Lang; Hof'],
  ['&amp;amp;', '&amp;'],
])('%s is read as %s', (cell, text) => {
  expect(valueOf('recipientName', cell)).toBe(text);
});
