/** Gives MapLibre the tiles of a background: its own requests are calls to main, never to an address. */
import { addProtocol, type LayerSpecification, type SourceSpecification } from 'maplibre-gl';
import type { MapGround } from './map-ground.ts';
import { groundOpacity, type Palette } from './palette.ts';
import { rasterTileSize } from './tile-grid.ts';
import { vectorLayers } from './vector-style.ts';

const scheme = 'background';
/** The name of the source. */
export const backgroundSource = 'background';

/** By number, because MapLibre knows protocols for all maps of a window. */
const grounds = new Map<string, MapGround>();
let last = 0;

/** As MapLibre expects it of tiles that a server does not have: it shows the one above. */
const noTile = () => Object.assign(new Error('There is no tile.'), { status: 404 });

addProtocol(scheme, async ({ url }) => {
  const [number = '', zoom, x, y] = url.slice(`${scheme}://`.length).split('/');
  const tile = await grounds.get(number)?.tile({ zoom: Number(zoom), x: Number(x), y: Number(y) });
  if (tile == null) throw noTile();
  return { data: new Uint8Array(tile.bytes).buffer };
});

/** A background that one map shows. */
export class TileSource {
  readonly source: SourceSpecification;
  readonly #number: string;
  readonly #ground: MapGround;

  constructor(ground: MapGround) {
    this.#ground = ground;
    last += 1;
    this.#number = String(last);
    grounds.set(this.#number, ground);
    const { format, least: minzoom, most: maxzoom } = ground.tiles;
    const shared = { tiles: [`${scheme}://${this.#number}/{z}/{x}/{y}`], minzoom, maxzoom };
    this.source =
      format === 'vector' ? { type: 'vector', ...shared } : { type: 'raster', ...shared, tileSize: rasterTileSize };
  }

  /** From the lowest up. */
  layers(palette: Palette): LayerSpecification[] {
    if (this.#ground.tiles.format === 'vector') return vectorLayers(backgroundSource, palette);
    return [
      {
        id: 'background-tiles',
        type: 'raster',
        source: backgroundSource,
        paint: { 'raster-opacity': groundOpacity(palette), 'raster-fade-duration': 0 },
      },
    ];
  }

  end(): void {
    grounds.delete(this.#number);
  }
}
