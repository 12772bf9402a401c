/** Creates the bad label documents of spoilt-kinds.ts. */
import { degrees, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Order } from '../model.ts';
import { code39, dot } from './code128.ts';
import { drawCode } from './page.ts';
import { drawLabels, renderLabels, type Layout } from './render.ts';
import type { SpoiltKind } from './spoilt-kinds.ts';

type Make = (order: Order, issuedAt: number) => Promise<Uint8Array>;

const drawn =
  (layout: Layout): Make =>
  async (order, issuedAt) =>
    (await drawLabels(order, issuedAt, layout)).save();

const inch = 72;

/** Differs on every call, because encryption uses random data. */
const locked: Make = async (order, issuedAt) => {
  const document = await drawLabels(order, issuedAt);
  document.encrypt({ userPassword: 'training', ownerPassword: 'training' });
  return document.save();
};

const truncated: Make = async (order, issuedAt) => {
  const whole = await renderLabels(order, issuedAt);
  return whole.subarray(0, Math.floor(whole.length / 2));
};

/** One page under six levels of the page tree, each of which lists the next one ten times: a small file. */
const millionPages: Make = async (order, issuedAt) => {
  const document = await drawLabels({ ...order, barcodes: order.barcodes.slice(0, 1) }, issuedAt);
  const { context, catalog } = document;
  const [page] = document.getPages();
  if (!page) throw new RangeError('no page was drawn');
  let below = page.ref;
  for (let level = 1; level <= 6; level += 1) {
    const node = context.obj({ Type: 'Pages', Kids: Array<typeof below>(10).fill(below), Count: 10 ** level });
    below = context.register(node);
  }
  catalog.set(PDFName.of('Pages'), below);
  return document.save({ updateFieldAppearances: false });
};

const side = 100_000;
let hugePixels: Promise<Buffer> | undefined;

/** A white image of one bit per pixel, run-length coded and then deflated: 1.25 GB in some twenty kilobytes. */
function pixels(): Promise<Buffer> {
  const runs = (side * side) / 8 / 128;
  // Run-length coding: a byte of 257 - 128 repeats the next byte 128 times, and 128 ends the data.
  const coded = Buffer.alloc(2 * Math.ceil(runs) + 1, Buffer.from([129, 0xff]));
  coded[coded.length - 1] = 128;
  return (hugePixels ??= promisify(deflate)(coded));
}

const hugeImage: Make = async (order, issuedAt) => {
  const document = await drawLabels(order, issuedAt);
  const { context } = document;
  const picture = context.stream(await pixels(), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: PDFNumber.of(side),
    Height: PDFNumber.of(side),
    ColorSpace: 'DeviceGray',
    BitsPerComponent: PDFNumber.of(1),
    Filter: ['FlateDecode', 'RunLengthDecode'],
  });
  const reference = context.register(picture);
  for (const page of document.getPages()) {
    page.node.setXObject(PDFName.of('Huge'), reference);
    const draw = context.stream('q 20 0 0 20 8 300 cm /Huge Do Q');
    page.node.addContentStream(context.register(draw));
  }
  return document.save();
};

const webPage: Make = () =>
  Promise.resolve(Buffer.from('<!DOCTYPE html>\n<title>Please sign in</title>\n<p>Your session has ended.</p>\n'));

/** By kind; an expired link is rejected before anything is drawn. */
const makes: Record<Exclude<SpoiltKind, 'EXPIRED-LINK'>, Make> = {
  A4: drawn({ size: [595.28, 841.89] }),
  '4X6': drawn({ size: [4 * inch, 6 * inch] }),
  ROTATED: drawn({ after: (page) => page.setRotation(degrees(90)) }),
  'TWO-CODES': drawn({
    drawCodes(page, barcode, fonts) {
      drawCode(page, barcode, fonts);
      drawCode(page, `${barcode}-R`, fonts, { bottom: 155, tall: 45 });
    },
  }),
  'NO-CODE': drawn({ drawCodes: () => undefined }),
  'SAME-CODE': (order, issuedAt) => {
    const [first = ''] = order.barcodes;
    return renderLabels({ ...order, barcodes: order.barcodes.map(() => first) }, issuedAt);
  },
  'CODE-39': drawn({
    drawCodes: (page, barcode, fonts) => drawCode(page, barcode, fonts, { bars: code39(barcode), module: 2 * dot }),
  }),
  'TOO-DENSE': drawn({ drawCodes: (page, barcode, fonts) => drawCode(page, barcode, fonts, { module: dot }) }),
  PASSWORD: locked,
  TRUNCATED: truncated,
  'MILLION-PAGES': millionPages,
  'HUGE-IMAGE': hugeImage,
  'NOT-A-PDF': webPage,
};

/** The bytes that are sent as `application/pdf`. */
export function spoiltLabels(kind: SpoiltKind, order: Order, issuedAt: number): Promise<Uint8Array> {
  return kind === 'EXPIRED-LINK' ? renderLabels(order, issuedAt) : makes[kind](order, issuedAt);
}
