/** Compares rasters that a printer received with the service's label for the order. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preflightLibraries } from '../../../src/main/labels/preflight-libraries.ts';
import { readCodes, startReader } from '../../../src/preflight/codes.ts';
import { renderLabels } from '../../../src/training/labels/render.ts';
import type { LabelProfile } from '../../../src/shared/settings.ts';
import type { Order } from '../../../src/training/model.ts';
import { readCodes as readCodesByZbar } from '../../support/label-tools.ts';
import { readPwgRaster, type GreyPage } from '../../support/pwg-raster.ts';

export interface CheckTask {
  /** As returned by the service. */
  order: Order;
  /** The received files, one per page, in order of arrival. */
  files: string[];
  dotsPerInch: number;
  stock: LabelProfile['stock'];
}

export interface CheckedPage {
  /** Length of the order's code in characters. */
  codeLength: number;
  /** The page's faults. Empty if there are none. */
  faults: string[];
  /** Share of dots that differ by more than 64 of 255 from the label rendered without a spooler. */
  differing: number;
  /** The page's offset from that label in dots. */
  shift: [right: number, down: number];
}

const millimetresPerInch = 25.4;
const pointsPerInch = 72;
/** Written down here again, so that a wrong size in the app shows. */
const papers = { a6: { width: 105, height: 148 }, '4x6': { width: 101.6, height: 152.4 } } as const;

const dotsOf = (millimetres: number, dotsPerInch: number) =>
  Math.round((millimetres * dotsPerInch) / millimetresPerInch);
const sizeAt = (stock: LabelProfile['stock'], dotsPerInch: number) => ({
  width: dotsOf(papers[stock].width, dotsPerInch),
  height: dotsOf(papers[stock].height, dotsPerInch),
});
const mostDifference = 64;
const mostDiffering = 0.005;
/**
 * CUPS rounds page sizes up to whole points: A6 is 420 instead of 419.53 points high, which shifts everything down by
 * 0.17 mm, or one to two dots.
 */
const mostShift = 2;

/** Parses concatenated PGM pages from Ghostscript. */
function pagesOf(bytes: Buffer): GreyPage[] {
  const pages: GreyPage[] = [];
  for (let at = 0; at < bytes.length;) {
    const head = /^P5\s(?:#.*\s)?(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', at, at + 200));
    if (head === null) throw new RangeError('Ghostscript wrote something else than PGM');
    const [width, height] = [Number(head[1]), Number(head[2])];
    at += head[0].length;
    pages.push({ width, height, dots: bytes.subarray(at, at + width * height) });
    at += width * height;
  }
  return pages;
}

/**
 * Renders the label without a spooler, with the same program as CUPS and pixel-centre rendering, where it lies on the
 * paper: centred, at the top, moved sideways by whole dots. What does not fit is cut off on both sides. Any difference
 * comes from the way to the printer.
 *
 * The program moves the page itself. The height of A6 is no whole number of dots, so that a picture of the A6 page would
 * lie a fraction of a dot beside one on other paper.
 */
function draw(pdf: string, { stock, dotsPerInch }: CheckTask): GreyPage[] {
  const quietly = ['-q', '-dSAFER', '-dNOPAUSE', '-dBATCH', '-dNOINTERPOLATE'];
  const points = (millimetres: number) => (millimetres * pointsPerInch) / millimetresPerInch;
  const { width, height } = papers[stock];
  const left = (dotsOf((papers.a6.width - width) / 2, dotsPerInch) * pointsPerInch) / dotsPerInch;
  // To the right, and down: a page of another size lies at the bottom of the paper.
  const moved = `[${-left} ${points(papers.a6.height - height)}]`;
  const paper =
    stock === 'a6'
      ? []
      : ['-dFIXEDMEDIA', `-dDEVICEWIDTHPOINTS=${points(width)}`, `-dDEVICEHEIGHTPOINTS=${points(height)}`];
  const byTheirMiddle = `${stock === 'a6' ? '' : `<< /PageOffset ${moved} >> setpagedevice `}0 0 .setfilladjust2`;
  const args = [...quietly, '-sDEVICE=pgmraw', `-r${dotsPerInch}`, ...paper, '-sOutputFile=%stdout'];
  return pagesOf(execFileSync('gs', [...args, '-c', byTheirMiddle, '-f', pdf], { maxBuffer: 500 * 1024 * 1024 }));
}

/** Share of differing dots where the pages overlap. @param every compares every n-th line */
function differenceOf(one: GreyPage, other: GreyPage, [right, down]: CheckedPage['shift'], every: number): number {
  const { width, height } = one;
  let [differing, seen] = [0, 0];
  for (let y = mostShift; y < height - mostShift; y += every) {
    for (let x = mostShift; x < width - mostShift; x += 1) {
      const [a, b] = [one.dots[y * width + x] ?? 0, other.dots[(y + down) * width + x + right] ?? 0];
      if (Math.abs(a - b) > mostDifference) differing += 1;
    }
    seen += width;
  }
  return differing / seen;
}

/** Finds the best alignment of the page with its source, and the remaining difference. */
function compare(source: GreyPage, page: GreyPage): Pick<CheckedPage, 'differing' | 'shift'> {
  const steps = Array.from({ length: 2 * mostShift + 1 }, (_, index) => index - mostShift);
  const shifts = steps.flatMap((down) => steps.map((right): CheckedPage['shift'] => [right, down]));
  const tried = shifts.map((shift) => ({ shift, differing: differenceOf(source, page, shift, 7) }));
  const { shift } = tried.reduce((best, one) => (one.differing < best.differing ? one : best));
  return { shift, differing: differenceOf(source, page, shift, 1) };
}

const libraries = preflightLibraries();

type Result = Omit<CheckedPage, 'codeLength'>;
const missing = (fault: string): Result => ({ faults: [fault], differing: 1, shift: [0, 0] });

async function checkPage(file: string, label: GreyPage, code: string, task: CheckTask, folder: string) {
  const { dotsPerInch, stock } = task;
  const { width, height } = sizeAt(stock, dotsPerInch);
  if (label.width !== width || label.height !== height) return missing('the source is drawn in another size');
  const pages = readPwgRaster(readFileSync(file));
  const [page] = pages;
  if (page === undefined || pages.length > 1) return missing(`${pages.length} pages in one job`);
  if (page.width !== width || page.height !== height) return missing(`${page.width} × ${page.height} dots`);
  const result: Result = { faults: [], ...compare(label, page) };
  if (page.dotsPerInch.some((each) => each !== dotsPerInch)) result.faults.push(`${page.dotsPerInch.join(' × ')} dpi`);
  if (result.differing > mostDiffering)
    result.faults.push(`${(result.differing * 100).toFixed(2)} % of the dots differ`);
  const picture = join(folder, 'page.pgm');
  writeFileSync(picture, Buffer.concat([Buffer.from(`P5\n${page.width} ${page.height}\n255\n`), page.dots]));
  await startReader((await libraries).zxing);
  const readers = { zbar: readCodesByZbar(picture), zxing: (await readCodes(page)).map(({ text }) => text) };
  for (const [reader, codes] of Object.entries(readers)) {
    if (codes.length !== 1 || codes[0] !== code)
      result.faults.push(`${reader} reads [${codes.join(', ')}], not ${code}`);
  }
  return result;
}

/** Compares each page with the order's record and with a fresh rendering of its label. */
export async function checkOrder(task: CheckTask): Promise<CheckedPage[]> {
  const { order, files } = task;
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-raster-'));
  try {
    const pdf = join(folder, 'label.pdf');
    writeFileSync(pdf, await renderLabels(order, 0));
    const sources = draw(pdf, task);
    const checked: CheckedPage[] = [];
    for (const [index, code] of order.barcodes.entries()) {
      const [file, source] = [files[index], sources[index]];
      const result =
        file === undefined || source === undefined
          ? missing('it did not arrive')
          : await checkPage(file, source, code, task, folder);
      checked.push({ codeLength: code.length, ...result });
    }
    return checked;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
