/**
 * Renders PDF pages with pdfium in WebAssembly, which has its own memory, runs no scripts and has no access to network
 * or disk (docs/decisions/preflight.md). Runs only in the preflight process.
 */
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { DocumentProblem, PageSize } from '../shared/label-check.ts';

const millimetresPerPoint = 25.4 / 72;

/** Greyscale dots, one byte each, 0 is black. Row by row from the top. */
export interface Raster {
  width: number;
  height: number;
  dots: Uint8Array;
}

/** The part of a page to render, in dots from its upper left corner. Default: the whole page. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface OpenPage {
  size: PageSize;
  /** @param dotsPerInch of the raster */
  draw(dotsPerInch: number, part?: Part): Raster;
  close(): void;
}

export interface OpenPdf {
  pages: number;
  /** It opens without a password, but its contents are encrypted: its owner forbids changes. */
  isEncrypted: boolean;
  /** pdfium found every object where the document says that it is. */
  isSound: boolean;
  /** @throws RangeError if the page cannot be read */
  page(index: number): OpenPage;
  /** The document written again: repaired, and without encryption. @throws RangeError if that fails */
  rewritten(): Uint8Array;
  close(): void;
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY: a password is needed, or another kind of lock is not supported. */
const errorsLocked = [4, 5];
const greyFormat = 1;
const white = 0xffffffff;
/**
 * FPDF_ANNOT, FPDF_GRAYSCALE and FPDF_PRINTING: as printing programs render it, with the annotations and layers that
 * print.
 */
const drawFlags = 0x01 | 0x08 | 0x800;

let library: Promise<WrappedPdfiumModule> | undefined;

async function load(wasm: Uint8Array): Promise<WrappedPdfiumModule> {
  const loaded = await init({ wasmBinary: new Uint8Array(wasm).buffer });
  loaded.PDFiumExt_Init();
  return loaded;
}

/** Loads the library, once. @param wasm pdfium.wasm */
export function startPdf(wasm: Uint8Array): Promise<WrappedPdfiumModule> {
  library ??= load(wasm);
  return library;
}

/** @returns the open document, or the problem that prevents opening it */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf | DocumentProblem> {
  if (library === undefined) throw new Error('pdfium is not loaded');
  const pdfium = await library;
  const memory = pdfium.pdfium;
  const { malloc, free } = memory.wasmExports;
  const place = malloc(bytes.length);
  memory.HEAPU8.set(bytes, place);
  const document = pdfium.FPDF_LoadMemDocument(place, bytes.length, '');
  if (document === 0) {
    const problem = errorsLocked.includes(pdfium.FPDF_GetLastError()) ? 'locked' : 'damaged';
    free(place);
    return problem;
  }
  return {
    pages: pdfium.FPDF_GetPageCount(document),
    isEncrypted: pdfium.EPDF_IsEncrypted(document),
    isSound: pdfium.FPDF_DocumentHasValidCrossReferenceTable(document),
    rewritten: () => rewritten(pdfium, document),
    page: (index) => openPage(pdfium, document, index),
    close() {
      pdfium.FPDF_CloseDocument(document);
      free(place);
    },
  };
}

function rewritten(pdfium: WrappedPdfiumModule, document: number): Uint8Array {
  const { malloc, free } = pdfium.pdfium.wasmExports;
  pdfium.EPDF_RemoveEncryption(document);
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  try {
    if (pdfium.PDFiumExt_SaveAsCopy(document, writer) === 0) throw new RangeError('the document cannot be rewritten');
    const length = pdfium.PDFiumExt_GetFileWriterSize(writer);
    const place = malloc(length);
    try {
      pdfium.PDFiumExt_GetFileWriterData(writer, place, length);
      return pdfium.pdfium.HEAPU8.slice(place, place + length);
    } finally {
      free(place);
    }
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer);
  }
}

/** @throws RangeError if the page cannot be read */
function openPage(pdfium: WrappedPdfiumModule, document: number, index: number): OpenPage {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) throw new RangeError(`page ${index} cannot be read`);
  const width = pdfium.FPDF_GetPageWidthF(page);
  const height = pdfium.FPDF_GetPageHeightF(page);
  return {
    size: { widthMillimetres: width * millimetresPerPoint, heightMillimetres: height * millimetresPerPoint },
    draw(dotsPerInch, part) {
      const whole = { width: Math.round((width / 72) * dotsPerInch), height: Math.round((height / 72) * dotsPerInch) };
      const { left, top, ...size } = part ?? { left: 0, top: 0, ...whole };
      const bitmap = pdfium.FPDFBitmap_CreateEx(size.width, size.height, greyFormat, 0, 0);
      if (bitmap === 0) throw new RangeError('no memory for the page');
      try {
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, white);
        pdfium.FPDF_RenderPageBitmap(bitmap, page, -left, -top, whole.width, whole.height, 0, drawFlags);
        return { ...size, dots: copyRows(pdfium, bitmap, size) };
      } finally {
        pdfium.FPDFBitmap_Destroy(bitmap);
      }
    },
    close: () => pdfium.FPDF_ClosePage(page),
  };
}

function copyRows(pdfium: WrappedPdfiumModule, bitmap: number, { width, height }: Omit<Raster, 'dots'>): Uint8Array {
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const begin = pdfium.FPDFBitmap_GetBuffer(bitmap);
  // Read after rendering: the memory may have grown, which invalidates the old view.
  const memory = pdfium.pdfium.HEAPU8;
  if (stride === width) return memory.slice(begin, begin + width * height);
  const dots = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    dots.set(memory.subarray(begin + row * stride, begin + row * stride + width), row * width);
  }
  return dots;
}
