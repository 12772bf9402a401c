/** Makes the documents that leave. Runs only in the preflight process, because the source comes from outside. */
import { PDFName, type PDFDocument } from '@cantoo/pdf-lib';
import { endsEarly, fitOf, type PageSize } from '../shared/label-check.ts';
import { latin1Of } from './bytes.ts';
import type { Leaving, LeavingDocument } from './leaving.ts';
import { displayedSize, isPlainPage, visiblePage } from './page-boxes.ts';
import { contentOf } from './page-content.ts';
import type { OpenPdf } from './pdf-pages.ts';
import { cutPage, loadPdf, placePages } from './place-page.ts';
import { isPlain } from './stock.ts';

/** A page of the document as it came. */
export interface LeavingPage {
  /** From 1. */
  number: number;
  /** Its visible size. Null: that of the page that leaves. */
  size: PageSize | null;
  isPlaced: boolean;
}

/** A document that leaves, with its pages in order. */
export interface MadeDocument {
  bytes: LeavingDocument;
  pages: LeavingPage[];
}

export interface Source {
  /** As it came. */
  bytes: Uint8Array;
  open: OpenPdf;
  bytesAfterEnd: number;
}

/** Larger sets of documents hold each page's own pictures only. */
const mostRepeated = 20 * 1024 * 1024;
const millimetresPerPoint = 25.4 / 72;

const mark = '%PDF-';

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** @throws Error if the pages cannot be placed on paper */
export async function makeLeaving(source: Source, leaving: Leaving): Promise<MadeDocument[]> {
  const total = source.open.pages;
  if (leaving.way === 'file') {
    return [{ bytes: null, pages: numbersTo(total).map((number) => ({ number, size: null, isPlaced: false })) }];
  }
  const { pdf, isAsItCame } = await loaded(source);
  if (leaving.way === 'dialog') {
    const numbers = (leaving.pages ?? numbersTo(total)).filter((number) => number <= total);
    if (numbers.length === 0) return [];
    const bytes = await placePages(pdf, numbers, leaving.placing, { title: leaving.title });
    return [{ bytes, pages: numbers.map((number) => ({ number, size: sizeOf(pdf, number), isPlaced: true })) }];
  }
  const made: MadeDocument[] = [];
  for (const number of numbersTo(total)) made.push(await makeJob(source, pdf, isAsItCame, leaving, number));
  return made;
}

/** The document of one page. @throws Error if the content of the page cannot be decoded */
async function makeJob(
  { bytes, open, bytesAfterEnd }: Source,
  pdf: PDFDocument,
  isAsItCame: boolean,
  { placing, placesAll, title }: Extract<Leaving, { way: 'printer' }>,
  number: number,
): Promise<MadeDocument> {
  // Where the content cannot be decoded, pdfium draws what it guesses, and other programs draw nothing.
  contentOf(pdf.getPage(number - 1).node);
  const size = sizeOf(pdf, number);
  const onlyUsed = open.pages > 1 && bytes.length * open.pages > mostRepeated;
  const isUnchanged =
    isPlain(placing) && !placesAll && !onlyUsed && !hasLayers(pdf) && isPlainIn(pdf, number) && fitOf(size) === 'fits';
  if (isUnchanged) {
    // Programs that recognize documents by their first bytes would not take it for a PDF.
    const beginsWell = latin1Of(bytes.subarray(0, mark.length)) === mark;
    const isWhole = isAsItCame && beginsWell && open.isSound && open.pages === 1 && !endsEarly(bytesAfterEnd);
    return {
      bytes: isWhole ? null : await cutPage(pdf, number),
      pages: [{ number, size, isPlaced: false }],
    };
  }
  const placed = await placePages(pdf, [number], placing, { title: `${title} ${number}/${open.pages}`, onlyUsed });
  return { bytes: placed, pages: [{ number, size, isPlaced: true }] };
}

/** Reads the document, or what pdfium writes of it if it is encrypted or cannot be read otherwise. */
async function loaded({ bytes, open }: Source): Promise<{ pdf: PDFDocument; isAsItCame: boolean }> {
  if (!open.isEncrypted) {
    try {
      const pdf = await loadPdf(bytes);
      if (pdf.getPageCount() === open.pages) return { pdf, isAsItCame: true };
    } catch {
      // pdfium repairs more than other programs.
    }
  }
  const pdf = await loadPdf(open.rewritten());
  if (pdf.getPageCount() !== open.pages) throw new RangeError('the pages cannot be told apart');
  return { pdf, isAsItCame: false };
}

const isPlainIn = (pdf: PDFDocument, number: number): boolean => isPlainPage(pdf.getPage(number - 1).node);

/** Layers that are hidden in the document would show on a page that is cut from it. */
const hasLayers = (pdf: PDFDocument): boolean => pdf.catalog.lookup(PDFName.of('OCProperties')) !== undefined;

function sizeOf(pdf: PDFDocument, number: number): PageSize {
  const { width, height } = displayedSize(visiblePage(pdf.getPage(number - 1).node));
  return { widthMillimetres: width * millimetresPerPoint, heightMillimetres: height * millimetresPerPoint };
}
