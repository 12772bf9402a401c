/** What a label document shows before paper moves: its size, its pages, and what differs from what was expected. */
import { labelSize } from '../../shared/labels.ts';

/** Millimetres in a PDF point: 72 points an inch. */
const millimetresPerPoint = 25.4 / 72;

/** The size of one page as it is seen, that is after its own rotation. */
export interface PageSize {
  widthMillimetres: number;
  heightMillimetres: number;
}

/**
 * @param view the page's visible box in points: left, bottom, right, top
 * @param userUnit how many points one unit of the box stands for
 * @param rotate degrees the page is turned clockwise when shown, a multiple of 90
 */
export function pageSize(view: readonly number[], userUnit: number, rotate: number): PageSize {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const across = Math.abs(right - left) * userUnit * millimetresPerPoint;
  const up = Math.abs(top - bottom) * userUnit * millimetresPerPoint;
  return rotate % 180 === 0
    ? { widthMillimetres: across, heightMillimetres: up }
    : { widthMillimetres: up, heightMillimetres: across };
}

const near = (one: number, other: number) => Math.abs(one - other) <= labelSize.toleranceMillimetres;

/** How a page lies on A6 paper: as it should, on its side, or not at all. */
export function fitOf({ widthMillimetres, heightMillimetres }: PageSize): 'fits' | 'on-its-side' | 'other-size' {
  const { widthMillimetres: width, heightMillimetres: height } = labelSize;
  if (near(widthMillimetres, width) && near(heightMillimetres, height)) return 'fits';
  return near(widthMillimetres, height) && near(heightMillimetres, width) ? 'on-its-side' : 'other-size';
}

export type Finding =
  | { kind: 'pages-differ'; pages: number; packages: number }
  /** `page` is the first of them, counted from 1. */
  | { kind: 'size-differs'; count: number; page: number; size: PageSize }
  | { kind: 'not-all-measured'; measured: number; pages: number };

/**
 * What a person should know before printing; nothing when all is right.
 * @param sizes sizes of the first pages, from page 1
 * @param pages pages of the document; the label document has one a package (order-api, OrderShippingLabels)
 * @param packages what the order says; null when it does not
 */
export function findingsOf(sizes: readonly PageSize[], pages: number, packages: number | null): Finding[] {
  const findings: Finding[] = [];
  if (packages !== null && packages !== pages) findings.push({ kind: 'pages-differ', pages, packages });
  const odd = sizes.flatMap((size, index) => (fitOf(size) === 'other-size' ? [{ size, page: index + 1 }] : []));
  const [first] = odd;
  if (first) findings.push({ kind: 'size-differs', count: odd.length, ...first });
  if (sizes.length < pages) findings.push({ kind: 'not-all-measured', measured: sizes.length, pages });
  return findings;
}
