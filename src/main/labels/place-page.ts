/**
 * A label's page on the paper that is in the printer, at true size: never scaled, moved and turned as this computer's
 * profile says. On 4 × 6 inch stock the blank margin at both sides is cut, since fitting would leave bars of no whole dots.
 */
import { beginMarkedContent, degrees, endMarkedContent, PDFDocument, type PDFEmbeddedPage } from '@cantoo/pdf-lib';
import type { LabelProfile } from '../../shared/settings.ts';
import type { PlacedDocument, Stock } from './print-back-end.ts';

const pointsPerMillimetre = 72 / 25.4;

/** How something is laid on its paper. */
export type Placing = Omit<LabelProfile, 'stock' | 'dotsPerInch'> & { stock: Stock };

/** Millimetres. */
export const stockSizes: Record<Stock, { width: number; height: number }> = {
  a6: { width: 105, height: 148 },
  '4x6': { width: 101.6, height: 152.4 },
  a4: { width: 210, height: 297 },
};

/** Whether the document can be printed as it is. */
export const isPlain = ({ stock, right, down, rotation }: LabelProfile): boolean =>
  stock === 'a6' && right === 0 && down === 0 && rotation === 0;

/** Where the lower left corner of what is turned by so many degrees clockwise has to stand, so that it fills its box. */
function corner(rotation: LabelProfile['rotation'], width: number, height: number): [x: number, y: number] {
  if (rotation === 90) return [0, width];
  if (rotation === 180) return [width, height];
  return rotation === 270 ? [height, 0] : [0, 0];
}

/** The document as Chromium prints it: a page placed here carries this name in its resources, and what is printed of it too. */
export const placedDocument = (file: string, stock: Stock): PlacedDocument => ({
  file,
  paper: stockSizes[stock],
  mark: 'EmbeddedPdfPage',
});

/**
 * @param page from 1
 * @returns a PDF of one page, of the paper's size
 */
export const placePage = (document: Uint8Array, page: number, profile: Placing): Promise<Uint8Array> =>
  placePages(document, [page], profile);

/**
 * One page of a document, as it is, in a document of its own.
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
 * @param title what a print queue shows
 * @returns a PDF of these pages, each of the paper's size
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
  // The paper lies as the label does: across it, the label would lose both its ends.
  const sides = [paper.width * pointsPerMillimetre, paper.height * pointsPerMillimetre] as const;
  const [paperWidth, paperHeight] = width > height ? [sides[1], sides[0]] : sides;
  const [x, y] = corner(rotation, label.width, label.height);
  const page = made.addPage([paperWidth, paperHeight]);
  // Some versions of CUPS' filter put a `q` straight before what a page draws, and `qq` is no operator: the page came out
  // moved or blank. What begins with a `/` stays apart.
  page.pushOperators(beginMarkedContent('Label'));
  page.drawPage(label, {
    x: (paperWidth - width) / 2 + x + profile.right * pointsPerMillimetre,
    // From the top, where the printer begins.
    y: paperHeight - height + y - profile.down * pointsPerMillimetre,
    rotate: degrees(-rotation),
  });
  page.pushOperators(endMarkedContent());
}
