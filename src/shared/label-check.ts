/**
 * The requirements for a label document (order-api, OrderShippingLabels: one A6 page per package, one Code 128 per
 * page), and the findings if what leaves violates them. Checked before anything is printed.
 */
import { codeData } from './code-data.ts';

/** The visible size of a page, after its own rotation. */
export interface PageSize {
  widthMillimetres: number;
  heightMillimetres: number;
}

/** A6: 105 × 148 mm. */
export const labelSize = { widthMillimetres: 105, heightMillimetres: 148, toleranceMillimetres: 1 } as const;

const near = (one: number, other: number) => Math.abs(one - other) <= labelSize.toleranceMillimetres;

/** How a page fits A6 paper: upright, on its side, or not at all. */
export function fitOf({ widthMillimetres, heightMillimetres }: PageSize): 'fits' | 'on-its-side' | 'other-size' {
  const { widthMillimetres: width, heightMillimetres: height } = labelSize;
  if (near(widthMillimetres, width) && near(heightMillimetres, height)) return 'fits';
  return near(widthMillimetres, height) && near(heightMillimetres, width) ? 'on-its-side' : 'other-size';
}

/** A barcode, decoded from the rendered page. */
export interface FoundCode {
  /** `Code128`, `Code39` and so on, as named by the decoder. */
  symbology: string;
  text: string;
}

/** How a label leaves the app: as jobs of the label printer, through the system's dialog, or saved as a file. */
export const labelWays = ['printer', 'dialog', 'file'] as const;
export type LabelWay = (typeof labelWays)[number];

/** What to change so that a code is complete on the paper. Offsets as in the printer's profile, in millimetres. */
export type PlacingAdvice = { kind: 'offset'; right: number; down: number } | { kind: 'paper' } | { kind: 'unknown' };

/** The check of one page as it leaves, at the printer's resolution. */
export interface CheckedPage {
  /** Its number in the document as it came, from 1. */
  page: number;
  /** Its visible size in the document as it came. */
  size: PageSize;
  codes: FoundCode[];
  /** Width of the narrowest bar in printer dots. Null if there is no code or it is skewed. */
  narrowestBar: number | null;
  /** Height of the bars in millimetres. Null like {@link narrowestBar}. */
  barHeight: number | null;
  /** The narrower of the two empty spaces beside the code, in widths of its narrowest bar. Null like the others. */
  quietZone: number | null;
  /** Symbol contrast (ISO/IEC 15416): reflectance of the lightest space minus that of the darkest bar, 0 to 1. */
  contrast: number | null;
  /** The code can be read in the document as it came, but not in what leaves: what to change. */
  spoilt: PlacingAdvice | null;
}

/** Why a document cannot be checked. Such a document is not printed. */
export const documentProblems = [
  'not-a-pdf',
  'locked',
  'empty',
  'damaged',
  'too-slow',
  'too-large',
  'too-many-pages',
  'cannot-be-placed',
] as const;
export type DocumentProblem = (typeof documentProblems)[number];

/** A document in which everything that leaves could be drawn. */
export interface ReadDocument {
  kind: 'read';
  dotsPerInch: number;
  /** The number of pages of the document as it came. */
  total: number;
  /** Bytes behind the end mark of the document as it came. */
  bytesAfterEnd: number;
  /** The pages that leave. */
  pages: CheckedPage[];
}

export type DocumentCheck = ReadDocument | { kind: 'problem'; problem: DocumentProblem };

/** More than the number of packages that one order can have. */
export const mostPages = 500;

/** A deviation from what is expected. Pages are counted from 1. */
export type Finding =
  | { kind: 'problem'; problem: DocumentProblem }
  | { kind: 'pages-differ'; pages: number; packages: number }
  | { kind: 'size-differs'; page: number; size: PageSize }
  | { kind: 'on-its-side'; page: number }
  | { kind: 'no-code'; page: number }
  | { kind: 'spoilt-by-placing'; page: number; advice: PlacingAdvice }
  | { kind: 'other-code'; page: number; symbology: string }
  | { kind: 'several-codes'; page: number; count: number }
  | { kind: 'too-fine'; page: number; dots: number; dotsPerInch: number }
  | { kind: 'pale'; page: number; contrast: number }
  | { kind: 'low-bars'; page: number; millimetres: number }
  | { kind: 'narrow-quiet-zone'; page: number; modules: number }
  | { kind: 'bytes-after-end'; bytes: number }
  | { kind: 'same-code'; page: number; other: number; text: string }
  /** The code belongs to another order that is known here, or is on the label of another one in the batch. */
  | { kind: 'code-of-another'; page: number; text: string; title: string }
  /** The order lists its codes, and this is none of them. */
  | { kind: 'code-not-of-order'; page: number; text: string }
  /** The order lists no codes, so nothing tells whether this is its own. */
  | { kind: 'code-unlisted'; page: number; text: string }
  /** The same label left in another way since its batch was started. In milliseconds since the epoch. */
  | { kind: 'printed-since'; at: number; printer: string };

/**
 * `refuse`: the document cannot be printed · `ask`: it is printed only if the user confirms after seeing the reason ·
 * `say`: a warning, because the API documents do not promise that an order lists its codes.
 */
export function weightOf({ kind }: Finding): 'refuse' | 'ask' | 'say' {
  if (kind === 'problem') return 'refuse';
  return kind === 'code-unlisted' ? 'say' : 'ask';
}

/** The minimum width of a bar, and the tolerance for measuring it in dots. */
const leastDots = 2;
const measuringError = 0.03;
/**
 * Symbol contrast of grade 4 (ISO/IEC 15416: 70 % for grade 4, 55 % for 3, 40 % for 2). A scanner at the door needs
 * grade 2, but the drawing has to be better than the paper: thermal paper costs some 15 %, and a printer that only has
 * black breaks a grey bar into dots.
 */
export const leastContrast = 0.7;
/** In millimetres, for scanning by hand (recommended by ISO/IEC 15417). */
export const leastBarHeight = 5;
/** Empty space on either side, in widths of the narrowest bar (ISO/IEC 15417), and the tolerance for measuring. */
export const leastQuietZone = 10;
const quietZoneError = 0.3;
/** Some programs add bytes behind the end mark. This many are within what PDF readers look at anyway. */
const mostBytesAfterEnd = 1_024;
/** Whether PDF readers may look for the end of the document in the wrong place. */
export const endsEarly = (bytesAfterEnd: number): boolean => bytesAfterEnd > mostBytesAfterEnd;

export interface Expected {
  /** The order's value, or null if it has none. */
  packageCount: number | null;
  /** The codes that the order lists. */
  barcodes: readonly string[];
  /** The titles of other orders by the data of their codes ({@link codeData}). */
  others?: ReadonlyMap<string, string>;
}

function codeFindings({ codes, spoilt, ...page }: CheckedPage, dotsPerInch: number): Finding[] {
  const findings: Finding[] = [];
  const { page: number, narrowestBar, barHeight, quietZone, contrast } = page;
  const [first, second] = codes;
  if (spoilt !== null) findings.push({ kind: 'spoilt-by-placing', page: number, advice: spoilt });
  else if (first === undefined) findings.push({ kind: 'no-code', page: number });
  if (second !== undefined) findings.push({ kind: 'several-codes', page: number, count: codes.length });
  else if (first !== undefined && first.symbology !== 'Code128') {
    findings.push({ kind: 'other-code', page: number, symbology: first.symbology });
  }
  if (narrowestBar !== null && narrowestBar < leastDots - measuringError) {
    findings.push({ kind: 'too-fine', page: number, dots: narrowestBar, dotsPerInch });
  }
  if (contrast !== null && contrast < leastContrast) findings.push({ kind: 'pale', page: number, contrast });
  if (barHeight !== null && barHeight < leastBarHeight) {
    findings.push({ kind: 'low-bars', page: number, millimetres: barHeight });
  }
  if (quietZone !== null && quietZone < leastQuietZone - quietZoneError) {
    findings.push({ kind: 'narrow-quiet-zone', page: number, modules: quietZone });
  }
  return findings;
}

function pageFindings(page: CheckedPage, dotsPerInch: number): Finding[] {
  const { size, page: number } = page;
  const fit = fitOf(size);
  const findings: Finding[] = [];
  if (fit === 'other-size') findings.push({ kind: 'size-differs', page: number, size });
  if (fit === 'on-its-side') findings.push({ kind: 'on-its-side', page: number });
  return [...findings, ...codeFindings(page, dotsPerInch)];
}

/** All findings that the user should see before printing, in page order. Empty if there are none. */
export function findingsOf(check: DocumentCheck, expected: Expected): Finding[] {
  if (check.kind === 'problem') return [{ kind: 'problem', problem: check.problem }];
  const { pages, total, bytesAfterEnd, dotsPerInch } = check;
  const findings: Finding[] = [];
  const { packageCount, barcodes, others } = expected;
  if (endsEarly(bytesAfterEnd)) findings.push({ kind: 'bytes-after-end', bytes: bytesAfterEnd });
  if (packageCount !== null && packageCount !== total) {
    findings.push({ kind: 'pages-differ', pages: total, packages: packageCount });
  }
  const own = new Set(barcodes.map(codeData));
  const seen = new Map<string, number>();
  for (const page of pages) {
    findings.push(...pageFindings(page, dotsPerInch));
    for (const { text } of page.codes) {
      const data = codeData(text);
      const before = seen.get(data);
      const title = others?.get(data);
      const at = { page: page.page, text };
      if (before !== undefined) findings.push({ kind: 'same-code', other: before, ...at });
      else if (title !== undefined) findings.push({ kind: 'code-of-another', title, ...at });
      else if (!own.has(data)) findings.push({ kind: own.size > 0 ? 'code-not-of-order' : 'code-unlisted', ...at });
      seen.set(data, before ?? page.page);
    }
  }
  return findings;
}

/** The width of the narrowest bar of all pages in printer dots. Null if none was measured. */
export function narrowestBarOf(check: DocumentCheck): number | null {
  if (check.kind === 'problem') return null;
  const widths = check.pages.flatMap(({ narrowestBar }) => narrowestBar ?? []);
  return widths.length === 0 ? null : Math.min(...widths);
}
