/** Checks every page of a label document as the printer would render it. Runs only in the preflight process. */
import {
  fitOf,
  mostPages,
  type CheckedPage,
  type DocumentCheck,
  type DocumentProblem,
} from '../../shared/label-check.ts';
import { moduleWidth, readCodes, type PlacedCode } from './codes.ts';
import { openPdf, type OpenPage, type Part } from './pdf-pages.ts';

/** Four times an A6 page. A larger page is not rendered: its size is already a finding. */
const mostSquareMillimetres = 4.2 * 105 * 148;

/** Checks the raw bytes before they are parsed as a PDF. */
function problemOfBytes(bytes: Uint8Array): DocumentProblem | null {
  const text = (part: Uint8Array) => Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1');
  if (!text(bytes.subarray(0, 1024)).includes('%PDF-')) return 'not-a-pdf';
  // PDF readers repair a truncated document and print what is left of it.
  return text(bytes.subarray(-1024)).includes('%%EOF') ? null : 'damaged';
}

/** The oversampling factor, relative to printer dots, for measuring a code. */
const finer = 4;

/** The width of a code's narrowest bar in printer dots. Null if it is not measured. */
function narrowestBar(page: OpenPage, code: PlacedCode, dotsPerInch: number): number | null {
  const { place, direction, symbology } = code;
  if (symbology !== 'Code128') return null;
  const margin = 8;
  const across = direction === 'across';
  const line: Part = across
    ? { left: place.left - margin, top: place.top + place.height / 2, width: place.width + 2 * margin, height: 1 }
    : { left: place.left + place.width / 2, top: place.top - margin, width: 1, height: place.height + 2 * margin };
  const part = {
    left: Math.round(line.left * finer),
    top: Math.round(line.top * finer),
    width: across ? Math.round(line.width * finer) : 1,
    height: across ? 1 : Math.round(line.height * finer),
  };
  const width = moduleWidth(page.draw(dotsPerInch * finer, part).dots);
  return width === null ? null : width / finer;
}

async function checkPage(page: OpenPage, dotsPerInch: number): Promise<CheckedPage> {
  const { size } = page;
  if (fitOf(size) === 'other-size' && size.widthMillimetres * size.heightMillimetres > mostSquareMillimetres) {
    return { size, codes: [], narrowestBar: null };
  }
  const codes = await readCodes(page.draw(dotsPerInch));
  const widths = codes.map((code) => narrowestBar(page, code, dotsPerInch)).filter((width) => width !== null);
  return {
    size,
    codes: codes.map(({ symbology, text }) => ({ symbology, text })),
    narrowestBar: widths.length === 0 ? null : Math.min(...widths),
  };
}

/**
 * @param dotsPerInch of the printer, in both directions
 * @param opened called with the number of pages to check
 */
export async function checkDocument(
  bytes: Uint8Array,
  dotsPerInch: number,
  opened: (pages: number) => void = () => undefined,
): Promise<DocumentCheck> {
  const problem = problemOfBytes(bytes);
  if (problem !== null) return { kind: 'problem', problem };
  const document = await openPdf(bytes);
  if (typeof document === 'string') return { kind: 'problem', problem: document };
  try {
    if (document.pages === 0) return { kind: 'problem', problem: 'empty' };
    if (document.pages > mostPages) return { kind: 'problem', problem: 'too-many-pages' };
    opened(document.pages);
    const pages: CheckedPage[] = [];
    for (let index = 0; index < document.pages; index += 1) {
      const page = document.page(index);
      pages.push(await checkPage(page, dotsPerInch));
      page.close();
    }
    return { kind: 'read', dotsPerInch, pages };
  } catch (error) {
    // pdfium and WebAssembly throw these if a page is too demanding or invalid.
    if (error instanceof Error && (error instanceof RangeError || error.name === 'RuntimeError')) {
      return { kind: 'problem', problem: 'damaged' };
    }
    throw error;
  } finally {
    document.close();
  }
}
