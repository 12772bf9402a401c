/** The paper in a printer, how a page is placed on it, and a document whose pages are placed already. */
import type { LabelProfile } from '../shared/settings.ts';

/** Paper size in the printer. */
export type Stock = 'a6' | '4x6' | 'a4';

/** A PDF whose pages have the paper's size. */
export interface PlacedDocument {
  file: string;
  /** Millimetres. */
  paper: { width: number; height: number };
  /** A mark that occurs in the printed output of the document, but not in a blank page. */
  mark: string;
}

/** How a page is placed on its paper. */
export type Placing = Omit<LabelProfile, 'stock' | 'dotsPerInch'> & { stock: Stock; dotsPerInch: number };

/** Millimetres. */
export const stockSizes: Record<Stock, { width: number; height: number }> = {
  a6: { width: 105, height: 148 },
  '4x6': { width: 101.6, height: 152.4 },
  a4: { width: 210, height: 297 },
};

/** Whether a label that lies as its paper does can be printed unchanged. */
export const isPlain = ({ stock, right, down, rotation }: Placing): boolean =>
  stock === 'a6' && right === 0 && down === 0 && rotation === 0;

/**
 * The document as Chromium prints it. A page placed here carries this name in its resources, and so does the printed
 * output.
 */
export const placedDocument = (file: string, stock: Stock): PlacedDocument => ({
  file,
  paper: stockSizes[stock],
  mark: 'EmbeddedPdfPage',
});
