/**
 * The label document of an order: A6, one page a package, one Code 128 a page (order-api, OrderShippingLabels). Drawn in
 * vectors, with TRAINING across, so that no training label is ever taken for a real one.
 */
import { degrees, grayscale, PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import type { Order } from '../model.ts';
import { code128, dot, moduleWidth } from './code128.ts';

const millimetre = 72 / 25.4;
const width = 105 * millimetre;
const height = 148 * millimetre;
const margin = 7 * millimetre;
const barHeight = 27 * millimetre;
const codeBottom = margin + 18;

const black = grayscale(0);
const lightGrey = grayscale(0.87);

interface Fonts {
  plain: PDFFont;
  bold: PDFFont;
}

/**
 * Text in the characters that every PDF reader has a font for. A letter beyond them loses its accent (ł, ő, ş …): a
 * label of the training service is read by people who practise, not by a post office.
 */
function writable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  const has = (letter: string) => known.has(letter.codePointAt(0) ?? 0);
  const plainLetters: Record<string, string> = { ł: 'l', Ł: 'L', ı: 'i', İ: 'I', đ: 'd', Đ: 'D' };
  return Array.from(text.normalize('NFC'))
    .map((letter) => {
      if (has(letter)) return letter;
      const bare = plainLetters[letter] ?? letter.normalize('NFD').replace(/\p{Mark}/gu, '');
      return Array.from(bare).every(has) ? bare : '?';
    })
    .join('');
}

/** Breaks text into lines that fit; a word that is too long alone is cut. */
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

/** Writes a block of text downwards and gives the height at which the next one begins. */
function write(page: PDFPage, text: string, top: number, font: PDFFont, size: number, mostLines: number): number {
  const lines = wrapped(writable(text, font), font, size, width - 2 * margin).slice(0, mostLines);
  let y = top;
  for (const line of lines) {
    y -= size * 1.25;
    page.drawText(line, { x: margin, y, size, font, color: black });
  }
  return y;
}

/** Across the part above the code, whole, so that it is read at a glance and never lies under the bars. */
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

/** Draws the code centred, bars on whole printer dots, on a ground of its own that keeps everything else away from it. */
function drawCode(page: PDFPage, value: string, fonts: Fonts): void {
  const code = code128(value);
  const module = moduleWidth(code, width - 2 * dot);
  const whole = code.modules * module;
  const left = Math.floor((width - whole) / 2 / dot) * dot;
  page.drawRectangle({ x: left, y: codeBottom - 16, width: whole, height: barHeight + 22, color: grayscale(1) });
  let x = left + code.quietModules * module;
  for (const [index, modules] of code.widths.entries()) {
    const barWidth = modules * module;
    if (index % 2 === 0) page.drawRectangle({ x, y: codeBottom, width: barWidth, height: barHeight, color: black });
    x += barWidth;
  }
  const textWidth = fonts.plain.widthOfTextAtSize(value, 11);
  page.drawText(value, { x: (width - textWidth) / 2, y: codeBottom - 13, size: 11, font: fonts.plain, color: black });
}

function drawPage(page: PDFPage, order: Order, barcode: string, index: number, fonts: Fonts): void {
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
  drawCode(page, barcode, fonts);
}

/**
 * @param issuedAt milliseconds since the epoch; the document's date, so that one link always gives the same bytes
 * @returns the PDF
 */
export async function renderLabels(order: Order, issuedAt: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  document.setTitle(`Labels ${order.packageInfo.externalId ?? order.id}`);
  document.setProducer('Depot Desk training service');
  document.setCreationDate(new Date(issuedAt));
  document.setModificationDate(new Date(issuedAt));
  for (const [index, barcode] of order.barcodes.entries()) {
    drawPage(document.addPage([width, height]), order, barcode, index, fonts);
  }
  return document.save();
}
