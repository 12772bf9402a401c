/** Code 128 as bar widths, and how wide a module is drawn so that a label printer of 203 dpi prints it sharply. */
import bwip from 'bwip-js/node';

/** One dot of a 203 dpi printer in PDF points. */
export const dot = 72 / 203;
/** Empty modules the standard asks for on either side. */
const quietModules = 10;

export interface Code128 {
  /** Widths in modules: bar, gap, bar … */
  widths: number[];
  /** Of all bars and gaps, quiet zones included, in modules. */
  modules: number;
  quietModules: number;
}

/** @param value printable ASCII */
export function code128(value: string): Code128 {
  const [symbol] = bwip.raw('code128', value, '');
  if (!symbol || !('sbs' in symbol)) throw new RangeError('no Code 128 came out');
  const widths = symbol.sbs;
  return { widths, modules: widths.reduce((sum, width) => sum + width, 2 * quietModules), quietModules };
}

/**
 * Width of a module: whole dots, three where they fit, two (0.25 mm) at least.
 * @param room for the whole code with its quiet zones, in points
 */
export function moduleWidth(code: Code128, room: number): number {
  const dots = [3, 2].find((count) => code.modules * count * dot <= room);
  if (dots === undefined) throw new RangeError('the code is too long for the label');
  return dots * dot;
}
