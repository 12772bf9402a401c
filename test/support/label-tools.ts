/** What a label looks like to programs that did not make it: poppler for the page, zbar for the code. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the programs that are not installed. */
export function missingPrograms(...programs: string[]): string[] {
  return programs.filter((program) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0);
}

export interface PageSize {
  widthMillimetres: number;
  heightMillimetres: number;
}

const millimetres = (points: number) => (points / 72) * 25.4;

/** The size of each page of a PDF, by `pdfinfo`. */
export function pageSizes(pdf: string): PageSize[] {
  const text = execFileSync('pdfinfo', ['-f', '1', '-l', '-1', pdf], { encoding: 'utf8' });
  return [...text.matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+) pts/gm)].map((match) => ({
    widthMillimetres: millimetres(Number(match[1])),
    heightMillimetres: millimetres(Number(match[2])),
  }));
}

/** Whether a page is A6, 105 × 148 mm, within one millimetre. */
export function isA6(page: PageSize): boolean {
  return Math.abs(page.widthMillimetres - 105) <= 1 && Math.abs(page.heightMillimetres - 148) <= 1;
}

/**
 * Turns each page of a PDF into a picture with `pdftoppm`.
 * @param folder where the pictures go; it must be empty of others with the same prefix
 * @param dotsPerInch 203 is what most label printers have
 * @returns paths in the order of the pages
 */
export function rasterise(pdf: string, folder: string, dotsPerInch = 203): string[] {
  execFileSync('pdftoppm', ['-r', String(dotsPerInch), '-png', pdf, join(folder, 'page')]);
  return readdirSync(folder)
    .filter((name) => /^page-\d+\.png$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** The Code 128 codes that `zbarimg` reads from a picture; an empty list when there are none. */
export function readCodes(picture: string): string[] {
  const result = spawnSync('zbarimg', ['--quiet', '--nodbus', '-Sdisable', '-Scode128.enable', picture], {
    encoding: 'utf8',
  });
  // 4 is zbarimg's word for "nothing found".
  if (result.status !== 0 && result.status !== 4) throw new Error(`zbarimg: ${result.stderr}`);
  return result.stdout
    .split('\n')
    .filter((line) => line.startsWith('CODE-128:'))
    .map((line) => line.slice('CODE-128:'.length));
}
