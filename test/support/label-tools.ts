/** Reads labels with independent programs: poppler for the page, zbar for the code. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The programs that are not installed. */
export function missingPrograms(...programs: string[]): string[] {
  return programs.filter((program) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0);
}

/** Why printed labels cannot be read here; undefined when they can. */
export function whyNotRead(): string | undefined {
  const missing = missingPrograms('pdfinfo', 'pdfunite', 'pdftoppm', 'zbarimg');
  return missing.length > 0 ? `not installed: ${missing.join(', ')} (packages poppler-utils, zbar-tools)` : undefined;
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

const zbar = ['--quiet', '--nodbus', '-Sdisable', '-Scode128.enable'];

/** The Code 128 codes that `zbarimg` reads in an image; an empty list when there are none. */
export function readCodes(picture: string): string[] {
  const result = spawnSync('zbarimg', [...zbar, picture], { encoding: 'utf8' });
  // zbarimg exits with 4 when it found nothing.
  if (result.status !== 0 && result.status !== 4) throw new Error(`zbarimg: ${result.stderr}`);
  return result.stdout
    .split('\n')
    .filter((line) => line.startsWith('CODE-128:'))
    .map((line) => line.slice('CODE-128:'.length));
}

export interface Paper {
  size: PageSize;
  /** The Code 128 codes on it. */
  codes: string[];
}

const run = promisify(execFile);
const room = { maxBuffer: 64 * 1024 * 1024 };

/** The Code 128 codes in each of the pictures that has any. */
async function codesOfPictures(pictures: readonly string[]): Promise<Map<string, string[]>> {
  const found = await run('zbarimg', [...zbar, '--xml', ...pictures], room)
    // Also the exit code when only one of the images has no code.
    .catch((error: unknown) => {
      const { code, stdout } = error as { code?: number; stdout?: string };
      if (code !== 4 || stdout === undefined) throw error;
      return { stdout };
    });
  return new Map(
    [...found.stdout.matchAll(/<source href='([^']*)'>(.*?)<\/source>/gs)].map(([, picture = '', inside = '']) => [
      picture,
      [...inside.matchAll(/<data><!\[CDATA\[(.*?)\]\]><\/data>/gs)].map(([, code = '']) => code),
    ]),
  );
}

/** Path of the picture of a page. */
export type DrawnPage = string;
export interface Dots {
  width: number;
  height: number;
}

/**
 * Draws each page of each document, in order. The documents stay apart: programs that join them lose layers and
 * passwords.
 *
 * @param documents PDFs
 * @param folder a folder for the pictures
 */
export async function drawEachDocument(
  documents: readonly string[],
  folder: string,
  dotsPerInch: number,
): Promise<DrawnPage[][]> {
  const drawn: DrawnPage[][] = [];
  for (const [index, document] of documents.entries()) {
    const place = mkdtempSync(join(folder, `pages-${index}-`));
    await run('pdftoppm', ['-r', String(dotsPerInch), '-gray', document, join(place, 'page')], room);
    drawn.push(
      readdirSync(place)
        .sort()
        .map((name) => join(place, name)),
    );
  }
  return drawn;
}

/**
 * The codes of each page that has any. A page that is named twice is read once.
 *
 * @param pages from {@link drawEachDocument}
 * @param paper in dots: puts each page in the middle of larger paper first, as print dialogs do
 */
export async function readDrawnPages(
  pages: readonly DrawnPage[],
  paper?: Dots,
): Promise<ReadonlyMap<DrawnPage, string[]>> {
  const each = [...new Set(pages)];
  if (paper === undefined) return codesOfPictures(each);
  const onPaper = (page: DrawnPage) => `${page}-on-${paper.width}x${paper.height}.pgm`;
  for (const page of each) writeFileSync(onPaper(page), inTheMiddle(readFileSync(page), paper));
  const codes = await codesOfPictures(each.map(onPaper));
  return new Map(each.map((page) => [page, codes.get(onPaper(page)) ?? []]));
}

/** A grey picture in the middle of white paper. @param picture PGM */
function inTheMiddle(picture: Buffer, paper: Dots): Buffer {
  const [head = '', width = '', height = ''] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(picture.toString('latin1', 0, 40)) ?? [];
  if (head === '') throw new RangeError('pdftoppm wrote something else than PGM');
  const [across, down] = [Number(width), Number(height)];
  const [left, top] = [Math.floor((paper.width - across) / 2), Math.floor((paper.height - down) / 2)];
  const dots = Buffer.alloc(paper.width * paper.height, 255);
  for (let y = 0; y < down; y += 1) {
    picture.copy(dots, (top + y) * paper.width + left, head.length + y * across, head.length + (y + 1) * across);
  }
  return Buffer.concat([Buffer.from(`P5\n${paper.width} ${paper.height}\n255\n`), dots]);
}

/**
 * The pages of one or more documents, in order. Each program runs only once, so that hundreds of labels take seconds.
 *
 * @param documents PDFs
 * @param folder an empty folder for the images
 * @param dotsPerInch 203 for most label printers
 */
export async function readPapers(documents: readonly string[], folder: string, dotsPerInch = 203): Promise<Paper[]> {
  const together = join(folder, 'together.pdf');
  await run('pdfunite', [...documents, together], room);
  await run('pdftoppm', ['-r', String(dotsPerInch), '-gray', together, join(folder, 'page')], room);
  const pictures = readdirSync(folder)
    .filter((name) => name.endsWith('.pgm'))
    .sort()
    .map((name) => join(folder, name));
  const codes = await codesOfPictures(pictures);
  const sizes = pageSizes(together);
  return pictures.map((picture, index) => ({
    size: sizes[index] ?? { widthMillimetres: 0, heightMillimetres: 0 },
    codes: codes.get(picture) ?? [],
  }));
}
