/** Draws one A6 label page, in vectors only, with bars on whole printer dots. */
import { degrees, grayscale, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import type { Order } from '../model.ts';
import { code128, dot, moduleWidth, type Bars } from './code128.ts';
import { writable } from './letters.ts';

const millimetre = 72 / 25.4;
const width = 105 * millimetre;
const height = 148 * millimetre;
export const a6: [width: number, height: number] = [width, height];
const margin = 7 * millimetre;
const barHeight = 27 * millimetre;
/** The bottom of the code, in points from the page's bottom. */
const codeBottom = margin + 18;

const black = grayscale(0);
const lightGrey = grayscale(0.87);

export interface Fonts {
  plain: PDFFont;
  bold: PDFFont;
}

/** Cached, because a font creates its character set again on each call. */
const letters = new WeakMap<PDFFont, Set<number>>();

function knownTo(font: PDFFont): (letter: string) => boolean {
  const known = letters.get(font) ?? new Set(font.getCharacterSet());
  letters.set(font, known);
  return (letter) => known.has(letter.codePointAt(0) ?? 0);
}

/** Wraps text to the given width and cuts words that are too long. */
function wrapped(text: string, font: PDFFont, size: number, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (font.widthOfTextAtSize(longer, size) <= room) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (font.widthOfTextAtSize(line, size) > room) line = line.slice(0, -1);
  }
  return line === '' ? lines : [...lines, line];
}

/** Writes a block of text and returns the position of the next block. */
function write(page: PDFPage, text: string, top: number, font: PDFFont, size: number, mostLines: number): number {
  const known = knownTo(font);
  const lines = wrapped(writable(text, known), font, size, width - 2 * margin).slice(0, mostLines);
  let y = top;
  for (const line of lines) {
    y -= size * 1.25;
    page.drawText(line, { x: margin, y, size, font, color: black });
  }
  return y;
}

/** Draws the watermark across the area above the code, complete and never under the bars. */
function drawTraining(page: PDFPage, font: PDFFont): void {
  const size = 60;
  const angle = 42;
  const length = font.widthOfTextAtSize('TRAINING', size);
  const radians = (angle * Math.PI) / 180;
  const middle = (codeBottom + barHeight + height) / 2;
  page.drawText('TRAINING', {
    x: width / 2 - (length / 2) * Math.cos(radians) + (size / 3) * Math.sin(radians),
    y: middle - (length / 2) * Math.sin(radians) - (size / 3) * Math.cos(radians),
    size,
    font,
    color: lightGrey,
    rotate: degrees(angle),
  });
}

export interface CodePlace {
  bars?: Bars;
  /** In points. */
  module?: number;
  /** Lower edge and height of the bars, in points. */
  bottom?: number;
  tall?: number;
}

/** Draws the code centred, with bars on whole printer dots and a white background that keeps other content away. */
export function drawCode(page: PDFPage, value: string, fonts: Fonts, place: CodePlace = {}): void {
  const { bars = code128(value), bottom = codeBottom, tall = barHeight } = place;
  const { module = moduleWidth(bars, width - 2 * dot) } = place;
  const whole = bars.modules * module;
  const left = Math.floor((width - whole) / 2 / dot) * dot;
  page.drawRectangle({ x: left, y: bottom - 16, width: whole, height: tall + 22, color: grayscale(1) });
  let x = left + bars.quietModules * module;
  for (const [index, modules] of bars.widths.entries()) {
    const barWidth = modules * module;
    if (index % 2 === 0) page.drawRectangle({ x, y: bottom, width: barWidth, height: tall, color: black });
    x += barWidth;
  }
  const textWidth = fonts.plain.widthOfTextAtSize(value, 11);
  page.drawText(value, { x: (width - textWidth) / 2, y: bottom - 13, size: 11, font: fonts.plain, color: black });
}

/** Draws everything except the code. @param index of the package, from 0 */
export function drawText(page: PDFPage, order: Order, index: number, fonts: Fonts): void {
  drawTraining(page, fonts.bold);
  const { recipient, address, deliveryInstructions, packageInfo } = order;
  const title = packageInfo.externalId ?? order.id;
  let y = write(page, title, height - margin, fonts.bold, 18, 1);
  y = write(page, `Package ${index + 1} of ${order.barcodes.length}`, y - 2, fonts.plain, 12, 1);
  page.drawLine({ start: { x: margin, y: y - 8 }, end: { x: width - margin, y: y - 8 }, thickness: 0.7, color: black });
  y = write(page, recipient?.name ?? '', y - 16, fonts.bold, 17, 2);
  y = write(page, address.addressLineOne, y - 4, fonts.plain, 15, 2);
  y = write(page, address.addressLineTwo, y - 1, fonts.plain, 15, 2);
  y = write(page, recipient?.phone ?? '', y - 6, fonts.plain, 11, 1);
  write(page, deliveryInstructions?.notes ?? '', y - 4, fonts.plain, 10, 3);
}
