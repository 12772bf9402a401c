/** Filters of single columns among the words of a filter. */
import { describe, expect, it } from 'vitest';
import {
  fieldWord,
  readFilter,
  suggestions,
  termsFit,
  withoutTerm,
  withTerm,
} from '../../../../src/renderer/lib/column-filter.ts';

interface Row {
  driver: string | null;
  notes: string;
}
const driver = { id: 'driver', title: 'Driver', text: (row: Row) => row.driver };
const notes = { id: 'notes', title: 'Notes for him', text: (row: Row) => row.notes };
const fields = [driver, notes];
const row = (name: string | null, note = ''): Row => ({ driver: name, notes: note });
const ada = row('Ada Berg', 'Ring twice');
const adam = row('Ada Bergmann', 'ring  once\nat the door');
const nobody = row(null, 'He said "hi"');
const found = (filter: string) => {
  const { terms } = readFilter(filter, fields);
  return [ada, adam, nobody].filter(termsFit(terms));
};

describe('a filter of a column', () => {
  it('finds what the column contains, in any case', () => {
    expect(found('driver:ADA')).toEqual([ada, adam]);
    expect(found('notes-for-him:twice')).toEqual([ada]);
    expect(found('NotesForHim:twice'), 'the spelling of the column does not matter').toEqual([ada]);
  });

  it('finds what the column is as a whole when it is quoted', () => {
    expect(found('driver:"ada berg"')).toEqual([ada]);
    expect(found('driver:"ada"')).toEqual([]);
  });

  it('finds rows with nothing in the column', () => {
    expect(found('driver:""')).toEqual([nobody]);
  });

  it('finds either of two values of a column, and needs every column', () => {
    expect(found('driver:"Ada Berg" driver:""')).toEqual([ada, nobody]);
    expect(found('driver:ada notes-for-him:once')).toEqual([adam]);
  });

  it('finds everything while its value is still to be typed', () => {
    expect(found('driver:')).toEqual([ada, adam, nobody]);
  });

  it('leaves the other words, and words before a colon that name no column', () => {
    const { text, terms } = readFilter('anna driver:ada 10:30 https://a.example "x"', fields);
    expect(text.split(/\s+/)).toEqual(['anna', '10:30', 'https://a.example', '"x"']);
    expect(terms.map(({ field, value, isWhole }) => [field.id, value, isWhole])).toEqual([['driver', 'ada', false]]);
  });
});

describe('a value of a row', () => {
  it.each([ada, adam, nobody])('is found again by the filter for it', (each) => {
    for (const field of fields) {
      const filter = withTerm('', field, field.text(each) ?? '');
      expect(found(filter)).toEqual([each]);
      expect(withTerm(filter, field, field.text(each) ?? ''), 'not twice').toBe(filter);
    }
  });

  it('is added to the filter and taken away again', () => {
    const filter = withTerm('anna', driver, 'Ada Berg');
    expect(filter).toBe('anna driver:"Ada Berg"');
    const { terms } = readFilter(`${filter} late`, fields);
    expect(withoutTerm(`${filter} late`, terms[0]!)).toBe('anna late');
  });
});

describe('suggestions', () => {
  const words = (filter: string) => suggestions(filter, fields, [ada, ada, adam, nobody]).map(({ word }) => word);

  it('are the columns that begin with the last word', () => {
    expect(words('anna dr')).toEqual(['driver:']);
    expect(words('')).toEqual(['driver:', 'notes-for-him:']);
    expect(suggestions('anna dr', fields, [])[0]?.filter).toBe('anna driver:');
    expect(words('anna')).toEqual([]);
    expect(words('10:30')).toEqual([]);
  });

  it('have a word once, that of the column by which it filters, whatever properties are called', () => {
    const property = { id: 'property:DRIVER', title: 'DRIVER', text: (_row: Row) => 'x' };
    const all = [...fields, property, { ...property, id: 'property:driver', title: 'driver' }];
    expect(suggestions('dr', all, [])).toEqual([{ word: 'driver:', hint: 'Driver', filter: 'driver:' }]);
    expect(readFilter('driver:ada', all).terms.map(({ field }) => field.id)).toEqual(['driver']);
  });

  it('are the values of the named column, the most frequent first', () => {
    expect(words('driver:')).toEqual(['driver:"Ada Berg"', 'driver:"Ada Bergmann"', 'driver:""']);
    expect(words('driver:bergm')).toEqual(['driver:"Ada Bergmann"']);
    expect(suggestions('x driver:bergm', fields, [adam])[0]?.filter).toBe('x driver:"Ada Bergmann" ');
  });

  it('end when the value is complete', () => {
    expect(words('driver:"Ada Bergmann"')).toEqual([]);
  });
});

it('names a column by its words', () => {
  expect([fieldWord('No.'), fieldWord('Time window'), fieldWord('Größe (cm)')]).toEqual([
    'no',
    'time-window',
    'größe-cm',
  ]);
});
