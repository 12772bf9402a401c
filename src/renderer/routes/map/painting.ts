/** Paints the marks and lines of a map on a canvas. */
import type { Camera, Size, Spot } from './camera.ts';
import { onScreen, pointAt } from './camera.ts';
import { radiusOf, type MapRoute, type Mark } from './marks.ts';

/** The colours of the current theme. */
export interface Palette {
  surface: string;
  text: string;
  line: string;
  /** Of the routes, from the first. */
  routes: readonly string[];
}

/** Reads the colours from the page, because a canvas does not know CSS variables. */
export function paletteOf(element: Element, routeColours: number): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ...{ surface: read('--surface'), text: read('--text'), line: read('--line-strong') },
    routes: Array.from({ length: routeColours }, (_, index) => read(`--route-${index + 1}`)),
  };
}

export interface Painting {
  camera: Camera;
  size: Size;
  marks: readonly Mark[];
  routes: readonly MapRoute[];
  /** Ids of rows that are selected or marked. */
  chosen: ReadonlySet<string>;
  hovered: string | null;
  /** The line that is being drawn around stops. */
  outline: readonly Spot[];
  palette: Palette;
}

const colourOf = ({ routes, line }: Palette, route: number | null): string =>
  route === null ? line : (routes[route % routes.length] ?? line);

function path(context: CanvasRenderingContext2D, spots: readonly Spot[]): void {
  context.beginPath();
  spots.forEach(({ x, y }, index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
}

function paintMark(context: CanvasRenderingContext2D, mark: Mark, { palette, chosen, hovered }: Painting): void {
  const { x, y } = mark.spot;
  const radius = radiusOf(mark);
  const colour = colourOf(palette, mark.route);
  const isChosen = mark.ids.some((id) => chosen.has(id));
  const isHovered = hovered !== null && mark.ids.includes(hovered);
  context.globalAlpha = mark.isDone && !isChosen && !isHovered ? 0.5 : 1;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = mark.route === null && mark.ids.length === 1 ? palette.surface : colour;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = mark.route === null ? palette.line : palette.surface;
  context.stroke();
  if (isChosen || isHovered) {
    context.beginPath();
    context.arc(x, y, radius + 3, 0, 2 * Math.PI);
    context.lineWidth = isChosen ? 3 : 2;
    context.strokeStyle = palette.text;
    context.stroke();
  }
  const text = mark.ids.length > 1 ? String(mark.ids.length) : mark.position === null ? '' : String(mark.position);
  context.fillStyle = mark.route === null && mark.ids.length === 1 ? palette.text : palette.surface;
  context.fillText(text, x, y + 0.5);
  context.globalAlpha = 1;
}

/** Paints one frame. */
export function paint(context: CanvasRenderingContext2D, painting: Painting): void {
  const { camera, size, marks, routes, outline, palette } = painting;
  context.clearRect(0, 0, size.width, size.height);
  context.lineJoin = 'round';
  for (const { route, through } of routes) {
    path(
      context,
      through.map((at) => onScreen(pointAt(at), camera, size)),
    );
    context.lineWidth = 2;
    context.globalAlpha = 0.7;
    context.strokeStyle = colourOf(palette, route);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.font = '600 10px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const mark of marks) paintMark(context, mark, painting);
  if (outline.length > 1) {
    path(context, outline);
    context.closePath();
    context.lineWidth = 1.5;
    context.setLineDash([5, 4]);
    context.strokeStyle = palette.text;
    context.stroke();
    context.setLineDash([]);
  }
}
