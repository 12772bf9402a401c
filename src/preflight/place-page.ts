/**
 * Places a label's page on the printer's paper at true size: never scaled, but shifted and rotated according to this
 * computer's profile. On 4 × 6 inch stock the blank side margins are cut, because scaling to fit would produce bars of
 * fractional dots. What leaves shows what a reader of the document shows: its visible part as it lies, annotations that
 * print, and no hidden layer.
 */
import {
  beginMarkedContent,
  concatTransformationMatrix,
  drawObject,
  endMarkedContent,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
  type PDFPage,
  type PDFRef,
  type TransformationMatrix,
} from '@cantoo/pdf-lib';
import { displayedSize, visiblePage, type Box, type VisiblePage } from './page-boxes.ts';
import { appearancesOf, contentOf, usedResources } from './page-content.ts';
import type { LabelProfile } from '../shared/settings.ts';
import { stockSizes, type Placing } from './stock.ts';

const pointsPerInch = 72;
const pointsPerMillimetre = pointsPerInch / 25.4;

/** One transformation after the other. */
function after(first: TransformationMatrix, second: TransformationMatrix): TransformationMatrix {
  const [a, b, c, d, e, f] = first;
  const [a2, b2, c2, d2, e2, f2] = second;
  return [
    a * a2 + b * c2,
    a * b2 + b * d2,
    c * a2 + d * c2,
    c * b2 + d * d2,
    e * a2 + f * c2 + e2,
    e * b2 + f * d2 + f2,
  ];
}

/** Rotates a box clockwise that has its lower left corner at the origin. The rotated box has it there too. */
function rotated(rotation: LabelProfile['rotation'], width: number, height: number): TransformationMatrix {
  if (rotation === 90) return [0, -1, 1, 0, 0, width];
  if (rotation === 180) return [-1, 0, 0, -1, width, height];
  return rotation === 270 ? [0, 1, -1, 0, height, 0] : [1, 0, 0, 1, 0, 0];
}

/** From the page's own units to its displayed form, with the lower left corner at the origin, in points. */
function displayed({ box, rotation, unit }: VisiblePage): TransformationMatrix {
  const { left, bottom, right, top } = box;
  const upright: TransformationMatrix = [unit, 0, 0, unit, -left * unit, -bottom * unit];
  return after(upright, rotated(rotation, (right - left) * unit, (top - bottom) * unit));
}

export interface Placement {
  /** In points. */
  paper: { width: number; height: number };
  /** From the displayed page (points, from its lower left corner) to the paper. */
  matrix: TransformationMatrix;
}

/**
 * The place of a page on its paper. Moves it by whole dots of the printer only: bars and pictures that lie on whole
 * dots of the page then lie on whole dots of the paper.
 *
 * @param size of the displayed page in points
 */
export function placementOf(size: { width: number; height: number }, placing: Placing): Placement {
  const { rotation, dotsPerInch } = placing;
  const stock = stockSizes[placing.stock];
  const [width, height] = rotation % 180 === 0 ? [size.width, size.height] : [size.height, size.width];
  // The paper is oriented like the label. Across it, both ends of the label would be cut off.
  const sides = [stock.width * pointsPerMillimetre, stock.height * pointsPerMillimetre] as const;
  const [paperWidth, paperHeight] = width > height ? [sides[1], sides[0]] : sides;
  const wholeDots = (points: number) =>
    (Math.round((points * dotsPerInch) / pointsPerInch) * pointsPerInch) / dotsPerInch;
  const x = wholeDots((paperWidth - width) / 2 + placing.right * pointsPerMillimetre);
  // Measured from the top, where the printer starts.
  const y = paperHeight - height - wholeDots(placing.down * pointsPerMillimetre);
  return {
    paper: { width: paperWidth, height: paperHeight },
    matrix: after(rotated(rotation, size.width, size.height), [1, 0, 0, 1, x, y]),
  };
}

/** A box after a transformation that keeps it upright or rotates it by quarters. */
export function transformed({ left, bottom, right, top }: Box, [a, b, c, d, e, f]: TransformationMatrix): Box {
  const x = [a * left + c * bottom + e, a * right + c * top + e];
  const y = [b * left + d * bottom + f, b * right + d * top + f];
  return { left: Math.min(...x), bottom: Math.min(...y), right: Math.max(...x), top: Math.max(...y) };
}

/** @throws Error if it is encrypted or damaged */
export const loadPdf = (document: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(document, { updateMetadata: false });

/**
 * Extracts one page unchanged into its own document.
 *
 * @param page from 1
 */
export async function cutPage(source: PDFDocument, page: number): Promise<Uint8Array> {
  const made = await PDFDocument.create({ updateMetadata: false });
  for (const copied of await made.copyPages(source, [page - 1])) made.addPage(copied);
  return made.save({ updateFieldAppearances: false });
}

export interface PlaceOptions {
  /** Shown in the print queue. */
  title?: string;
  /**
   * Copies only the pictures that the page names. Some programs list the pictures of all pages in each, and a document
   * for each page would hold all of them.
   */
  onlyUsed?: boolean;
}

/**
 * @param pages from 1
 * @returns a PDF with these pages, each of the paper's size
 * @throws Error if a page cannot be read
 */
export async function placePages(
  source: PDFDocument,
  pages: readonly number[],
  placing: Placing,
  { title, onlyUsed = false }: PlaceOptions = {},
): Promise<Uint8Array> {
  const made = await PDFDocument.create({ updateMetadata: false });
  if (title !== undefined) made.setTitle(title, { showInWindowTitleBar: true });
  // One for all pages, so that what they share is copied once.
  const copier = PDFObjectCopier.for(source.context, made.context);
  const from = source.getPages();
  for (const number of pages) {
    const page = from[number - 1];
    if (page === undefined) throw new RangeError(`there is no page ${number}`);
    place({ made, copier, onlyUsed }, page, placing);
  }
  // Which layers are hidden.
  const layers = source.catalog.lookup(PDFName.of('OCProperties'));
  if (layers instanceof PDFDict) made.catalog.set(PDFName.of('OCProperties'), copier.copy(layers));
  return made.save({ updateFieldAppearances: false });
}

interface Sheets {
  made: PDFDocument;
  copier: PDFObjectCopier;
  onlyUsed: boolean;
}

function place(sheets: Sheets, page: PDFPage, placing: Placing): void {
  const visible = visiblePage(page.node);
  const { paper, matrix } = placementOf(displayedSize(visible), placing);
  const sheet = sheets.made.addPage([paper.width, paper.height]);
  const name = sheet.node.newXObject('EmbeddedPdfPage', formOf(sheets, page, visible.box));
  // Some versions of CUPS' filter insert a `q` directly before the page's content, and `qq` is not an operator: the
  // page was printed shifted or blank. Content that begins with `/` stays separate.
  sheet.pushOperators(
    beginMarkedContent('Label'),
    pushGraphicsState(),
    concatTransformationMatrix(...after(displayed(visible), matrix)),
    drawObject(name),
    popGraphicsState(),
    endMarkedContent(),
  );
}

/** The page's visible content as a form, with the annotations that print as part of it. */
function formOf({ made: { context }, copier, onlyUsed }: Sheets, { node }: PDFPage, box: Box): PDFRef {
  const area = { BBox: [box.left, box.bottom, box.right, box.top] };
  const drawn = contentOf(node);
  const resources = onlyUsed ? usedResources(node, drawn) : node.Resources();
  const copiedResources = resources === undefined ? context.obj({}) : copier.copy(resources);
  const form = { ...area, Type: 'XObject', Subtype: 'Form', FormType: 1, Resources: copiedResources };
  const content = context.register(context.flateStream(drawn, form));
  const appearances = appearancesOf(node);
  if (appearances.length === 0) return content;
  const parts: Record<string, PDFRef> = { Page: content };
  const operators = [drawObject('Page')];
  for (const [index, { stream, matrix }] of appearances.entries()) {
    const part = `Annotation${index}`;
    const copied = copier.copy(stream);
    // Some programs leave it out.
    context.lookup(copied, PDFStream).dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
    parts[part] = copied;
    operators.push(pushGraphicsState(), concatTransformationMatrix(...matrix), drawObject(part), popGraphicsState());
  }
  return context.register(context.formXObject(operators, { ...area, Resources: { XObject: parts } }));
}
