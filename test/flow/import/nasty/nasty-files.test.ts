/** Files as shops and programs send them: every row is read or waits for the person, and every word that is said is known. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isGood } from '../../../../src/renderer/import/import-rows.ts';
import { headingFiles, valueFiles } from './contents.ts';
import { lookAt } from './looked-at.ts';
import type { NastyFile } from './nasty-file.ts';
import { noTables } from './no-tables.ts';
import { pageOf } from './page.ts';
import { shopFiles } from './shops.ts';
import { delimiterFiles, encodingFiles, quoteFiles } from './texts.ts';
import { wholeCellFiles } from './whole-cells.ts';
import { workbookFiles } from './workbooks.ts';

const page = join(import.meta.dirname, '../../../../docs/imported-files.md');

const groups: readonly { title: string; files: readonly NastyFile[] }[] = [
  { title: 'Encodings and letters', files: encodingFiles },
  { title: 'Delimiters and line ends', files: delimiterFiles },
  { title: 'Quotation marks and ragged rows', files: quoteFiles },
  { title: 'Titles and headings', files: headingFiles },
  { title: 'Values', files: valueFiles },
  { title: 'Windows with days, and addresses in one cell', files: wholeCellFiles },
  { title: 'Exports of shops and carriers', files: shopFiles },
  { title: 'Workbooks', files: workbookFiles },
  { title: 'Files that are no table', files: noTables },
];
const all = groups.flatMap(({ files }) => files);

describe('19: awkward files', () => {
  it('are at least 45, each with its own name', () => {
    expect(all.length).toBeGreaterThanOrEqual(45);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  describe.each(groups)('$title', ({ files }) => {
    it.each(files)('$name: $about', async (file) => {
      const seen = await lookAt(file);
      if (file.rows === null) {
        expect([seen.records.length, seen.words.length]).toEqual([0, 1]);
        return;
      }
      // No row is lost: each line of the file is in exactly one record.
      expect({ rows: seen.rows, words: seen.words }).toMatchObject({ rows: file.rows });
      expect(seen.records.flatMap(({ item }) => item.lines)).toHaveLength(file.rows);
      // None is merged without a key that the person confirmed.
      expect(seen.records.filter((row) => row.item.lines.length > 1 && isGood(row))).toEqual([]);
      const cells = file.cells ?? [];
      expect(cells.map(([at, field]) => [at, field, seen.textOf(at, field)])).toEqual(cells);
    });
  });

  it('are read and described as the page says', async () => {
    const looked = groups.map(async ({ title, files }) => ({
      title,
      files: await Promise.all(files.map(async (file) => ({ file, seen: await lookAt(file) }))),
    }));
    await expect(pageOf(await Promise.all(looked))).toMatchFileSnapshot(page);
  });
});
