/**
 * Makes what leaves of a label document, and checks every page of it as the printer would render it. Runs only in the
 * preflight process.
 */
import {
  fitOf,
  leastQuietZone,
  mostPages,
  type CheckedPage,
  type DocumentCheck,
  type DocumentProblem,
  type PageSize,
  type PlacingAdvice,
} from '../shared/label-check.ts';
import { hashOf, lastIndexOf, latin1Of } from './bytes.ts';
import { readPage, type PlacedCode } from './codes.ts';
import type { Leaving, LeavingDocument } from './leaving.ts';
import { makeLeaving, type LeavingPage, type MadeDocument, type Source } from './make-leaving.ts';
import { measureCode, type CodeMeasures } from './measure-code.ts';
import { openPdf, type OpenPage, type OpenPdf } from './pdf-pages.ts';
import type { Placing } from './stock.ts';
import { adviceFor } from './placing-advice.ts';

export interface PreparedDocument {
  check: DocumentCheck;
  /** What leaves: for the printer one document for each page, otherwise one. Empty if there is a problem. */
  documents: LeavingDocument[];
}

export interface Notes {
  /** Called with the number of pages to check. */
  opened(pages: number): void;
  /** Called with a fault for the log. */
  report(text: string): void;
}

/** Four times an A6 page. A larger page is not rendered: its size is already a finding. */
const mostSquareMillimetres = 4.2 * 105 * 148;
/** A document with more pages without a code is wrong anyway, and finer drawings take time. */
const patientPages = 8;
const millimetresPerInch = 25.4;

const endMark = '%%EOF';

/**
 * Checks the raw bytes before they are parsed as a PDF.
 *
 * @returns the number of bytes behind the end mark, or a problem
 */
function bytesAfterEnd(bytes: Uint8Array): number | DocumentProblem {
  if (!latin1Of(bytes.subarray(0, 1024)).includes('%PDF-')) return 'not-a-pdf';
  // PDF readers repair a truncated document and print what is left of it.
  const end = lastIndexOf(bytes, endMark);
  return end === -1 ? 'damaged' : bytes.length - end - endMark.length;
}

/** A page that leaves, as drawn. */
interface SeenPage {
  size: PageSize;
  codes: PlacedCode[];
  measures: CodeMeasures[];
}

/** Documents that were drawn before, by their bytes and the resolution. They are not drawn a second time. */
const seenDocuments = new Map<string, SeenPage[]>();
const mostSeen = 200;

const isTooLarge = (size: PageSize) =>
  fitOf(size) === 'other-size' && size.widthMillimetres * size.heightMillimetres > mostSquareMillimetres;

async function seePage(page: OpenPage, dotsPerInch: number, isPatient: boolean): Promise<SeenPage> {
  const { size } = page;
  if (isTooLarge(size)) return { size, codes: [], measures: [] };
  const codes = await readPage(page, dotsPerInch, isPatient);
  return { size, codes, measures: codes.flatMap((code) => measureCode(page, code, dotsPerInch) ?? []) };
}

async function drawDocument(document: OpenPdf, dotsPerInch: number): Promise<SeenPage[]> {
  const seen: SeenPage[] = [];
  let patience = patientPages;
  for (let index = 0; index < document.pages; index += 1) {
    const page = document.page(index);
    const one = await seePage(page, dotsPerInch, patience > 0);
    if (one.codes.length === 0) patience -= 1;
    seen.push(one);
    page.close();
  }
  return seen;
}

/** Draws exactly the bytes that leave. @throws RangeError if they cannot be read */
async function seeDocument(source: Source, bytes: LeavingDocument, dotsPerInch: number): Promise<SeenPage[]> {
  const key = `${await hashOf(bytes ?? source.bytes)} ${dotsPerInch}`;
  const before = seenDocuments.get(key);
  if (before !== undefined) return before;
  let seen: SeenPage[];
  if (bytes === null) seen = await drawDocument(source.open, dotsPerInch);
  else {
    const made = await openPdf(bytes);
    if (typeof made === 'string') throw new RangeError(`what leaves cannot be read: ${made}`);
    try {
      seen = await drawDocument(made, dotsPerInch);
    } finally {
      made.close();
    }
  }
  const [oldest] = seenDocuments.keys();
  if (oldest !== undefined && seenDocuments.size >= mostSeen) seenDocuments.delete(oldest);
  seenDocuments.set(key, seen);
  return seen;
}

/** What to change if the document as it came has a code on a page that leaves without one. Null: it has none either. */
async function spoiltBy(source: Source, { number, size }: LeavingPage, placing: Placing, dotsPerInch: number) {
  const page = source.open.page(number - 1);
  try {
    const { codes, measures } = await seePage(page, dotsPerInch, true);
    const [code] = codes;
    if (code === undefined) return null;
    const { place, direction } = code;
    const quiet = leastQuietZone * (measures[0]?.narrowestBar ?? 0);
    const [beside, above] = direction === 'across' ? [quiet, 0] : [0, quiet];
    // pdfium draws a page with units of its own as if these were points.
    const scale = (size ?? page.size).widthMillimetres / page.size.widthMillimetres;
    const millimetres = (dots: number) => (dots / dotsPerInch) * millimetresPerInch * scale;
    const area = {
      left: millimetres(place.left - beside),
      top: millimetres(place.top - above),
      right: millimetres(place.left + place.width + beside),
      bottom: millimetres(place.top + place.height + above),
    };
    return adviceFor(area, size ?? page.size, placing);
  } finally {
    page.close();
  }
}

const least = (values: readonly number[]) => (values.length === 0 ? null : Math.min(...values));

function checkedPage(page: LeavingPage, seen: SeenPage, spoilt: PlacingAdvice | null): CheckedPage {
  const { measures } = seen;
  return {
    page: page.number,
    size: page.size ?? seen.size,
    codes: seen.codes.map(({ symbology, text }) => ({ symbology, text })),
    narrowestBar: least(measures.map(({ narrowestBar }) => narrowestBar)),
    barHeight: least(measures.map(({ barHeight }) => barHeight)),
    quietZone: least(measures.map(({ quietZone }) => quietZone)),
    contrast: least(measures.map(({ contrast }) => contrast)),
    spoilt,
  };
}

async function checkMade(source: Source, made: readonly MadeDocument[], leaving: Leaving, dotsPerInch: number) {
  const pages: CheckedPage[] = [];
  let patience = patientPages;
  for (const { bytes, pages: leavingPages } of made) {
    const seen = await seeDocument(source, bytes, dotsPerInch);
    for (const [index, page] of leavingPages.entries()) {
      const one = seen[index];
      if (one === undefined) throw new RangeError(`page ${page.number} does not leave`);
      const isLost = one.codes.length === 0 && page.isPlaced && leaving.way !== 'file' && patience > 0;
      if (isLost) patience -= 1;
      const spoilt = isLost ? await spoiltBy(source, page, leaving.placing, dotsPerInch) : null;
      pages.push(checkedPage(page, one, spoilt));
    }
  }
  return pages;
}

const problem = (kind: DocumentProblem): PreparedDocument => ({
  check: { kind: 'problem', problem: kind },
  documents: [],
});

/** pdfium and WebAssembly throw these if a page is too demanding or invalid. */
const isUnreadable = (error: unknown) =>
  error instanceof Error && (error instanceof RangeError || error.name === 'RuntimeError');

/** @param dotsPerInch of the printer, in both directions */
export async function prepareDocument(
  bytes: Uint8Array,
  dotsPerInch: number,
  leaving: Leaving,
  notes: Notes,
): Promise<PreparedDocument> {
  const after = bytesAfterEnd(bytes);
  if (typeof after === 'string') return problem(after);
  const open = await openPdf(bytes);
  if (typeof open === 'string') return problem(open);
  const source: Source = { bytes, open, bytesAfterEnd: after };
  try {
    if (open.pages === 0) return problem('empty');
    if (open.pages > mostPages) return problem('too-many-pages');
    notes.opened(open.pages);
    let made: MadeDocument[];
    try {
      made = await makeLeaving(source, leaving);
    } catch (error) {
      notes.report(`a document cannot be placed: ${error instanceof Error ? error.message : String(error)}`);
      return problem('cannot-be-placed');
    }
    const pages = await checkMade(source, made, leaving, dotsPerInch);
    return {
      check: { kind: 'read', dotsPerInch, total: open.pages, bytesAfterEnd: after, pages },
      documents: made.map((document) => document.bytes),
    };
  } catch (error) {
    if (isUnreadable(error)) return problem('damaged');
    throw error;
  } finally {
    open.close();
  }
}
