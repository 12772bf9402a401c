/**
 * What a label document must be before paper moves (order-api, OrderShippingLabels: one A6 page a package, one Code 128 a
 * page), and what is found when it is not.
 */

/** The size of a page as it is seen, that is after its own rotation. */
export interface PageSize {
  widthMillimetres: number;
  heightMillimetres: number;
}

/** A6: 105 × 148 mm. */
export const labelSize = { widthMillimetres: 105, heightMillimetres: 148, toleranceMillimetres: 1 } as const;

const near = (one: number, other: number) => Math.abs(one - other) <= labelSize.toleranceMillimetres;

/** How a page lies on A6 paper: as it should, on its side, or not at all. */
export function fitOf({ widthMillimetres, heightMillimetres }: PageSize): 'fits' | 'on-its-side' | 'other-size' {
  const { widthMillimetres: width, heightMillimetres: height } = labelSize;
  if (near(widthMillimetres, width) && near(heightMillimetres, height)) return 'fits';
  return near(widthMillimetres, height) && near(heightMillimetres, width) ? 'on-its-side' : 'other-size';
}

/** A bar code as it was read from the page's own dots. */
export interface FoundCode {
  /** `Code128`, `Code39` … as the decoder names it. */
  symbology: string;
  text: string;
}

/** What was seen of one page at the printer's resolution. */
export interface CheckedPage {
  size: PageSize;
  codes: FoundCode[];
  /** Width of the narrowest bar in dots of the printer; null where there is no code or it does not lie straight. */
  narrowestBar: number | null;
}

/** Why a document cannot be checked; it is not printed then. */
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

/** More pages than packages an order can have at one door. */
export const mostPages = 500;

/** What differs from what is expected; pages are counted from 1. */
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
 * `refuse`: the document cannot be printed · `ask`: it is printed only when a person says so after seeing the reason ·
 * `say`: a warning; the document does not say that codes and the order's `barcodes` are equal.
 */
export function weightOf({ kind }: Finding): 'refuse' | 'ask' | 'say' {
  if (kind === 'problem') return 'refuse';
  return kind === 'code-not-of-order' ? 'say' : 'ask';
}

/** A bar must be at least this wide; less the error of measuring it from dots. */
const leastDots = 2;
const measuringError = 0.03;

export interface Expected {
  /** What the order says; null when it does not. */
  packageCount: number | null;
  barcodes: readonly string[];
  /** Codes of the other orders of the batch, and what people call those. */
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

/**
 * Everything that a person should know before a document is printed, in the order of its pages; nothing when all is
 * right.
 */
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
