/**
 * The requirements for a label document (order-api, OrderShippingLabels: one A6 page per package, one Code 128 per
 * page), and the findings if it violates them. Checked before anything is printed.
 */

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

/** The check of one page at the printer's resolution. */
export interface CheckedPage {
  size: PageSize;
  codes: FoundCode[];
  /** Width of the narrowest bar in printer dots. Null if there is no code or it is skewed. */
  narrowestBar: number | null;
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
] as const;
export type DocumentProblem = (typeof documentProblems)[number];

export type DocumentCheck =
  { kind: 'read'; dotsPerInch: number; pages: CheckedPage[] } | { kind: 'problem'; problem: DocumentProblem };

/** More than the number of packages that one order can have. */
export const mostPages = 500;

/** A deviation from what is expected. Pages are counted from 1. */
export type Finding =
  | { kind: 'problem'; problem: DocumentProblem }
  | { kind: 'pages-differ'; pages: number; packages: number }
  | { kind: 'size-differs'; page: number; size: PageSize }
  | { kind: 'on-its-side'; page: number }
  | { kind: 'no-code'; page: number }
  | { kind: 'other-code'; page: number; symbology: string }
  | { kind: 'several-codes'; page: number; count: number }
  | { kind: 'too-fine'; page: number; dots: number; dotsPerInch: number }
  | { kind: 'same-code'; page: number; other: number; text: string }
  /** Another order of the same batch has this code. */
  | { kind: 'code-of-another'; page: number; text: string; title: string }
  | { kind: 'code-not-of-order'; page: number; text: string };

/**
 * `refuse`: the document cannot be printed · `ask`: it is printed only if the user confirms after seeing the reason ·
 * `say`: a warning, because the API documents do not promise that codes equal the order's `barcodes`.
 */
export function weightOf({ kind }: Finding): 'refuse' | 'ask' | 'say' {
  if (kind === 'problem') return 'refuse';
  return kind === 'code-not-of-order' ? 'say' : 'ask';
}

/** The minimum width of a bar, and the tolerance for measuring it in dots. */
const leastDots = 2;
const measuringError = 0.03;

export interface Expected {
  /** The order's value, or null if it has none. */
  packageCount: number | null;
  barcodes: readonly string[];
  /** Codes of the other orders in the batch, with the titles of those orders. */
  others?: ReadonlyMap<string, string>;
}

function pageFindings(page: CheckedPage, number: number, dotsPerInch: number): Finding[] {
  const findings: Finding[] = [];
  const fit = fitOf(page.size);
  if (fit === 'other-size') findings.push({ kind: 'size-differs', page: number, size: page.size });
  if (fit === 'on-its-side') findings.push({ kind: 'on-its-side', page: number });
  const [first, second] = page.codes;
  if (first === undefined) findings.push({ kind: 'no-code', page: number });
  else if (second !== undefined) findings.push({ kind: 'several-codes', page: number, count: page.codes.length });
  else if (first.symbology !== 'Code128') {
    findings.push({ kind: 'other-code', page: number, symbology: first.symbology });
  }
  if (page.narrowestBar !== null && page.narrowestBar < leastDots - measuringError) {
    findings.push({ kind: 'too-fine', page: number, dots: page.narrowestBar, dotsPerInch });
  }
  return findings;
}

/** All findings that the user should see before printing, in page order. Empty if there are none. */
export function findingsOf(check: DocumentCheck, expected: Expected): Finding[] {
  if (check.kind === 'problem') return [{ kind: 'problem', problem: check.problem }];
  const { pages, dotsPerInch } = check;
  const findings: Finding[] = [];
  const { packageCount, barcodes, others } = expected;
  if (packageCount !== null && packageCount !== pages.length) {
    findings.push({ kind: 'pages-differ', pages: pages.length, packages: packageCount });
  }
  const seen = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    const number = index + 1;
    findings.push(...pageFindings(page, number, dotsPerInch));
    for (const { text } of page.codes) {
      const before = seen.get(text);
      const title = others?.get(text);
      if (before !== undefined) findings.push({ kind: 'same-code', page: number, other: before, text });
      else if (title !== undefined) findings.push({ kind: 'code-of-another', page: number, text, title });
      else if (!barcodes.includes(text)) findings.push({ kind: 'code-not-of-order', page: number, text });
      seen.set(text, before ?? number);
    }
  }
  return findings;
}
