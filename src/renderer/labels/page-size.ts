/** Converts page sizes of pdf.js. */
import type { PageSize } from '../../shared/label-check.ts';

/** Millimetres per PDF point: 72 points per inch. */
const millimetresPerPoint = 25.4 / 72;

/**
 * @param view the page's visible box in points: left, bottom, right, top
 * @param userUnit points per unit of the box
 * @param rotate clockwise rotation for display in degrees, a multiple of 90
 */
export function pageSize(view: readonly number[], userUnit: number, rotate: number): PageSize {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const across = Math.abs(right - left) * userUnit * millimetresPerPoint;
  const up = Math.abs(top - bottom) * userUnit * millimetresPerPoint;
  return rotate % 180 === 0
    ? { widthMillimetres: across, heightMillimetres: up }
    : { widthMillimetres: up, heightMillimetres: across };
}
