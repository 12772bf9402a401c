/** A page that shows whether a printer prints at true size: a ruler to compare with a real one, a frame, and a code. */
import { grayscale, PDFDocument, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';
import bwip from 'bwip-js/node';

const millimetre = 72 / 25.4;
const [width, height] = [105 * millimetre, 148 * millimetre];
const black = grayscale(0);

/** The text of the code on the test page. */
export const testCode = 'DEPOT-DESK-TEST';

function drawRuler(page: PDFPage, left: number, bottom: number): void {
  for (let at = 0; at <= 50; at += 1) {
    const tall = at % 10 === 0 ? 6 : at % 5 === 0 ? 4 : 2.5;
    const x = (left + at) * millimetre;
    page.drawLine({
      start: { x, y: bottom * millimetre },
      end: { x, y: (bottom + tall) * millimetre },
      thickness: 0.4,
      color: black,
    });
  }
}

/** Bars of two whole dots, the minimum that preflight accepts. */
function drawCode(page: PDFPage, bottom: number, dotsPerInch: number): void {
  const [symbol] = bwip.raw('code128', testCode, '');
  if (!symbol || !('sbs' in symbol)) throw new RangeError('no code came out');
  const module = (Math.ceil((2 * dotsPerInch) / 203) * 72) / dotsPerInch;
  const whole = symbol.sbs.reduce((sum: number, modules: number) => sum + modules, 0) * module;
  let x = Math.round((width - whole) / 2 / module) * module;
  for (const [index, modules] of symbol.sbs.entries()) {
    const bar = modules * module;
    if (index % 2 === 0)
      page.drawRectangle({ x, y: bottom * millimetre, width: bar, height: 20 * millimetre, color: black });
    x += bar;
  }
}

/** @returns a PDF of one A6 page */
export async function makeTestPage(dotsPerInch: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([width, height]);
  const write = (text: string, x: number, y: number, size = 9) =>
    page.drawText(text, { x: x * millimetre, y: y * millimetre, size, font, color: black });
  page.drawRectangle({
    x: 5 * millimetre,
    y: 5 * millimetre,
    width: 95 * millimetre,
    height: 138 * millimetre,
    borderColor: black,
    borderWidth: 0.5,
  });
  write('Depot Desk test page', 10, 132, 14);
  write('The frame is 95 x 138 mm, 5 mm from each edge of the paper.', 10, 125);
  write('The ruler is 50 mm long. Lay a ruler beside it.', 10, 108);
  drawRuler(page, 10, 94);
  for (const at of [0, 10, 20, 30, 40, 50]) write(String(at), 9.2 + at, 90, 7);
  write('The code must scan at the first try:', 10, 70);
  drawCode(page, 45, dotsPerInch);
  write(testCode, 36, 40);
  return document.save();
}
