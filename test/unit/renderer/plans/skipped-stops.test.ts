/** The stops that an optimisation left out, by reason. */
import { expect, it } from 'vitest';
import { skippedByReason } from '../../../../src/renderer/plans/skipped-stops.ts';

const stop = (id: string, reason: string | null) => ({ id, name: null, address: 'Lindenweg 5', reason });

it('are in groups in the order of their first stops, and counted where they are many', () => {
  const full = Array.from({ length: 6 }, (_, at) => stop(`full${at}`, 'impossible_number_of_stops'));
  const skipped = [
    stop('late', 'impossible_time_window'),
    ...full,
    stop('odd', null),
    stop('late2', 'impossible_time_window'),
  ];
  expect(skippedByReason(skipped).map(({ stops, ...group }) => [group, stops.length])).toEqual([
    [{ reason: 'impossible_time_window', isMany: false, fixesPlan: false }, 2],
    [{ reason: 'impossible_number_of_stops', isMany: true, fixesPlan: true }, 6],
    [{ reason: null, isMany: false, fixesPlan: false }, 1],
  ]);
});
