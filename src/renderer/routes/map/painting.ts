/** Paints a map on a canvas. */
import { routeLook, type RouteLook } from '../route-looks.ts';
import { projection } from './camera.ts';
import type { Palette } from './palette.ts';
import type { PictureSheet } from './pictures.ts';
import type { CanvasTiles } from './canvas-tiles.ts';
import { lineOpacityOf, Sprites, type Scene } from './sprites.ts';

/** Of the line of a route, in CSS pixels. */
export const lineWidth = 2;
/** The dashes of lines, in line widths: they say what colours no longer can. */
export const lineDashes: Readonly<Record<RouteLook['pattern'], readonly number[]>> = {
  plain: [],
  striped: [5, 2],
  dotted: [1, 1.5],
};

/** The colour of a route's line. */
export const lineColour = ({ routes, line }: Palette, route: number): string =>
  routes[routeLook(route).colour - 1] ?? line;

function paintLines(context: CanvasRenderingContext2D, scene: Scene): void {
  const { camera, size, routes, palette } = scene;
  const project = projection(camera, size);
  context.lineJoin = 'round';
  context.lineWidth = lineWidth;
  context.globalAlpha = lineOpacityOf(scene);
  for (const { route, through } of routes) {
    context.beginPath();
    for (const at of through) {
      const { x, y } = project(at);
      context.lineTo(x, y);
    }
    context.setLineDash(lineDashes[routeLook(route).pattern].map((part) => part * lineWidth));
    context.strokeStyle = lineColour(palette, route);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/**
 * Paints one frame.
 *
 * @param tiles of the background; null: none
 */
export function paint(
  context: CanvasRenderingContext2D,
  sheet: PictureSheet,
  scene: Scene,
  tiles: CanvasTiles | null,
): void {
  context.setTransform(sheet.scale, 0, 0, sheet.scale, 0, 0);
  context.clearRect(0, 0, scene.size.width, scene.size.height);
  tiles?.paint(context, scene);
  paintLines(context, scene);
  // Pictures are placed in pixels of the screen.
  context.setTransform(1, 0, 0, 1, 0, 0);
  const sprites = new Sprites(sheet, ({ left, top, width, height }, x, y) =>
    context.drawImage(sheet.image, left, top, width, height, x, y, width, height),
  );
  sprites.putAll(scene);
}
