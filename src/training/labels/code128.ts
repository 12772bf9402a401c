/** Barcodes as bar widths, and the module width at which a 203 dpi label printer prints them sharply. */
import bwip from 'bwip-js/node';

/** One dot of a 203 dpi printer in PDF points. */
export const dot = 72 / 203;
/** The empty modules that the standard requires on either side. */
const quietModules = 10;

export interface Bars {
  /** Widths in modules: bar, gap, bar … */
  widths: number[];
  /** The total width including quiet zones, in modules. */
  modules: number;
  quietModules: number;
}

function barsOf(symbology: 'code128' | 'code39', value: string): Bars {
  const [symbol] = bwip.raw(symbology, value, '');
  if (!symbol || !('sbs' in symbol)) throw new RangeError(`no ${symbology} came out`);
  const widths = symbol.sbs;
  return { widths, modules: widths.reduce((sum, width) => sum + width, 2 * quietModules), quietModules };
}

/** The code that labels must have (order-api, OrderShippingLabels). @param value printable ASCII */
export const code128 = (value: string): Bars => barsOf('code128', value);

/** A code that labels must not have. @param value digits, capitals and hyphens */
export const code39 = (value: string): Bars => barsOf('code39', value);

/**
 * The width of a module, in whole dots: three if they fit, otherwise two (0.25 mm).
 * @param room for the whole code with its quiet zones, in points
 */
export function moduleWidth(code: Bars, room: number): number {
  const dots = [3, 2].find((count) => code.modules * count * dot <= room);
  if (dots === undefined) throw new RangeError('the code is too long for the label');
  return dots * dot;
}
