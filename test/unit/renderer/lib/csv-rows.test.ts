/** Each line of any CSV file is in a row, in a fault or counted as blank. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertWhole, clean, csvRows, LinesMissing } from '../../../../src/renderer/lib/sheet/csv-rows.ts';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { lineOf } from '../../../../src/renderer/lib/sheet/report.ts';

const mostRows = 1_000;

/** The rows below the headings: their line, their fault and its line, their cells. */
function read(text: string) {
  const { rows, report } = csvRows(text, mostRows);
  const faults = new Map(report.faults.map(({ row, kind, cause }) => [row, `${kind} ${cause}`]));
  return rows
    .map((cells, row) => ({ line: lineOf(report, row), fault: faults.get(row) ?? 'read', cells: cells.join('|') }))
    .slice(1);
}

const headings = 'Bestellnummer;Name;Strasse;PLZ;Ort';

describe('an unclosed quotation mark', () => {
  it('loses no line: each following line is a row with a fault', () => {
    const text = `${headings}\nA1;Mia;Weg 1;01067;Dresden\nA2;"Ben;Weg 2;20095;Hamburg\nA3;Cla;Weg 3;10115;Berlin\n`;
    expect(read(text)).toEqual([
      { line: 2, fault: 'read', cells: 'A1|Mia|Weg 1|01067|Dresden' },
      { line: 3, fault: 'open-quote 3', cells: 'A2|"Ben|Weg 2|20095|Hamburg' },
      { line: 4, fault: 'swallowed 3', cells: 'A3|Cla|Weg 3|10115|Berlin' },
    ]);
  });

  it('is reported at its line, even after cells with line breaks and blank lines', () => {
    const text = `${headings}\n\nA1;"Mia\nKern";Weg 1;01067;Dresden\n;;;;\nA2;"Ben;Weg 2;20095;Hamburg\n\nA3;Cla;Weg 3;10115;Berlin`;
    expect(read(text)).toEqual([
      { line: 3, fault: 'read', cells: 'A1|Mia\nKern|Weg 1|01067|Dresden' },
      { line: 6, fault: 'open-quote 6', cells: 'A2|"Ben|Weg 2|20095|Hamburg' },
      { line: 8, fault: 'swallowed 6', cells: 'A3|Cla|Weg 3|10115|Berlin' },
    ]);
    expect(csvRows(text, mostRows).report.blankLines).toBe(3);
  });

  it('is detected if a later one in the file closes it', () => {
    const reported = `${headings}\nA1;"Mia;Weg 1;01067;Dresden\nA2;"Ben";Weg 2;20095;Hamburg\nA3;Cla;Weg 3;10115;Berlin`;
    expect(read(reported).map(({ line, fault }) => [line, fault])).toEqual([
      [2, 'stray-quote 2'],
      [3, 'swallowed 2'],
      [4, 'read'],
    ]);
    // Here the parser reports nothing, and the row has as many cells as there are headings.
    const silent = `${headings}\nA1;"Mia;Weg 1;01067;Dresden\nA2;Ben 5";Weg 2;20095;Hamburg\nA3;Cla;Weg 3;10115;Berlin`;
    expect(read(silent).map(({ line, fault }) => [line, fault])).toEqual([
      [2, 'several-rows 2'],
      [3, 'swallowed 2'],
      [4, 'read'],
    ]);
  });

  it('in the headings makes the file unreadable', async () => {
    const bytes = new TextEncoder().encode(`Bestellnummer;"Name;Strasse\nA1;Mia;Weg 1`);
    expect(await readSheetRows(bytes)).toEqual({ kind: 'problem', problem: 'headings' });
  });
});

describe('cells of a row', () => {
  it.each<[string, string, string, string]>([
    ['a quotation mark within a cell', 'A1;Mia "M" Kern;Weg 1;1;Ort', 'read', 'A1|Mia "M" Kern|Weg 1|1|Ort'],
    ['inches', 'A1;Mia;5" 3;1;Ort', 'read', 'A1|Mia|5" 3|1|Ort'],
    ['doubled quotation marks', 'A1;"Mia ""M"" Kern";Weg 1;1;Ort', 'read', 'A1|Mia "M" Kern|Weg 1|1|Ort'],
    ['marks that are not doubled', 'A1;"Mia "M" Kern";Weg 1;1;Ort', 'stray-quote 2', 'A1|Mia "M" Kern|Weg 1|1|Ort'],
    ['a delimiter in quotes', 'A1;"Kern; Mia";Weg 1;1;Ort', 'read', 'A1|Kern; Mia|Weg 1|1|Ort'],
    ['too few', 'A1;Mia;Weg 1 01067;Dresden', 'too-few 2', 'A1|Mia|Weg 1 01067|Dresden'],
    ['too many', 'A1;Kern;Mia;Weg 1;1;Ort', 'too-many 2', 'A1|Kern|Mia|Weg 1|1|Ort'],
    ['a delimiter at the end', 'A1;Mia;Weg 1;1;Ort;', 'read', 'A1|Mia|Weg 1|1|Ort|'],
  ])('%s', (_what, row, fault, cells) => {
    expect(read(`${headings}\n${row}\nZ9;Zoe;Weg 9;9;Ort`)).toEqual([
      { line: 2, fault, cells },
      { line: 3, fault: 'read', cells: 'Z9|Zoe|Weg 9|9|Ort' },
    ]);
  });

  it('may be missing at the end if the headings end with a delimiter', () => {
    expect(read('Nr;Name;Ort;\nA1;Mia;Dresden').map(({ fault }) => fault)).toEqual(['read']);
  });
});

describe('line breaks', () => {
  it('in quoted headings move no column', () => {
    const text = '"Bestell-\nnummer";Name;"PLZ\nOrt"\nA1;Mia;1 A\nA2;"Ben\nLang";2 B';
    const { rows, report, firstLines } = csvRows(text, mostRows);
    expect(rows).toEqual([
      ['Bestell-\nnummer', 'Name', 'PLZ\nOrt'],
      ['A1', 'Mia', '1 A'],
      ['A2', 'Ben\nLang', '2 B'],
    ]);
    expect([report.lines, report.above, report.faults]).toEqual([[1, 4, 5], undefined, []]);
    expect(firstLines.map(({ line }) => line)).toEqual([1, 4, 5]);
  });

  it.each([
    ['CRLF', 'a;b\r\n1;2\r\n3;4\r\n'],
    ['CR', 'a;b\r1;2\r3;4'],
    ['CRLF with LF between', 'a;b\r\n1;2\n3;4\r\n'],
    ['LF with CR between', '\uFEFFa;b\n1;2\r3;4\n'],
  ])('%s: each ends a row', (_what, text) => {
    expect(read(text).map(({ line, cells }) => [line, cells])).toEqual([
      [2, '1|2'],
      [3, '3|4'],
    ]);
  });
});

it('separates cells with the delimiter of the headings, whatever the rows contain', () => {
  const text = 'Nr;Name;Adresse\nA1;"Mia;Weg 1, Hof, Ort\nA2;Ben;Weg 2, Hof, Ort\nA3;Cla;Weg 3, Hof, Ort';
  expect(read(text).map(({ cells }) => cells)).toEqual([
    'A1|"Mia|Weg 1, Hof, Ort',
    'A2|Ben|Weg 2, Hof, Ort',
    'A3|Cla|Weg 3, Hof, Ort',
  ]);
});

it('has one blank for fifty and more, or a line break if there is one among them', () => {
  const blanks = (count: number) => ' '.repeat(count);
  expect(clean(`Weg${blanks(49)}1`)).toBe(`Weg${blanks(49)}1`);
  expect(clean(`Weg${blanks(50)}1`)).toBe('Weg 1');
  expect(clean(`Tee${blanks(30)}\n${blanks(30)}Brot`)).toBe('Tee\nBrot');
  expect(clean(`${blanks(1_000_000)}Weg${blanks(1_000_000)}1`)).toBe('Weg 1');
});

it('reports when nothing separates the cells', () => {
  expect(csvRows('Adresse\nWeg 1\n', mostRows).report.isOneColumn).toBe(true);
  expect(csvRows('Adresse;Ort\nWeg 1;Dresden\n', mostRows).report.isOneColumn).toBe(false);
});

it('counts the lines and rejects a file with a missing one', () => {
  const row = { lineCount: 1 };
  expect(() => assertWhole([row, row], 1, 'a\nb\n\n')).not.toThrow();
  expect(() => assertWhole([row], 1, 'a\nb\n\n')).toThrow(LinesMissing);
  expect(() => assertWhole([row, row], 2, 'a\nb\n\n')).toThrow(LinesMissing);
});

it('puts each line of any file into a row, a fault or the blank ones', () => {
  const piece = fc.constantFrom('a', 'Mia', '"', '""', ';', ',', ' ', '\n', '\r\n', '\r', '\t', '1');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
      const body = pieces.join('');
      const { rows, report } = csvRows(`Nr;Name;Strasse;Ort\n${body}`, mostRows);
      const lines = rows.map((_row, row) => lineOf(report, row));
      expect(lines).toEqual([...new Set(lines)].toSorted((one, other) => one - other));
      // All text of the file is in the rows, except for delimiters and quotation marks.
      const signs = (text: string) => text.replaceAll(/[^a-zA-Z0-9]/g, '');
      expect(signs(rows.slice(1).flat().join(''))).toBe(signs(body));
      // A row without a fault has as many cells as there are headings.
      const faulty = new Set(report.faults.map(({ row }) => row));
      expect(rows.filter((row, at) => !faulty.has(at) && row.slice(0, 4).length !== 4)).toEqual([]);
    }),
    { numRuns: 2_000, seed: 14 },
  );
});
