/** Zoom of the label preview. 100 % is the label's true size on a screen with 96 dpi. */

export const smallestZoom = 0.5;
export const largestZoom = 3;

/** `fit`: as large as the window allows; a number is a factor, 1 for true size. */
export type Zoom = number | 'fit';

const steps = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 2.5, 3] as const;

/** The next larger or smaller step, within the limits. */
export function stepZoom(present: number, direction: 1 | -1): number {
  const slack = 0.001;
  if (direction === 1) return steps.find((step) => step > present + slack) ?? largestZoom;
  return steps.findLast((step) => step < present - slack) ?? smallestZoom;
}

/** CSS pixels per millimetre at true size: 96 dpi. */
const pixelsPerMillimetre = 96 / 25.4;

/**
 * The zoom factor for a page.
 * @param page size in millimetres
 * @param room available space in CSS pixels
 */
export function factorOf(
  zoom: Zoom,
  page: { widthMillimetres: number; heightMillimetres: number },
  room: { width: number; height: number },
): number {
  if (zoom !== 'fit') return Math.min(largestZoom, Math.max(smallestZoom, zoom));
  const fitting = Math.min(
    room.width / (page.widthMillimetres * pixelsPerMillimetre),
    room.height / (page.heightMillimetres * pixelsPerMillimetre),
  );
  // A page of unusual size must still fit, so only the upper limit applies.
  return Number.isFinite(fitting) && fitting > 0 ? Math.min(largestZoom, fitting) : 1;
}

/** Displayed size of a page in whole CSS pixels. */
export function shownSize(
  factor: number,
  page: { widthMillimetres: number; heightMillimetres: number },
): { width: number; height: number } {
  const pixels = (millimetres: number) => Math.max(1, Math.round(millimetres * pixelsPerMillimetre * factor));
  return { width: pixels(page.widthMillimetres), height: pixels(page.heightMillimetres) };
}

/** Pixel limit for a rendered page: 64 MB of memory. */
const mostPixels = 16_000_000;

/**
 * Device pixels per CSS pixel of a rendered page: the screen's ratio, reduced when the page would need too much memory.
 */
export function densityOf(size: { width: number; height: number }, devicePixelRatio: number): number {
  return Math.min(devicePixelRatio, Math.sqrt(mostPixels / (size.width * size.height)));
}
