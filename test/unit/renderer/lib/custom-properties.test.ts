/** The names of custom properties, and the properties that a text means. */
import { afterEach, expect, it } from 'vitest';
import { customProperties } from '../../../../src/renderer/lib/custom-properties.svelte.ts';
import { changesOf } from '../../../../src/renderer/outbox/field-words.ts';
import { stopColumns } from '../../../../src/renderer/stops/stop-columns.ts';
import { stopRow } from '../../../fixtures/rows.ts';

const { nameOf, idOf, mayBe, idsOr } = customProperties;

afterEach(() => {
  customProperties.rows = [];
});

it('are their ids while the definitions are not known, and any id may be one', () => {
  expect([nameOf('p4711'), idOf('p4711'), mayBe('p4711')]).toEqual(['p4711', null, true]);
  expect(idsOr(['p4711'])).toEqual(['p4711']);
});

it('are found by their id, else by the only one with the name', () => {
  customProperties.rows = [
    { id: 'p4711', name: 'Gate' },
    { id: 'Gate', name: 'Bell' },
    { id: 'floor', name: 'Étage' },
    { id: 'a', name: 'Code' },
    { id: 'b', name: 'code' },
    { id: 'c', name: ' ' },
  ];
  expect(['p4711', 'floor', 'a', 'c', 'gone'].map(nameOf)).toEqual(['Gate', 'Étage', 'Code (a)', 'c', 'gone']);
  expect(['Gate', 'gate', 'etage', 'bell', 'Code', 'code (b)', 'gone'].map(idOf)).toEqual([
    ...['Gate', 'p4711', 'floor', 'Gate'],
    ...[null, 'b', null],
  ]);
  expect(['p4711', 'Bell'].map(mayBe)).toEqual([true, false]);
  expect(idsOr(['gone'])).toEqual(['p4711', 'Gate', 'floor', 'a', 'b', 'c']);
});

it('stand in the columns of stops and in the words of the outbox', () => {
  customProperties.rows = [{ id: 'p4711', name: 'Gate' }];
  const column = stopColumns(false, {}, ['p4711'], 'Europe/Berlin').find(({ id }) => id === 'property:p4711');
  expect(column?.title).toBe('Gate');
  expect(column?.text?.(stopRow('s1', { customProperties: { p4711: '12' } }))).toBe('12');
  const [change] = changesOf({ customProperties: { p4711: '12' } }, {}, {}, Date.parse('2026-06-15T12:00:00Z'));
  expect(change).toMatchObject({ field: 'customProperties.p4711', name: 'Gate', before: null, now: '12' });
});
