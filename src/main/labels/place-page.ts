/**
 * Places a label's page on the printer's paper at true size: never scaled, but shifted and rotated according to this
 * computer's profile. On 4 × 6 inch stock the blank side margins are cut, because scaling to fit would produce bars of
 * fractional dots.
 */
import { beginMarkedContent, degrees, endMarkedContent, PDFDocument, type PDFEmbeddedPage } from '@cantoo/pdf-lib';
import type { LabelProfile } from '../../shared/settings.ts';
import type { PlacedDocument, Stock } from './print-back-end.ts';

const pointsPerMillimetre = 72 / 25.4;

/** How a page is placed on its paper. */
export type Placing = Omit<LabelProfile, 'stock' | 'dotsPerInch'> & { stock: Stock };

/** Millimetres. */
export const stockSizes: Record<Stock, { width: number; height: number }> = {
  a6: { width: 105, height: 148 },
  '4x6': { width: 101.6, height: 152.4 },
  a4: { width: 210, height: 297 },
};

/** Whether the document can be printed unchanged. */
export const isPlain = ({ stock, right, down, rotation }: LabelProfile): boolean =>
  stock === 'a6' && right === 0 && down === 0 && rotation === 0;

/** The position of the lower left corner of a box that, rotated clockwise by these degrees, fills its bounding box. */
function corner(rotation: LabelProfile['rotation'], width: number, height: number): [x: number, y: number] {
  if (rotation === 90) return [0, width];
  if (rotation === 180) return [width, height];
  return rotation === 270 ? [height, 0] : [0, 0];
}

/**
 * The document as Chromium prints it. A page placed here carries this name in its resources, and so does the printed
 * output.
 */
export const placedDocument = (file: string, stock: Stock): PlacedDocument => ({
  file,
  paper: stockSizes[stock],
  mark: 'EmbeddedPdfPage',
});

/**
 * @param page from 1
 * @returns a PDF with one page of the paper's size
 */
export const placePage = (document: Uint8Array, page: number, profile: Placing): Promise<Uint8Array> =>
  placePages(document, [page], profile);

/**
 * Extracts one page unchanged into its own document.
 *
 * @param page from 1
 */
export async function onePage(document: Uint8Array, page: number): Promise<Uint8Array> {
  const source = await PDFDocument.load(document, { updateMetadata: false });
  const made = await PDFDocument.create({ updateMetadata: false });
  for (const copied of await made.copyPages(source, [page - 1])) made.addPage(copied);
  return made.save({ updateFieldAppearances: false });
}

/**
 * @param pages from 1
 * @param title shown in the print queue
 * @returns a PDF with these pages, each of the paper's size
 */
export async function placePages(
  document: Uint8Array,
  pages: readonly number[],
  profile: Placing,
  title?: string,
): Promise<Uint8Array> {
  const source = await PDFDocument.load(document, { updateMetadata: false });
  const made = await PDFDocument.create({ updateMetadata: false });
  if (title !== undefined) made.setTitle(title, { showInWindowTitleBar: true });
  const labels = await made.embedPdf(
    source,
    pages.map((page) => page - 1),
  );
  for (const label of labels) place(made, label, profile);
  return made.save({ updateFieldAppearances: false });
}

function place(made: PDFDocument, label: PDFEmbeddedPage, profile: Placing): void {
  const { rotation } = profile;
  const paper = stockSizes[profile.stock];
  const onItsSide = rotation % 180 !== 0;
  const width = onItsSide ? label.height : label.width;
  const height = onItsSide ? label.width : label.height;
  // The paper is oriented like the label. Across it, both ends of the label would be cut off.
  const sides = [paper.width * pointsPerMillimetre, paper.height * pointsPerMillimetre] as const;
  const [paperWidth, paperHeight] = width > height ? [sides[1], sides[0]] : sides;
  const [x, y] = corner(rotation, label.width, label.height);
  const page = made.addPage([paperWidth, paperHeight]);
  // Some versions of CUPS' filter insert a `q` directly before the page's content, and `qq` is not an operator: the
  // page was printed shifted or blank. Content that begins with `/` stays separate.
  page.pushOperators(beginMarkedContent('Label'));
  page.drawPage(label, {
    x: (paperWidth - width) / 2 + x + profile.right * pointsPerMillimetre,
    // Measured from the top, where the printer starts.
    y: paperHeight - height + y - profile.down * pointsPerMillimetre,
    rotate: degrees(-rotation),
  });
  page.pushOperators(endMarkedContent());
}
