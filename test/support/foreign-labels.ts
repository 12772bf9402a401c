/**
 * Label documents as other programs make them: the code is where it belongs for a reader of the document, but not where
 * a careless printing program looks for it.
 */
import {
  concatTransformationMatrix,
  degrees,
  grayscale,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
  type PDFFont,
  type PDFPage,
  type PDFRef,
  type TransformationMatrix,
} from '@cantoo/pdf-lib';
import bwip from 'bwip-js/node';
import { code128 } from '../../src/training/labels/code128.ts';

export interface ForeignLabel {
  name: string;
  /** One page for each code. */
  make: (codes: readonly string[]) => Promise<Uint8Array>;
  /** The paper on which the app has to ask before it prints. */
  asksOn: readonly ('a6' | '4x6')[];
  /** The code of a page, if the service's own would not do. */
  code?: (page: number) => string;
}

const millimetre = 72 / 25.4;
/** A6 in points. */
export const [width, height] = [105 * millimetre, 148 * millimetre];
/** One dot of a 203 dpi printer in points. */
const dot = 72 / 203;
/** The code's place on the page: in whole dots of a 203 dpi printer from the left. */
export const usual = { x: 96 * dot, y: 60, tall: 60, module: 2 * dot, grey: 0 };
type CodePlace = typeof usual;
/** The flag of annotations that print. */
export const prints = 4;

/** Widths in modules: bar, gap, bar … */
function widthsOf(code: string): number[] {
  if (!code.startsWith('(')) return code128(code).widths;
  const [symbol] = bwip.raw('gs1-128', code, '');
  if (!symbol || !('sbs' in symbol)) throw new RangeError('no code came out');
  return symbol.sbs;
}

/** The bars as rectangles: left and width. @param widths in modules: bar, gap, bar … */
export function barsOf(
  widths: readonly number[],
  { x, module }: Pick<CodePlace, 'x' | 'module'>,
): [left: number, wide: number][] {
  let left = x;
  return widths.flatMap((modules, index): [number, number][] => {
    const bar: [number, number] = [left, modules * module];
    left += bar[1];
    return index % 2 === 0 ? [bar] : [];
  });
}

/** The bars as a content stream. */
export const barText = (code: string, place: CodePlace): string =>
  [
    `${place.grey} g`,
    ...barsOf(widthsOf(code), place).map(([left, wide]) => `${left} ${place.y} ${wide} ${place.tall} re f`),
  ].join('\n');

export function drawBars(page: PDFPage, code: string, place: CodePlace): void {
  for (const [x, wide] of barsOf(widthsOf(code), place)) {
    page.drawRectangle({ x, y: place.y, width: wide, height: place.tall, color: grayscale(place.grey) });
  }
}

export function drawText(page: PDFPage, code: string, font: PDFFont, x = 0, y = 0): void {
  page.drawText('Anna Berger', { x: x + 30, y: y + 360, size: 16, font });
  page.drawText('Lindenweg 12, Aldermünde', { x: x + 30, y: y + 336, size: 12, font });
  page.drawText(code, { x: x + 60, y: y + 40, size: 10, font });
}

export type Draw = (page: PDFPage, code: string, font: PDFFont) => void;
interface Made {
  size?: [number, number];
  objectStreams?: boolean;
  finish?: (document: PDFDocument) => void;
}

/** A document with a page for each code. */
export const drawn =
  (draw: Draw, { size = [width, height], objectStreams = false, finish }: Made = {}) =>
  async (codes: readonly string[]): Promise<Uint8Array> => {
    const document = await PDFDocument.create({ updateMetadata: false });
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (const code of codes) draw(document.addPage(size), code, font);
    finish?.(document);
    return document.save({ useObjectStreams: objectStreams });
  };

export const label =
  (change: Partial<CodePlace> = {}): Draw =>
  (page, code, font) => {
    drawText(page, code, font);
    drawBars(page, code, { ...usual, ...change });
  };

/** Draws the label with its lower left corner elsewhere. */
const labelAt =
  (x: number, y: number): Draw =>
  (page, code, font) => {
    drawText(page, code, font, x, y);
    drawBars(page, code, { ...usual, x: usual.x + x, y: usual.y + y });
  };

export function within(page: PDFPage, matrix: TransformationMatrix, draw: () => void): void {
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...matrix));
  draw();
  page.pushOperators(popGraphicsState());
}

const cropped: Draw = (page, code, font) => {
  const [x, y] = [150, 200];
  labelAt(x, y)(page, code, font);
  page.drawText('Cut along the line', { x: 30, y: 700, size: 12, font });
  page.setCropBox(x, y, width, height);
};

/** Draws the code by an annotation whose drawing has half the size of its place. @param flags ISO 32000-1, 12.5.3 */
export function annotate(page: PDFPage, code: string, flags: number, subtype = 'Stamp'): void {
  const { context } = page.doc;
  const wide = widthsOf(code).reduce((sum, modules) => sum + modules, 0) * usual.module;
  const half = barText(code, { ...usual, x: 0, y: 0, module: usual.module / 2, tall: usual.tall / 2 });
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, wide / 2, usual.tall / 2], Resources: {} };
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: subtype,
    F: flags,
    Rect: [usual.x, usual.y, usual.x + wide, usual.y + usual.tall],
    AP: { N: context.register(context.flateStream(half, form)) },
  });
  page.node.addAnnot(context.register(annotation));
}

const annotated: Draw = (page, code, font) => {
  drawText(page, code, font);
  annotate(page, code, prints);
};

const rotated: Draw = (page, code, font) => {
  within(page, [0, 1, -1, 0, height, 0], () => label()(page, code, font));
  page.setRotation(degrees(90));
};

const inOwnUnits: Draw = (page, code, font) => {
  within(page, [0.5, 0, 0, 0.5, 0, 0], () => label()(page, code, font));
  page.node.set(PDFName.of('UserUnit'), PDFNumber.of(2));
};

const fromElsewhere: Draw = (page, code, font) => {
  page.setMediaBox(-100, -50, width, height);
  labelAt(-100, -50)(page, code, font);
};

export const contentsOf = (page: PDFPage, ...streams: string[]) => {
  const { context } = page.doc;
  const contents = streams.map((text) => context.register(context.flateStream(text)));
  page.node.set(PDFName.of('Contents'), context.obj(contents));
};

/** Size and resources stand in the page tree, and the contents are cut into pieces between two operands. */
const inherited: Draw = (page, code, font) => {
  const { context, catalog } = page.doc;
  const text = 'BT /F1 16 Tf 30 360 Td (Anna Berger) Tj ET';
  const bars = barText(code, usual);
  const middle = bars.indexOf(' ', Math.floor(bars.length / 2));
  contentsOf(page, text, bars.slice(0, middle), bars.slice(middle));
  catalog.Pages().set(PDFName.of('MediaBox'), context.obj([0, 0, width, height]));
  catalog.Pages().set(PDFName.of('Resources'), context.obj({ Font: { F1: font.ref } }));
  for (const key of ['MediaBox', 'Resources']) page.node.delete(PDFName.of(key));
};

const form = (page: PDFPage, text: string, box: readonly number[], objects: Record<string, PDFRef> = {}): PDFRef => {
  const { context } = page.doc;
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [...box], Resources: { XObject: objects } };
  return context.register(context.flateStream(text, entries));
};

const setObjects = (page: PDFPage, objects: Record<string, PDFRef>) =>
  page.node.set(PDFName.of('Resources'), page.doc.context.obj({ XObject: objects }));

const nested: Draw = (page, code) => {
  const half = { ...usual, x: usual.x / 2, y: usual.y / 2, module: usual.module / 2, tall: usual.tall / 2 };
  const inner = form(page, barText(code, half), [0, 0, width / 2, height / 2]);
  const clipped = 'q 10 30 278 200 re W n 2 0 0 2 0 0 cm /Inner Do Q';
  setObjects(page, { Outer: form(page, clipped, [0, 0, width, height], { Inner: inner }) });
  contentsOf(page, 'q /Outer Do Q');
};

/** Makes the layer `/Cover` of the page, which is not shown. All pages of a document share it. */
export function hideLayer(page: PDFPage): void {
  const { context, catalog } = page.doc;
  const layers = catalog.lookupMaybe(PDFName.of('OCProperties'), PDFDict);
  const known = layers?.lookup(PDFName.of('OCGs'), PDFArray).get(0);
  const cover = known ?? context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Cover') }));
  page.node.set(PDFName.of('Resources'), context.obj({ Properties: { Cover: cover } }));
  const hidden = { OCGs: [cover], D: { Order: [cover], OFF: [cover] } };
  catalog.set(PDFName.of('OCProperties'), context.obj(hidden));
}

/** A white rectangle over the code, on a layer that is not shown. */
const layered: Draw = (page, code) => {
  hideLayer(page);
  contentsOf(page, barText(code, usual), `/OC /Cover BDC 1 g 0 0 ${width} ${height} re f EMC`);
};

/** A picture of the label whose pixels are dots of a printer with this resolution. */
export const pictured =
  (dotsPerInch: number, module: number): Draw =>
  (page, code) => {
    const { context } = page.doc;
    const pixels = (points: number) => Math.round((points * dotsPerInch) / 72);
    const size = { width: pixels(width), height: pixels(height) };
    const grey = Buffer.alloc(size.width * size.height, 255);
    const [top, bottom] = [pixels(height - usual.y - usual.tall), pixels(height - usual.y)];
    for (const [left, wide] of barsOf(widthsOf(code), { x: pixels(usual.x), module })) {
      for (let y = top; y < bottom; y += 1) grey.fill(0, y * size.width + left, y * size.width + left + wide);
    }
    const picture = context.register(
      context.flateStream(grey, {
        ...{ Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray', BitsPerComponent: 8 },
        ...{ Width: size.width, Height: size.height },
      }),
    );
    const [across, up] = [(size.width * 72) / dotsPerInch, (size.height * 72) / dotsPerInch];
    setObjects(page, { Picture: picture });
    contentsOf(page, `q ${across} 0 0 ${up} 0 ${height - up} cm /Picture Do Q`);
  };

/** A mask of one line with a pixel for each module, stretched over the height of the bars. */
const masked: Draw = (page, code) => {
  const { context } = page.doc;
  const modules = widthsOf(code).flatMap((wide, index) => Array<number>(wide).fill(index % 2));
  const line = Buffer.alloc(Math.ceil(modules.length / 8));
  for (const [at, isGap] of modules.entries()) {
    if (isGap === 1) line[at >> 3] = (line[at >> 3] ?? 0) | (0x80 >> (at & 7));
  }
  const mask = context.register(
    context.flateStream(line, {
      ...{ Type: 'XObject', Subtype: 'Image', ImageMask: true, BitsPerComponent: 1 },
      ...{ Width: modules.length, Height: 1 },
    }),
  );
  setObjects(page, { Mask: mask });
  const { x, y, tall, module } = usual;
  contentsOf(page, `q 0 g ${modules.length * module * 1.5} 0 0 ${tall} ${x} ${y} cm /Mask Do Q`);
};

/** The owner forbids changes; everybody may open and print it. */
export const owned = (algorithm: 'AES-128' | 'AES-256' | 'RC4-128') => {
  const permissions = { printing: 'highResolution', modifying: false, copying: false } as const;
  const finish = (document: PDFDocument) =>
    document.encrypt({
      ...{ ownerPassword: 'owner', userPassword: '', permissions, algorithm },
      allowWeakCryptography: algorithm === 'RC4-128',
    });
  return drawn(label(), { finish });
};

const withBytesBehind = async (codes: readonly string[]): Promise<Uint8Array> =>
  Buffer.concat([await drawn(label())(codes), Buffer.alloc(2_048, '\n')]);

/** A serial shipping container code (GS1) with its check digit. */
export function containerCode(number: number): string {
  const digits = `34012345${String(number).padStart(9, '0')}`;
  const sum = Array.from(digits).reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `(00)${digits}${(10 - (sum % 10)) % 10}`;
}

export const foreignLabels: readonly ForeignLabel[] = [
  { name: 'vectors', make: drawn(label()), asksOn: [] },
  { name: 'object streams', make: drawn(label(), { objectStreams: true }), asksOn: [] },
  { name: 'a Letter page with an A6 crop box', make: drawn(cropped, { size: [612, 792] }), asksOn: [] },
  { name: 'a code drawn by an annotation', make: drawn(annotated), asksOn: [] },
  // Exactly its quiet zone from the edge, of which narrower paper cuts a part.
  { name: 'a code at the edge', make: drawn(label({ x: 10 * usual.module })), asksOn: ['4x6'] },
  { name: 'a picture of 203 dpi', make: drawn(pictured(203, 2)), asksOn: [] },
  { name: 'a picture of 300 dpi with bars of three dots', make: drawn(pictured(300, 3)), asksOn: [] },
  { name: 'a password of the owner', make: owned('AES-128'), asksOn: [] },
  { name: 'a rotated page', make: drawn(rotated, { size: [height, width] }), asksOn: [] },
  { name: 'units of two points', make: drawn(inOwnUnits, { size: [width / 2, height / 2] }), asksOn: [] },
  { name: 'an origin elsewhere', make: drawn(fromElsewhere), asksOn: [] },
  { name: 'inherited entries and contents in pieces', make: drawn(inherited), asksOn: [] },
  { name: 'a GS1-128', make: drawn(label()), asksOn: [], code: containerCode },
  { name: 'pale bars', make: drawn(label({ grey: 0.45 })), asksOn: ['a6', '4x6'] },
  { name: 'forms within forms', make: drawn(nested), asksOn: [] },
  { name: 'a hidden layer over the code', make: drawn(layered), asksOn: [] },
  { name: 'a mask of one line', make: drawn(masked), asksOn: [] },
  { name: 'bytes behind the end', make: withBytesBehind, asksOn: ['a6', '4x6'] },
];
