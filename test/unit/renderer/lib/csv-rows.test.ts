/** Whatever stands in a csv, each of its lines is in a row, in a fault or counted as blank. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertWhole, csvRows, LinesMissing } from '../../../../src/renderer/lib/sheet/csv-rows.ts';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { lineOf } from '../../../../src/renderer/lib/sheet/report.ts';

const mostRows = 1_000;

/** Rows below the headings: their line, what is wrong with them and where, their cells. */
function read(text: string) {
  const { rows, report } = csvRows(text, mostRows);
  const faults = new Map(report.faults.map(({ row, kind, cause }) => [row, `${kind} ${cause}`]));
  return rows
    .map((cells, row) => ({ line: lineOf(report, row), fault: faults.get(row) ?? 'read', cells: cells.join('|') }))
    .slice(1);
}

const headings = 'Bestellnummer;Name;Strasse;PLZ;Ort';

describe('a quotation mark that is not closed', () => {
  it('takes no line away: each line behind it is a row with a fault', () => {
    const text = `${headings}\nA1;Mia;Weg 1;01067;Dresden\nA2;"Ben;Weg 2;20095;Hamburg\nA3;Cla;Weg 3;10115;Berlin\n`;
    expect(read(text)).toEqual([
      { line: 2, fault: 'read', cells: 'A1|Mia|Weg 1|01067|Dresden' },
      { line: 3, fault: 'open-quote 3', cells: 'A2|"Ben|Weg 2|20095|Hamburg' },
      { line: 4, fault: 'swallowed 3', cells: 'A3|Cla|Weg 3|10115|Berlin' },
    ]);
  });

  it('is told at its line, behind cells with line breaks and blank lines too', () => {
    const text = `${headings}\n\nA1;"Mia\nKern";Weg 1;01067;Dresden\n;;;;\nA2;"Ben;Weg 2;20095;Hamburg\n\nA3;Cla;Weg 3;10115;Berlin`;
    expect(read(text)).toEqual([
      { line: 3, fault: 'read', cells: 'A1|Mia\nKern|Weg 1|01067|Dresden' },
      { line: 6, fault: 'open-quote 6', cells: 'A2|"Ben|Weg 2|20095|Hamburg' },
      { line: 8, fault: 'swallowed 6', cells: 'A3|Cla|Weg 3|10115|Berlin' },
    ]);
    expect(csvRows(text, mostRows).report.blankLines).toBe(3);
  });

  it('is seen where the next one of the file closes it', () => {
    const reported = `${headings}\nA1;"Mia;Weg 1;01067;Dresden\nA2;"Ben";Weg 2;20095;Hamburg\nA3;Cla;Weg 3;10115;Berlin`;
    expect(read(reported).map(({ line, fault }) => [line, fault])).toEqual([
      [2, 'stray-quote 2'],
      [3, 'swallowed 2'],
      [4, 'read'],
    ]);
    // Here the reader reports nothing, and the row has as many cells as there are headings.
    const silent = `${headings}\nA1;"Mia;Weg 1;01067;Dresden\nA2;Ben 5";Weg 2;20095;Hamburg\nA3;Cla;Weg 3;10115;Berlin`;
    expect(read(silent).map(({ line, fault }) => [line, fault])).toEqual([
      [2, 'several-rows 2'],
      [3, 'swallowed 2'],
      [4, 'read'],
    ]);
  });

  it('in the headings leaves nothing to read', async () => {
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

  it('may end earlier where the headings end with a delimiter', () => {
    expect(read('Nr;Name;Ort;\nA1;Mia;Dresden').map(({ fault }) => fault)).toEqual(['read']);
  });
});

describe('line breaks', () => {
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

it('separates cells as the headings do, whatever stands below them', () => {
  const text = 'Nr;Name;Adresse\nA1;"Mia;Weg 1, Hof, Ort\nA2;Ben;Weg 2, Hof, Ort\nA3;Cla;Weg 3, Hof, Ort';
  expect(read(text).map(({ cells }) => cells)).toEqual([
    'A1|"Mia|Weg 1, Hof, Ort',
    'A2|Ben|Weg 2, Hof, Ort',
    'A3|Cla|Weg 3, Hof, Ort',
  ]);
});

it('says when nothing separates the cells', () => {
  expect(csvRows('Adresse\nWeg 1\n', mostRows).report.isOneColumn).toBe(true);
  expect(csvRows('Adresse;Ort\nWeg 1;Dresden\n', mostRows).report.isOneColumn).toBe(false);
});

it('counts the lines, and takes nothing of a file of which one is missing', () => {
  const row = { lineCount: 1 };
  expect(() => assertWhole([row, row], 1, 'a\nb\n\n')).not.toThrow();
  expect(() => assertWhole([row], 1, 'a\nb\n\n')).toThrow(LinesMissing);
  expect(() => assertWhole([row, row], 2, 'a\nb\n\n')).toThrow(LinesMissing);
});

it('has each line of any file in a row, in a fault or among the blank ones', () => {
  const piece = fc.constantFrom('a', 'Mia', '"', '""', ';', ',', ' ', '\n', '\r\n', '\r', '\t', '1');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
      const body = pieces.join('');
      const { rows, report } = csvRows(`Nr;Name;Strasse;Ort\n${body}`, mostRows);
      const lines = rows.map((_row, row) => lineOf(report, row));
      expect(lines).toEqual([...new Set(lines)].toSorted((one, other) => one - other));
      // What stands in the file stands in a row, but for what separates cells and marks them.
      const signs = (text: string) => text.replaceAll(/[^a-zA-Z0-9]/g, '');
      expect(signs(rows.slice(1).flat().join(''))).toBe(signs(body));
      // A row without a fault has the cells that the headings ask for.
      const faulty = new Set(report.faults.map(({ row }) => row));
      expect(rows.filter((row, at) => !faulty.has(at) && row.slice(0, 4).length !== 4)).toEqual([]);
    }),
    { numRuns: 2_000, seed: 14 },
  );
});
