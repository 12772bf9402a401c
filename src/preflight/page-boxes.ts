/** The visible part of a page and how it lies, as printing programs see it (ISO 32000-1, 7.7.3.3 and 14.11.2). */
import { PDFArray, PDFName, PDFNumber, type PDFObject, type PDFPageLeaf } from '@cantoo/pdf-lib';

export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

export interface VisiblePage {
  /** In the page's own units. */
  box: Box;
  /** Clockwise for display. */
  rotation: 0 | 90 | 180 | 270;
  /** Points of one unit. */
  unit: number;
}

/** As pdfium assumes it for a page without a size. */
const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 };
const isEmpty = ({ left, bottom, right, top }: Box) => left >= right || bottom >= top;

/** A rectangle, whichever two of its corners the array names. @throws Error if these are not four numbers */
export function boxOf(array: PDFArray): Box {
  const [x = 0, y = 0, otherX = 0, otherY = 0] = [0, 1, 2, 3].map((index) => array.lookup(index, PDFNumber).asNumber());
  return {
    left: Math.min(x, otherX),
    bottom: Math.min(y, otherY),
    right: Math.max(x, otherX),
    top: Math.max(y, otherY),
  };
}

function inherited(page: PDFPageLeaf, name: 'MediaBox' | 'CropBox'): Box | null {
  const array = page.context.lookup(page.getInheritableAttribute(PDFName.of(name)));
  if (!(array instanceof PDFArray)) return null;
  const box = boxOf(array);
  return isEmpty(box) ? null : box;
}

function rotationOf(page: PDFPageLeaf): VisiblePage['rotation'] {
  const quarters = Math.trunc((page.Rotate()?.asNumber() ?? 0) / 90) % 4;
  return ([0, 90, 180, 270] as const)[(quarters + 4) % 4] ?? 0;
}

/** @throws Error if the page's entries are invalid */
export function visiblePage(page: PDFPageLeaf): VisiblePage {
  const media = inherited(page, 'MediaBox') ?? letter;
  const crop = inherited(page, 'CropBox') ?? media;
  const box = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  const unit = page.lookupMaybe(PDFName.of('UserUnit'), PDFNumber)?.asNumber() ?? 1;
  return { box: isEmpty(box) ? media : box, rotation: rotationOf(page), unit: unit > 0 ? unit : 1 };
}

/** The size of a page as it is displayed, in points. */
export function displayedSize({ box, rotation, unit }: VisiblePage): { width: number; height: number } {
  const [across, up] = [(box.right - box.left) * unit, (box.top - box.bottom) * unit];
  return rotation % 180 === 0 ? { width: across, height: up } : { width: up, height: across };
}

/** The annotations of a page, or references to them. */
export function annotationsOf(page: PDFPageLeaf): PDFObject[] {
  const annotations = page.context.lookup(page.get(PDFName.of('Annots')));
  return annotations instanceof PDFArray ? annotations.asArray() : [];
}

const near = (one: number, other: number) => Math.abs(one - other) < 0.01;
const isSame = (one: Box, other: Box) =>
  near(one.left, other.left) &&
  near(one.bottom, other.bottom) &&
  near(one.right, other.right) &&
  near(one.top, other.top);

/**
 * Whether every program shows the page in the same way: it begins at the origin, nothing of it is cut off, turned or
 * scaled, and no annotation is drawn over it. Entries that are invalid are read in several ways.
 */
export function isPlainPage(page: PDFPageLeaf): boolean {
  const media = inherited(page, 'MediaBox');
  const crop = inherited(page, 'CropBox');
  const unit = page.lookup(PDFName.of('UserUnit'));
  const isTurned = (page.Rotate()?.asNumber() ?? 0) % 360 !== 0;
  if (media === null || isTurned || unit !== undefined || annotationsOf(page).length > 0) return false;
  return near(media.left, 0) && near(media.bottom, 0) && (crop === null || isSame(crop, media));
}
