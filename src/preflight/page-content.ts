/** What a page draws: its content, and the annotations that print. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFPageLeaf,
  type TransformationMatrix,
} from '@cantoo/pdf-lib';
import { bytesOf, joined, latin1Of } from './bytes.ts';
import { annotationsOf, boxOf, type Box } from './page-boxes.ts';

const lineEnd = bytesOf('\n');

/** The page's content streams as one, decoded. @throws Error if one cannot be decoded */
export function contentOf(page: PDFPageLeaf): Uint8Array {
  const { context } = page;
  const contents = context.lookup(page.get(PDFName.of('Contents')));
  const parts = contents instanceof PDFArray ? contents.asArray().map((part) => context.lookup(part)) : [contents];
  const streams = parts.flatMap((part) => (part instanceof PDFRawStream ? [decodePDFRawStream(part).decode()] : []));
  // A stream may end in the middle of a line.
  return joined(streams.flatMap((stream) => [stream, lineEnd]));
}

/**
 * The page's resources without the pictures that its content does not name.
 *
 * @param content decoded
 */
export function usedResources(page: PDFPageLeaf, content: Uint8Array): PDFDict | undefined {
  const resources = page.Resources();
  const objects = resources?.lookup(PDFName.of('XObject'));
  if (resources === undefined || !(objects instanceof PDFDict)) return resources;
  const text = latin1Of(content);
  const used = objects.clone();
  for (const key of objects.keys()) {
    const name = key.asString();
    // A name with special characters may be written in several ways.
    if (!name.includes('#') && !text.includes(name)) used.delete(key);
  }
  const reduced = resources.clone();
  reduced.set(PDFName.of('XObject'), used);
  return reduced;
}

/** The drawing of an annotation, and its place on the page. */
export interface Appearance {
  stream: PDFRef;
  matrix: TransformationMatrix;
}

/** Flags of annotations (ISO 32000-1, 12.5.3). */
const hidden = 2;
const prints = 4;

/** The annotations of a page that print, in drawing order. */
export function appearancesOf(page: PDFPageLeaf): Appearance[] {
  return annotationsOf(page).flatMap((entry) => {
    const annotation = page.context.lookup(entry);
    try {
      return annotation instanceof PDFDict ? (appearanceOf(annotation) ?? []) : [];
    } catch {
      // An annotation with invalid entries is not drawn.
      return [];
    }
  });
}

function appearanceOf(annotation: PDFDict): Appearance | null {
  const flags = annotation.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
  const isShown = (flags & hidden) === 0 && (flags & prints) !== 0;
  if (!isShown || annotation.get(PDFName.of('Subtype')) === PDFName.of('Popup')) return null;
  const reference = streamOf(annotation);
  if (reference === null) return null;
  const { dict } = annotation.context.lookup(reference, PDFStream);
  const drawn = drawnBox(boxOf(dict.lookup(PDFName.of('BBox'), PDFArray)), dict);
  const place = boxOf(annotation.lookup(PDFName.of('Rect'), PDFArray));
  const width = drawn.right - drawn.left;
  const height = drawn.top - drawn.bottom;
  if (width === 0 || height === 0) return null;
  const [across, up] = [(place.right - place.left) / width, (place.top - place.bottom) / height];
  const [x, y] = [place.left - drawn.left * across, place.bottom - drawn.bottom * up];
  // Its drawing fills its place (ISO 32000-1, algorithm 8.1).
  return { stream: reference, matrix: [across, 0, 0, up, x, y] };
}

/** The annotation's normal appearance, in its present state if it has several. */
function streamOf(annotation: PDFDict): PDFRef | null {
  const { context } = annotation;
  const normal = annotation.lookupMaybe(PDFName.of('AP'), PDFDict)?.get(PDFName.of('N'));
  const states = context.lookup(normal);
  const state = annotation.lookup(PDFName.of('AS'));
  const chosen = states instanceof PDFDict && state instanceof PDFName ? states.get(state) : normal;
  return chosen instanceof PDFRef && context.lookup(chosen) instanceof PDFStream ? chosen : null;
}

/** The bounds of an appearance's box after its own transformation. */
function drawnBox({ left, bottom, right, top }: Box, dict: PDFDict): Box {
  const matrix = dict.lookupMaybe(PDFName.of('Matrix'), PDFArray);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    matrix === undefined ? [] : [0, 1, 2, 3, 4, 5].map((index) => matrix.lookup(index, PDFNumber).asNumber());
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const;
  const x = corners.map(([across, up]) => a * across + c * up + e);
  const y = corners.map(([across, up]) => b * across + d * up + f);
  return { left: Math.min(...x), bottom: Math.min(...y), right: Math.max(...x), top: Math.max(...y) };
}
