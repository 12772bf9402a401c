/** A frame of a map as pictures in places: the same list for the drawing with WebGL and the one without. */
import { routeLooks } from '../route-looks.ts';
import { projection, type Camera, type Size, type Spot } from './camera.ts';
import type { MapRoute } from './map-content.ts';
import type { MapGround } from './map-ground.ts';
import { sizeOf, type Mark } from './marks.ts';
import type { Palette } from './palette.ts';
import { otherLooks, type Picture, type PictureSheet, type TextSize } from './pictures.ts';

/** All that a frame shows. */
export interface Scene {
  camera: Camera;
  size: Size;
  /** Pixels of the screen for a CSS pixel. */
  scale: number;
  marks: readonly Mark[];
  routes: readonly MapRoute[];
  depots: readonly Spot[];
  /** Ids of rows that are selected or marked. */
  chosen: ReadonlySet<string>;
  hovered: string | null;
  palette: Palette;
  /** Null: a ground in one colour. */
  ground: MapGround | null;
}

/** Puts a picture's top left corner at a place, in pixels of the screen. */
type Put = (picture: Picture, left: number, top: number) => void;

/** Of lines: those below clusters are many, and only say where routes are. */
export const lineOpacityOf = ({ marks }: Scene): number => (marks.some(({ ids }) => ids.length > 1) ? 0.35 : 0.7);

/** A look of its own for what failed, grey for what is done, else the route's (design tokens, route-1 to route-12). */
function lookOf({ route, ids, isDone, isFailed }: Mark): number {
  if (isFailed) return otherLooks.failed;
  if (isDone) return otherLooks.done;
  if (route !== null) return route % routeLooks;
  return ids.length === 1 ? otherLooks.none : otherLooks.mixed;
}

/** Positions of three and more digits fit into the mark of a stop only if they are small. */
function textSizeOf({ ids }: Mark, text: string): TextSize {
  if (ids.length > 1) return 2;
  return text.length < 3 ? 1 : 0;
}

/** The disc of a stop that failed has a cross where its position would be. */
const textOf = ({ ids, position, isFailed }: Mark): string =>
  ids.length > 1 ? String(ids.length) : position === null || isFailed ? '' : String(position);

/** Puts one frame's pictures, from the lowest to the upmost; those under the pointer and the depots come last. */
export class Sprites {
  readonly #sheet: PictureSheet;
  readonly #put: Put;

  constructor(sheet: PictureSheet, put: Put) {
    this.#sheet = sheet;
    this.#put = put;
  }

  putAll({ camera, size, marks, depots, chosen, hovered }: Scene): void {
    const project = projection(camera, size);
    // All rings are below all marks, so that none covers a number.
    if (chosen.size > 0)
      for (const mark of marks)
        if (mark.ids.some((id) => chosen.has(id)))
          this.#putMiddle(this.#sheet.chosenRings[sizeOf(mark)], project(mark.at));
    for (const mark of marks) this.#putMark(mark, project(mark.at));
    for (const at of depots) this.#putMiddle(this.#sheet.depot, project(at));
    const upmost = hovered === null ? undefined : marks.find(({ ids }) => ids.includes(hovered));
    if (upmost === undefined) return;
    const spot = project(upmost.at);
    this.#putMark(upmost, spot);
    this.#putMiddle(this.#sheet.hoveredRings[sizeOf(upmost)], spot);
  }

  #putMark(mark: Mark, spot: Spot): void {
    const disc = this.#sheet.discs[sizeOf(mark)]?.[lookOf(mark)];
    if (disc === undefined) return;
    this.#putMiddle(disc.picture, spot);
    const text = textOf(mark);
    if (text === '') return;
    const digits = this.#sheet.digits[textSizeOf(mark, text)]?.[disc.ink];
    if (digits !== undefined) this.#putText(text, digits, spot);
  }

  #putMiddle(picture: Picture | undefined, { x, y }: Spot): void {
    if (picture === undefined) return;
    const { scale } = this.#sheet;
    // Whole pixels keep edges sharp.
    this.#put(picture, Math.round(x * scale - picture.width / 2), Math.round(y * scale - picture.height / 2));
  }

  #putText(text: string, digits: readonly Picture[], { x, y }: Spot): void {
    const { scale } = this.#sheet;
    let width = 0;
    for (const digit of text) width += digits[Number(digit)]?.width ?? 0;
    let left = Math.round(x * scale - width / 2);
    for (const digit of text) {
      const picture = digits[Number(digit)];
      if (picture === undefined) continue;
      this.#put(picture, left, Math.round(y * scale - picture.height / 2));
      left += picture.width;
    }
  }
}
