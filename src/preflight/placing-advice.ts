/** What to change in the printer's profile so that a code is complete on the paper. */
import type { PageSize, PlacingAdvice } from '../shared/label-check.ts';
import { placementOf, transformed } from './place-page.ts';
import { type Placing } from './stock.ts';

const pointsPerMillimetre = 72 / 25.4;
/** The profile's limit for an offset, in millimetres (shared/settings.ts). */
const mostOffset = 10;
/** In points: less than half a dot is not why a code is lost. */
const slight = 0.1;

/** A code on the page as it is displayed, with the empty space beside it, in millimetres from the upper left corner. */
export interface CodeArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Away from zero, in steps that the settings show. */
const outward = (millimetres: number) => (Math.sign(millimetres) * Math.ceil(Math.abs(millimetres) * 2)) / 2;

/** @param size of the displayed page */
export function adviceFor(area: CodeArea, size: PageSize, placing: Placing): PlacingAdvice {
  const points = (millimetres: number) => millimetres * pointsPerMillimetre;
  const height = points(size.heightMillimetres);
  const { paper, matrix } = placementOf({ width: points(size.widthMillimetres), height }, placing);
  const { left, bottom, right, top } = area;
  const box = { left: points(left), bottom: height - points(bottom), right: points(right), top: height - points(top) };
  const onPaper = transformed(box, matrix);
  const isTooLarge = onPaper.right - onPaper.left > paper.width || onPaper.top - onPaper.bottom > paper.height;
  if (isTooLarge) return { kind: 'paper' };
  const moveRight = Math.max(0, -onPaper.left) - Math.max(0, onPaper.right - paper.width);
  const moveDown = Math.max(0, onPaper.top - paper.height) - Math.max(0, -onPaper.bottom);
  if (Math.max(Math.abs(moveRight), Math.abs(moveDown)) < slight) return { kind: 'unknown' };
  const offset = {
    right: placing.right + outward(moveRight / pointsPerMillimetre),
    down: placing.down + outward(moveDown / pointsPerMillimetre),
  };
  const isPossible = Math.abs(offset.right) <= mostOffset && Math.abs(offset.down) <= mostOffset;
  return isPossible ? { kind: 'offset', ...offset } : { kind: 'paper' };
}
