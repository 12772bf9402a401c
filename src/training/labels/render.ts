/**
 * The label document of an order: A6, one page with one Code 128 per package (order-api, OrderShippingLabels). It has a
 * TRAINING watermark, so that no training label is mistaken for a real one.
 */
import { PDFDocument, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';
import type { Order } from '../model.ts';
import { a6, drawCode, drawText, type Fonts } from './page.ts';

/** The layout of a document; omitted fields use the service's usual layout. */
export interface Layout {
  /** Points. */
  size?: [width: number, height: number];
  /** Draws the machine-readable codes; by default one Code 128 of the package's barcode. */
  drawCodes?: (page: PDFPage, barcode: string, fonts: Fonts) => void;
  /** Modifies a page after it is drawn. */
  after?: (page: PDFPage) => void;
}

/**
 * @param issuedAt milliseconds since the epoch, used as the document's date, so that a link always gives the same bytes
 */
export async function drawLabels(order: Order, issuedAt: number, layout: Layout = {}): Promise<PDFDocument> {
  const { size = a6, drawCodes = drawCode, after } = layout;
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
    const page = document.addPage(size);
    drawText(page, order, index, fonts);
    drawCodes(page, barcode, fonts);
    after?.(page);
  }
  return document;
}

/** The correct document, as PDF. */
export async function renderLabels(order: Order, issuedAt: number): Promise<Uint8Array> {
  return (await drawLabels(order, issuedAt)).save();
}
