/**
 * Renders PDF pages with pdfium in WebAssembly, which has its own memory, runs no scripts and has no access to network
 * or disk (docs/decisions/preflight.md). Runs only in the preflight process.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { DocumentProblem, PageSize } from '../../shared/label-check.ts';

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
  page(index: number): OpenPage;
  close(): void;
}

const errorLocked = 4;
const greyFormat = 1;
const white = 0xffffffff;
/** FPDF_ANNOT and FPDF_GRAYSCALE. Annotations are rendered because the printing program renders them too. */
const drawFlags = 0x01 | 0x08;

let library: Promise<WrappedPdfiumModule> | undefined;

async function load(): Promise<WrappedPdfiumModule> {
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const bytes = new Uint8Array(readFileSync(file));
  const loaded = await init({ wasmBinary: bytes.buffer });
  loaded.PDFiumExt_Init();
  return loaded;
}

/** @returns the open document, or the problem that prevents opening it */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf | DocumentProblem> {
  library ??= load();
  const pdfium = await library;
  const memory = pdfium.pdfium;
  const { malloc, free } = memory.wasmExports;
  const place = malloc(bytes.length);
  memory.HEAPU8.set(bytes, place);
  const document = pdfium.FPDF_LoadMemDocument(place, bytes.length, '');
  if (document === 0) {
    const problem = pdfium.FPDF_GetLastError() === errorLocked ? 'locked' : 'damaged';
    free(place);
    return problem;
  }
  return {
    pages: pdfium.FPDF_GetPageCount(document),
    page: (index) => openPage(pdfium, document, index),
    close() {
      pdfium.FPDF_CloseDocument(document);
      free(place);
    },
  };
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
