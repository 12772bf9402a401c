/** The colours of a map in the current theme, as a drawing needs them: canvas and WebGL do not know CSS variables. */
import { routeColours } from '../route-looks.ts';

export interface Palette {
  ground: string;
  surface: string;
  text: string;
  line: string;
  accent: string;
  danger: string;
  /** Of a background of vector tiles. */
  water: string;
  green: string;
  building: string;
  road: string;
  /** Of the routes, from the first. */
  routes: readonly string[];
}

/** Reads the colours from the page, as `#rrggbb` however the build has shortened them. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const read = (name: string) => {
    const colour = style.getPropertyValue(name).trim();
    if (context === null) return colour;
    context.fillStyle = colour;
    return context.fillStyle;
  };
  return {
    ground: read('--surface-sunken'),
    surface: read('--surface'),
    text: read('--text'),
    line: read('--line-strong'),
    accent: read('--accent'),
    danger: read('--danger'),
    water: read('--map-water'),
    green: read('--map-green'),
    building: read('--map-building'),
    road: read('--map-road'),
    routes: Array.from({ length: routeColours }, (_, index) => read(`--route-${index + 1}`)),
  };
}

const inks = ['#000000', '#ffffff'] as const;
export type Ink = 0 | 1;
export const inkColours: readonly string[] = inks;

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The ink in which a number on a colour is read best.
 *
 * @param colour `#rrggbb`
 * @returns 0: black, 1: white. On any colour one of them has a contrast of at least 4.5.
 */
export function inkOn(colour: string): Ink {
  const [own, dark] = [luminance(colour), luminance(inks[0])];
  return (own + 0.05) / (dark + 0.05) >= 1.05 / (own + 0.05) ? 0 : 1;
}

/**
 * How strongly picture tiles show: they are made for light pages and for reading the map alone, and here the stops are
 * what is seen first.
 */
export const groundOpacity = ({ ground }: Pick<Palette, 'ground'>): number => (luminance(ground) > 0.5 ? 0.65 : 0.4);
