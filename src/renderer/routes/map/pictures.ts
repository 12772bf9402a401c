/**
 * The small pictures that marks are put together from: discs, rings, digits and the depot. They are drawn once for a theme
 * and a resolution of the screen, into one sheet from which both drawings copy, so that both look the same and a frame
 * costs no circles and no text.
 */
import { routeLook, routeLooks, type RouteLook } from '../route-looks.ts';
import type { Spot } from './camera.ts';
import { radii } from './marks.ts';
import { inkColours, inkOn, type Ink, type Palette } from './palette.ts';

/** A part of the sheet. Sizes on the screen are in CSS pixels, places in the sheet in pixels of the sheet. */
export interface Picture {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A disc, and the ink in which its number is read. */
export interface Disc {
  picture: Picture;
  ink: Ink;
}

/** Discs that stand for no single route come after those of the routes. */
export const otherLooks = {
  none: routeLooks,
  mixed: routeLooks + 1,
  done: routeLooks + 2,
  failed: routeLooks + 3,
} as const;

/** Of digits, in CSS pixels: long numbers in small marks, usual ones, clusters. */
const textSizes = [8, 10, 12] as const;
export type TextSize = 0 | 1 | 2;

export interface PictureSheet {
  /** Not the canvas: copying from one that could still change copies all of it each time. */
  image: ImageBitmap;
  /** Pixels of the sheet for a CSS pixel. */
  scale: number;
  /** By the size of a mark, then by its look. */
  discs: readonly (readonly Disc[])[];
  /** By the size of a mark. */
  chosenRings: readonly Picture[];
  hoveredRings: readonly Picture[];
  /** By size of text, ink and digit. */
  digits: readonly (readonly (readonly Picture[])[])[];
  depot: Picture;
}

type Draw = (context: OffscreenCanvasRenderingContext2D) => void;

const sheetWidth = 1_024;
const full = 2 * Math.PI;

/** Places pictures in rows, and draws them when all are placed. */
class Sheet {
  readonly #scale: number;
  readonly #drawn: { picture: Picture; draw: Draw }[] = [];
  #left = 0;
  #top = 0;
  #rowHeight = 0;

  constructor(scale: number) {
    this.#scale = scale;
  }

  /** @param draw draws with its origin in the middle of the picture, in CSS pixels */
  add(width: number, height: number, draw: Draw): Picture {
    const [across, down] = [Math.ceil(width * this.#scale), Math.ceil(height * this.#scale)];
    if (this.#left + across > sheetWidth) {
      this.#left = 0;
      this.#top += this.#rowHeight;
      this.#rowHeight = 0;
    }
    const picture = { left: this.#left, top: this.#top, width: across, height: down };
    // A pixel between pictures, so that none shows the edge of its neighbour.
    this.#left += across + 1;
    this.#rowHeight = Math.max(this.#rowHeight, down + 1);
    this.#drawn.push({ picture, draw });
    return picture;
  }

  draw(): ImageBitmap {
    const canvas = new OffscreenCanvas(sheetWidth, this.#top + this.#rowHeight);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser draws no 2D pictures.');
    for (const { picture, draw } of this.#drawn) {
      const [x, y] = [picture.left + picture.width / 2, picture.top + picture.height / 2];
      context.setTransform(this.#scale, 0, 0, this.#scale, x, y);
      draw(context);
    }
    return canvas.transferToImageBitmap();
  }
}

function circle(context: OffscreenCanvasRenderingContext2D, radius: number, width: number, colour: string): void {
  context.beginPath();
  context.arc(0, 0, radius, 0, full);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}

/** A disc with a border that sets it off from lines and other discs. */
const disc =
  (radius: number, fill: string, border: string): Draw =>
  (context) => {
    context.beginPath();
    context.arc(0, 0, radius, 0, full);
    context.fillStyle = fill;
    context.fill();
    circle(context, radius, 2, border);
  };

/** Dashes of the border say what colours no longer can; numbers stay readable. */
const borderDashes: Readonly<Record<RouteLook['pattern'], readonly number[]>> = {
  plain: [],
  striped: [5, 3],
  dotted: [2, 2],
};

const routeDisc =
  (radius: number, { colour, pattern }: RouteLook, palette: Palette): Draw =>
  (context) => {
    const fill = palette.routes[colour - 1] ?? palette.line;
    disc(radius, fill, palette.surface)(context);
    if (pattern === 'plain') return;
    circle(context, radius - 1, 4, palette.surface);
    context.setLineDash([...borderDashes[pattern]]);
    circle(context, radius, 2, fill);
    context.setLineDash([]);
  };

function cross(context: OffscreenCanvasRenderingContext2D, { x, y }: Spot, arm: number, colour: string): void {
  context.beginPath();
  context.moveTo(x - arm, y - arm);
  context.lineTo(x + arm, y + arm);
  context.moveTo(x + arm, y - arm);
  context.lineTo(x - arm, y + arm);
  context.lineWidth = 2;
  context.strokeStyle = colour;
  context.stroke();
}

/** With a cross, because colour alone says nothing to some: in the middle of a stop, at the edge of a cluster. */
const failedDisc =
  (radius: number, palette: Palette): Draw =>
  (context) => {
    disc(radius, palette.danger, palette.surface)(context);
    if (radius === radii[0]) {
      cross(context, { x: 0, y: 0 }, 3.5, inkColours[inkOn(palette.danger)] ?? palette.surface);
      return;
    }
    const edge = { x: 0.7 * radius, y: -0.7 * radius };
    context.beginPath();
    context.arc(edge.x, edge.y, 5, 0, full);
    context.fillStyle = palette.surface;
    context.fill();
    cross(context, edge, 2.5, palette.danger);
  };

function discsOf(sheet: Sheet, radius: number, palette: Palette): Disc[] {
  const side = 2 * radius + 4;
  const add = (ink: string, draw: Draw): Disc => ({ picture: sheet.add(side, side, draw), ink: inkOn(ink) });
  const routes = Array.from({ length: routeLooks }, (_, index) => {
    const look = routeLook(index);
    return add(palette.routes[look.colour - 1] ?? palette.line, routeDisc(radius, look, palette));
  });
  return [
    ...routes,
    add(palette.surface, disc(radius, palette.surface, palette.line)),
    add(palette.surface, disc(radius, palette.surface, palette.text)),
    add(palette.line, disc(radius, palette.line, palette.surface)),
    add(palette.danger, failedDisc(radius, palette)),
  ];
}

/** @param width of the line; around it a border, so that it is seen on every colour */
const ring = (sheet: Sheet, radius: number, width: number, colour: string, border: string): Picture =>
  sheet.add(2 * radius + 12, 2 * radius + 12, (context) => {
    circle(context, radius + 2.5, width + 2, border);
    circle(context, radius + 2.5, width, colour);
  });

function digitsOf(sheet: Sheet, size: number, colour: string): Picture[] {
  const font = `700 ${size}px 'Segoe UI', 'SF Pro Text', 'Noto Sans', 'Liberation Sans', system-ui, sans-serif`;
  const measure = new OffscreenCanvas(1, 1).getContext('2d');
  if (measure === null) throw new Error('The browser draws no 2D pictures.');
  measure.font = font;
  return Array.from({ length: 10 }, (_, digit) =>
    sheet.add(measure.measureText(String(digit)).width, size + 2, (context) => {
      context.font = font;
      context.textAlign = 'center';
      context.textBaseline = 'alphabetic';
      context.fillStyle = colour;
      // The height of digits is some 0.72 of the size; this puts them in the middle.
      context.fillText(String(digit), 0, size * 0.36);
    }),
  );
}

/** A diamond: no stop looks like it, in any colour. */
const depotOf = (sheet: Sheet, palette: Palette): Picture =>
  sheet.add(26, 26, (context) => {
    context.beginPath();
    context.moveTo(0, -10);
    context.lineTo(10, 0);
    context.lineTo(0, 10);
    context.lineTo(-10, 0);
    context.closePath();
    context.fillStyle = palette.text;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = palette.surface;
    context.stroke();
    context.fillStyle = palette.surface;
    context.fillRect(-2.5, -2.5, 5, 5);
  });

/**
 * Draws all pictures.
 *
 * @param scale pixels of the screen for a CSS pixel
 */
export function drawPictures(palette: Palette, scale: number): PictureSheet {
  const sheet = new Sheet(scale);
  const discs = radii.map((radius) => discsOf(sheet, radius, palette));
  const chosenRings = radii.map((radius) => ring(sheet, radius, 3, palette.text, palette.surface));
  const hoveredRings = radii.map((radius) => ring(sheet, radius, 3, palette.accent, palette.surface));
  const digits = textSizes.map((size) => inkColours.map((colour) => digitsOf(sheet, size, colour)));
  const depot = depotOf(sheet, palette);
  return { image: sheet.draw(), scale, discs, chosenRings, hoveredRings, digits, depot };
}
