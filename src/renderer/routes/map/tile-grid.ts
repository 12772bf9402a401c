/** Which tiles of a background a map shows, and where on the screen. */
import type { TilePlace, TileSet } from '../../../shared/map-background.ts';
import { extentOf, projection, type Camera, type Size } from './camera.ts';

/** The earth is one tile of so many CSS pixels at zoom 0, as servers of picture tiles count. */
export const rasterTileSize = 256;
/** A screen of 5,120 × 2,880 has fewer. */
const mostTiles = 400;

/** A tile on the screen, in CSS pixels from the top left of the map. */
export interface PlacedTile {
  place: TilePlace;
  left: number;
  top: number;
  size: number;
}

/**
 * The tiles on the screen. Beyond the last zoom of the background its tiles are drawn larger.
 *
 * @returns none below the first zoom of the background, where the screen would show thousands
 */
export function tilesInView(
  camera: Camera,
  size: Size,
  { least, most }: Pick<TileSet, 'least' | 'most'>,
): PlacedTile[] {
  // The map counts zooms with tiles of 512 pixels.
  const wanted = Math.round(camera.zoom) + 1;
  if (wanted < least) return [];
  const zoom = Math.min(wanted, most);
  const count = 2 ** zoom;
  const { west, east, north, south } = extentOf(camera, size, 0);
  const range = (from: number, to: number) => {
    const [first, last] = [Math.max(0, Math.floor(from * count)), Math.min(count - 1, Math.floor(to * count))];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  };
  const [columns, rows] = [range(west, east), range(north, south)];
  if (columns.length * rows.length > mostTiles) return [];
  const project = projection(camera, size);
  const [left, right] = [project({ x: 0, y: 0 }).x, project({ x: 1, y: 0 }).x];
  const width = (right - left) / count;
  return rows.flatMap((y) =>
    columns.map((x) => {
      const at = project({ x: x / count, y: y / count });
      return { place: { zoom, x, y }, left: at.x, top: at.y, size: width };
    }),
  );
}
