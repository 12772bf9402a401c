/**
 * Measures a Code 128 as scanners see it (ISO/IEC 15416, 15417), in a drawing that is finer than the printer's dots.
 * Runs only in the preflight process.
 */
import type { PlacedCode } from './codes.ts';
import type { OpenPage } from './pdf-pages.ts';

export interface CodeMeasures {
  /** The module width, which is that of the narrowest bar, in printer dots. */
  narrowestBar: number;
  /** In millimetres. */
  barHeight: number;
  /** The narrower of the empty spaces on both sides, in module widths. The page's edge ends it. */
  quietZone: number;
  /** Reflectance of the lightest space minus that of the darkest bar, 0 to 1. */
  contrast: number;
}

/** The oversampling factor, relative to printer dots. */
const finer = 4;
/** Where the bars are measured, as shares of their height. The next is tried if something crosses the bars there. */
const heights = [0.5, 0.25, 0.75];
const millimetresPerInch = 25.4;

/** Code 128: every symbol has six bars and gaps and eleven modules, the last one seven and thirteen (ISO/IEC 15417). */
const symbol = { runs: 6, modules: 11 };
const stop = { runs: 7, modules: 13 };

/** @returns null for another symbology, or if no line across the bars looks like a Code 128 */
export function measureCode(page: OpenPage, code: PlacedCode, dotsPerInch: number): CodeMeasures | null {
  if (code.symbology !== 'Code128') return null;
  for (const share of heights) {
    const measured = measureAt(page, code, share, dotsPerInch);
    if (measured !== null) return measured;
  }
  return null;
}

/** The grey dots of one line through the whole page, in the finer drawing. */
function lineOf(page: OpenPage, direction: PlacedCode['direction'], position: number, dotsPerInch: number): Uint8Array {
  const finest = dotsPerInch * finer;
  const dots = (millimetres: number) => Math.round((millimetres / millimetresPerInch) * finest);
  const [width, height] = [dots(page.size.widthMillimetres), dots(page.size.heightMillimetres)];
  const part =
    direction === 'across'
      ? { left: 0, top: position, width, height: 1 }
      : { left: position, top: 0, width: 1, height };
  return page.draw(finest, part).dots;
}

function measureAt(page: OpenPage, code: PlacedCode, share: number, dotsPerInch: number): CodeMeasures | null {
  const { place, direction } = code;
  const isAcross = direction === 'across';
  const [begin, end] = isAcross ? [place.left, place.left + place.width] : [place.top, place.top + place.height];
  const position = isAcross ? place.top + place.height * share : place.left + place.width * share;
  const line = lineOf(page, direction, Math.round(position * finer), dotsPerInch);
  const inside = line.subarray(Math.max(0, Math.ceil(begin * finer)), Math.max(0, Math.floor(end * finer)));
  if (inside.length === 0) return null;
  const [darkest, lightest] = rangeOf(inside);
  const threshold = (darkest + lightest) / 2;
  // The decoder's place is exact to a dot or so, and another drawing begins a quiet zone away.
  const slack = dotsPerInch / millimetresPerInch;
  const bars = barsOf(edgesOf(line, threshold), (begin - slack) * finer, (end + slack) * finer, line.length);
  if (bars === null) return null;
  const beside = lineOf(page, isAcross ? 'down' : 'across', Math.floor(bars.firstBar), dotsPerInch);
  return {
    narrowestBar: bars.module / finer,
    quietZone: bars.quiet / bars.module,
    contrast: (lightest - darkest) / 255,
    barHeight:
      (runAround(beside, Math.round(position * finer), threshold) / (dotsPerInch * finer)) * millimetresPerInch,
  };
}

function rangeOf(dots: Uint8Array): [darkest: number, lightest: number] {
  let [darkest, lightest] = [255, 0];
  for (const dot of dots) {
    darkest = Math.min(darkest, dot);
    lightest = Math.max(lightest, dot);
  }
  return [darkest, lightest];
}

/** The interpolated positions where the grey value crosses the threshold. */
function edgesOf(line: Uint8Array, threshold: number): number[] {
  const edges: number[] = [];
  for (let at = 1; at < line.length; at += 1) {
    const [before = 255, after = 255] = [line[at - 1], line[at]];
    if (before < threshold !== after < threshold) edges.push(at - 1 + (threshold - before) / (after - before));
  }
  return edges;
}

interface Bars {
  /** All lengths and positions in dots of the finer drawing. */
  module: number;
  quiet: number;
  /** The middle of the first bar. */
  firstBar: number;
}

/**
 * The whole code has a known number of modules, so measuring it is more precise than measuring one bar of a few dots.
 *
 * @param edges of the whole line, whose bars are between `begin` and `end`
 */
function barsOf(edges: readonly number[], begin: number, end: number, length: number): Bars | null {
  const first = edges.findIndex((edge) => edge >= begin);
  const last = edges.findLastIndex((edge) => edge <= end);
  const symbols = (last - first - stop.runs) / symbol.runs;
  if (first < 0 || !Number.isInteger(symbols) || symbols < 1) return null;
  const [left = 0, firstEnd = 0, right = 0] = [edges[first], edges[first + 1], edges[last]];
  const quiet = Math.min(left - (edges[first - 1] ?? 0), (edges[last + 1] ?? length) - right);
  return {
    module: (right - left) / (symbols * symbol.modules + stop.modules),
    quiet,
    firstBar: (left + firstEnd) / 2,
  };
}

/** The length of the dark run around a position. 0 if it is not dark there. */
function runAround(line: Uint8Array, position: number, threshold: number): number {
  const isDark = (at: number) => (line[at] ?? 255) < threshold;
  if (!isDark(position)) return 0;
  let [from, to] = [position, position];
  while (isDark(from - 1)) from -= 1;
  while (isDark(to + 1)) to += 1;
  return to - from + 1;
}
