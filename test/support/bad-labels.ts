/**
 * Label documents with something wrong or unusual, as they come from a service, from other programs and from attackers.
 * docs/labels.md says what the app makes of each.
 */
import { grayscale, PDFDocument, PDFName, PDFNumber, PDFString, type PDFObject, type PDFPage } from '@cantoo/pdf-lib';
import bwip from 'bwip-js/node';
import { renderLabels } from '../../src/training/labels/render.ts';
import { spoiltLabels } from '../../src/training/labels/spoilt.ts';
import type { SpoiltKind } from '../../src/training/labels/spoilt-kinds.ts';
import type { Order } from '../../src/training/model.ts';
import {
  annotate,
  barsOf,
  barText,
  contentsOf,
  drawBars,
  drawn,
  drawText,
  foreignLabels,
  height,
  hideLayer,
  label,
  owned,
  pictured,
  prints,
  usual,
  width,
  within,
  type Draw,
} from './foreign-labels.ts';

/** prints: without a question · asks: after “print anyway” · refuses: never · fails: it is no document at all. */
export type Verdict = 'prints' | 'asks' | 'refuses' | 'fails';

export interface BadLabel {
  name: string;
  verdict: Verdict;
  packageCount: number;
  make: (codes: readonly string[]) => Promise<Uint8Array>;
  /** Replaces the service's code of a page. */
  code?: (page: number) => string;
}

const at = Date.parse('2026-06-15T06:00:00Z');
const millimetre = 72 / 25.4;

const orderOf = (barcodes: readonly string[]) =>
  ({
    id: 'orders/o1',
    recipient: { name: 'Anna Berger', phone: '030 5550101', email: null, externalId: null },
    address: { addressLineOne: 'Lindenweg 12', addressLineTwo: '41731 Aldermünde' },
    packageInfo: { externalId: 'WEB-1', packageCount: barcodes.length },
    deliveryInstructions: { notes: 'Ring twice' },
    barcodes,
  }) as unknown as Order;

/** As the training service spoils them. */
const spoilt = (kind: SpoiltKind) => (codes: readonly string[]) => spoiltLabels(kind, orderOf(codes), at);
const good = (codes: readonly string[]) => renderLabels(orderOf(codes), at);
const text = (content: string) => () => Promise.resolve(Buffer.from(content, 'latin1'));
/** Changes the bytes of a good document, which keeps its length unless the change says otherwise. */
const changed = (change: (whole: string) => string) => async (codes: readonly string[]) =>
  Buffer.from(change(Buffer.from(await drawn(label())(codes)).toString('latin1')), 'latin1');

const misplaced = (whole: string) => whole.replace(/startxref\n\d+/, 'startxref\n1');

/** A good label on a page whose entries are changed. */
const withEntry =
  (key: string, value: (page: PDFPage) => PDFObject | undefined): Draw =>
  (page, code, font) => {
    label()(page, code, font);
    const entry = value(page);
    if (entry === undefined) page.node.delete(PDFName.of(key));
    else page.node.set(PDFName.of(key), entry);
  };
const box =
  (...corners: number[]) =>
  (page: PDFPage): PDFObject =>
    page.doc.context.obj(corners);

const rotatedBy = (angle: number) => withEntry('Rotate', () => PDFNumber.of(angle));

const sized = (across: number, down: number) => drawn(label(), { size: [across * millimetre, down * millimetre] });

const scaled: Draw = (page, code, font) => within(page, [0.968, 0, 0, 0.968, 0, 0], () => label()(page, code, font));

const turned =
  (angle: number): Draw =>
  (page, code, font) => {
    drawText(page, code, font);
    const { sin, cos } = { sin: Math.sin((angle * Math.PI) / 180), cos: Math.cos((angle * Math.PI) / 180) };
    // Around the middle of the page, where the code has room on every side.
    within(page, [cos, sin, -sin, cos, width / 2, height / 2], () => {
      drawBars(page, code, { ...usual, x: -55, y: -30 });
    });
  };

/** Other symbologies. */
const otherCode =
  (symbology: string, value: string): Draw =>
  (page) => {
    const [symbol] = bwip.raw(symbology, value, '');
    if (!symbol || !('sbs' in symbol)) throw new RangeError(`no ${symbology} came out`);
    for (const [x, wide] of barsOf(symbol.sbs, usual)) {
      page.drawRectangle({ x, y: usual.y, width: wide, height: usual.tall, color: grayscale(0) });
    }
  };

/** A box beside, over or across the code. */
const withBox =
  (x: number, across: number, y = usual.y, up = usual.tall, grey = 0): Draw =>
  (page, code, font) => {
    label()(page, code, font);
    page.drawRectangle({ x, y, width: across, height: up, color: grayscale(grey) });
  };

const onBlack: Draw = (page, code) => {
  page.drawRectangle({ x: 20, y: 50, width: 250, height: 80, color: grayscale(0) });
  drawBars(page, code, { ...usual, grey: 1 });
};

const onGrey: Draw = (page, code) => {
  page.drawRectangle({ x: 20, y: 50, width: 250, height: 80, color: grayscale(0.92) });
  drawBars(page, code, usual);
};

const inBlue: Draw = (page, code) => contentsOf(page, barText(code, usual).replace('0 g', '0 0 1 rg'));

const raw =
  (...streams: ((code: string) => string)[]): Draw =>
  (page, code) =>
    contentsOf(page, ...streams.map((stream) => stream(code)));
const bars = (code: string) => barText(code, usual);

const unrestored = (code: string) => `${'q '.repeat(1_000)}${bars(code)}`;

const withFlags =
  (flags: number, subtype?: string): Draw =>
  (page, code, font) => {
    drawText(page, code, font);
    annotate(page, code, flags, subtype);
  };

const onHiddenLayer: Draw = (page, code) => {
  hideLayer(page);
  contentsOf(page, `/OC /Cover BDC ${bars(code)} EMC`);
};

const linked: Draw = (page, code, font) => {
  label()(page, code, font);
  const { context } = page.doc;
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [20, 20, 80, 40], Border: [0, 0, 0] };
  page.node.addAnnot(context.register(context.obj(link)));
};

const unreadable: Draw = (page, code) => {
  const { context } = page.doc;
  page.node.set(PDFName.of('Contents'), context.register(context.stream(bars(code), { Filter: 'FooDecode' })));
};

/** A form that draws itself. */
const endless: Draw = (page, code) => {
  const { context } = page.doc;
  const own = context.nextRef();
  const objects = { XObject: { Again: own } };
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: objects };
  context.assign(own, context.stream(`${bars(code)} /Again Do`, entries));
  page.node.set(PDFName.of('Resources'), context.obj(objects));
  contentsOf(page, 'q /Again Do Q');
};

const opensScript = (document: PDFDocument) => {
  const { context, catalog } = document;
  const script = { S: 'JavaScript', JS: PDFString.of('this.print(true);') };
  catalog.set(PDFName.of('OpenAction'), context.obj(script));
};

const unknownLock = (document: PDFDocument) => {
  const { context } = document;
  context.trailerInfo.Encrypt = context.register(context.obj({ Filter: 'Unknown', V: 9 }));
};

/** The page tree names itself as its child. */
const circular = (document: PDFDocument) => {
  const { context, catalog } = document;
  const own = catalog.get(PDFName.of('Pages'));
  if (own !== undefined) catalog.Pages().set(PDFName.of('Kids'), context.obj([own]));
};

const withoutPages = async (): Promise<Uint8Array> => {
  const document = await PDFDocument.create({ updateMetadata: false });
  return document.save({ addDefaultPage: false, useObjectStreams: false });
};

/** Saved a second time, with the change behind the first version. */
const updated = async (codes: readonly string[]): Promise<Uint8Array> => {
  const document = await PDFDocument.load(await good(codes), { forIncrementalUpdate: true });
  document.setSubject('Updated');
  return document.save();
};

const also = (more: readonly string[]) => (codes: readonly string[]) => drawn(label())([...codes, ...more]);
const fewer = (codes: readonly string[]) => drawn(label())(codes.slice(0, 1));
const another = () => drawn(label())(['TD-OF-ANOTHER-ORDER']);
const ofOther = () => drawn(label())(['TD-OF-THE-NEXT-ONE']);

const one = (name: string, verdict: Verdict, make: BadLabel['make']): BadLabel => ({
  ...{ name, verdict, make, packageCount: 1 },
});

/** What the service or the way to it may send. */
const fromTheService: readonly BadLabel[] = [
  one('A web page', 'fails', spoilt('NOT-A-PDF')),
  one('An error in XML', 'fails', text('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>')),
  one('The first line of a PDF', 'refuses', text('%PDF-1.7\n')),
  one('The first and the last line of a PDF', 'refuses', text('%PDF-1.7\n%%EOF\n')),
  one('The first half of a PDF', 'refuses', spoilt('TRUNCATED')),
  one('A PDF without pages', 'refuses', withoutPages),
  one('A PDF with a password', 'refuses', spoilt('PASSWORD')),
  one('A PDF with an unknown kind of lock', 'refuses', drawn(label(), { finish: unknownLock })),
  one('A million pages', 'refuses', spoilt('MILLION-PAGES')),
  one('A page tree that contains itself', 'refuses', drawn(label(), { finish: circular })),
  one('A wrong place of the table of objects', 'prints', changed(misplaced)),
  one(
    'Five hundred bytes in front of the PDF',
    'prints',
    changed((whole) => `${'x'.repeat(500)}\n${whole}`),
  ),
  one(
    'PDF 2.0',
    'prints',
    changed((whole) => whole.replace('%PDF-1.7', '%PDF-2.0')),
  ),
  one('An updated PDF', 'prints', updated),
  one('A script that runs when the PDF opens', 'prints', drawn(label(), { finish: opensScript })),
  one('Two pages for one package', 'asks', also(['TD-SECOND-PAGE'])),
  { ...one('One page for two packages', 'asks', fewer), packageCount: 2 },
  { ...one('The same code on both pages', 'asks', spoilt('SAME-CODE')), packageCount: 2 },
  one('A code that the order does not list', 'asks', another),
  { ...one('The order that the next code belongs to', 'prints', drawn(label())), code: () => 'TD-OF-THE-NEXT-ONE' },
  one('The code of the order before', 'asks', ofOther),
];

/** Pages of another size or in another position. */
const pages: readonly BadLabel[] = [
  one('An A4 page', 'asks', spoilt('A4')),
  one('A page of 4 × 6 inches', 'asks', spoilt('4X6')),
  one('A rotated page', 'asks', spoilt('ROTATED')),
  one('A label on its side', 'asks', sized(148, 105)),
  one('An A5 page', 'asks', sized(148, 210)),
  one('An A7 page', 'asks', sized(74, 105)),
  one('A Letter page', 'asks', drawn(label(), { size: [612, 792] })),
  one('A page of ten by ten metres', 'asks', sized(10_000, 10_000)),
  one('A page without a size', 'asks', drawn(withEntry('MediaBox', () => undefined))),
  one('A page of no size', 'asks', drawn(withEntry('MediaBox', box(0, 0, 0, 0)))),
  one('A size with its corners in reverse order', 'prints', drawn(withEntry('MediaBox', box(width, height, 0, 0)))),
  one('A crop box beside the page', 'prints', drawn(withEntry('CropBox', box(900, 900, 990, 990)))),
  one('A rotation by 45 degrees, which PDF does not have', 'prints', drawn(rotatedBy(45))),
  one('A rotation by 360 degrees', 'prints', drawn(rotatedBy(360))),
  one('Units of minus one point', 'prints', drawn(withEntry('UserUnit', () => PDFNumber.of(-1)))),
  one('A label shrunk to 96.8 %', 'asks', drawn(scaled)),
  one(
    'An empty page',
    'asks',
    drawn(() => undefined),
  ),
];

/** Codes that scan badly or not at all. */
const codes: readonly BadLabel[] = [
  one('No code', 'asks', spoilt('NO-CODE')),
  one('Two codes', 'asks', spoilt('TWO-CODES')),
  one('The code as text only', 'asks', drawn(drawText)),
  one('A Code 39', 'asks', spoilt('CODE-39')),
  one('An EAN-13', 'asks', drawn(otherCode('ean13', '4006381333931'))),
  one('An Interleaved 2 of 5', 'asks', drawn(otherCode('interleaved2of5', '0123456789'))),
  one('Bars of one dot', 'asks', spoilt('TOO-DENSE')),
  one('Bars of four millimetres', 'asks', drawn(label({ tall: 4 * millimetre }))),
  one('A line seven bar widths beside the code', 'asks', drawn(withBox(usual.x - 8 * usual.module, usual.module))),
  one('White bars on black', 'asks', drawn(onBlack)),
  one('Black bars on light grey', 'prints', drawn(onGrey)),
  one('Blue bars', 'prints', drawn(inBlue)),
  one('Yellow bars', 'asks', drawn(raw((code) => bars(code).replace('0 g', '1 1 0 rg')))),
  one('A thin line across the bars', 'prints', drawn(withBox(20, 250, usual.y + usual.tall / 2, 1))),
  one('A white box over the code', 'asks', drawn(withBox(20, 250, usual.y, usual.tall, 1))),
  one('A code that leaves the page', 'asks', drawn(label({ x: -20 }))),
  one('A code upside down', 'prints', drawn(turned(180))),
  one('A code on its side', 'prints', drawn(turned(90))),
  one('A code at 45 degrees', 'asks', drawn(turned(45))),
  one('A code on a hidden layer', 'asks', drawn(onHiddenLayer)),
  one('A code of an annotation that does not print', 'asks', drawn(withFlags(0))),
  one('A code of a hidden annotation', 'asks', drawn(withFlags(prints | 2))),
  one('A code of a form field', 'prints', drawn(withFlags(prints, 'Widget'))),
  one('A link', 'prints', drawn(linked)),
  one('A picture of 600 dpi', 'prints', drawn(pictured(600, 6))),
  one('A password of the owner, AES-256', 'prints', owned('AES-256')),
  one('A password of the owner, RC4', 'prints', owned('RC4-128')),
];

/** Contents that programs read differently. */
const contents: readonly BadLabel[] = [
  one('A thousand states that are never restored', 'prints', drawn(raw(unrestored))),
  one('Nonsense behind the drawing', 'prints', drawn(raw(bars, () => 'foo bar (('))),
  one('Contents with an unknown filter', 'refuses', drawn(unreadable)),
  one('A form that draws itself', 'prints', drawn(endless)),
];

const verdictOf = (asks: boolean): Verdict => (asks ? 'asks' : 'prints');

export const badLabels: readonly BadLabel[] = [
  ...fromTheService,
  ...pages,
  ...codes,
  ...contents,
  ...foreignLabels.map(({ name, make, asksOn, code }) => ({
    ...one(`From another program: ${name}`, verdictOf(asksOn.includes('a6')), make),
    ...(code === undefined ? {} : { code }),
  })),
];
