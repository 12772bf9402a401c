/** The picture tiles of a background on a canvas: those that are there are drawn, the others are asked for. */
import type { TilePlace } from '../../../shared/map-background.ts';
import type { MapGround } from './map-ground.ts';
import type { Scene } from './sprites.ts';
import { groundOpacity } from './palette.ts';
import { tilesInView, type PlacedTile } from './tile-grid.ts';

/** Some screens full. */
const mostKept = 300;
/** Zooms above a tile whose picture is drawn in its place. */
const mostAbove = 4;
/** A tile that was not to be had is asked for again when the map shows it so much later, in milliseconds. */
const retryAfter = 30_000;

const keyOf = ({ zoom, x, y }: TilePlace) => `${zoom}/${x}/${y}`;

type Kept = { kind: 'asked' } | { kind: 'none'; since: number } | { kind: 'picture'; picture: ImageBitmap };

export class CanvasTiles {
  readonly #ground: MapGround;
  readonly #onload: () => void;
  /** The ones used last at the end. */
  readonly #kept = new Map<string, Kept>();
  #isOver = false;

  /** @param onload called when there is more to paint */
  constructor(ground: MapGround, onload: () => void) {
    this.#ground = ground;
    this.#onload = onload;
  }

  /** Paints what is there, in CSS pixels. */
  paint(context: CanvasRenderingContext2D, { camera, size, palette }: Scene): void {
    context.globalAlpha = groundOpacity(palette);
    for (const placed of tilesInView(camera, size, this.#ground.tiles)) {
      this.#ask(placed.place);
      this.#paintTile(context, placed);
    }
    context.globalAlpha = 1;
    this.#forget();
  }

  end(): void {
    this.#isOver = true;
    for (const kept of this.#kept.values()) if (kept.kind === 'picture') kept.picture.close();
    this.#kept.clear();
  }

  /** Paints a tile, or the part of one above it that is there. */
  #paintTile(context: CanvasRenderingContext2D, { place, left, top, size }: PlacedTile): void {
    for (let above = 0; above <= Math.min(mostAbove, place.zoom); above += 1) {
      const parts = 2 ** above;
      const kept = this.#kept.get(
        keyOf({ zoom: place.zoom - above, x: Math.floor(place.x / parts), y: Math.floor(place.y / parts) }),
      );
      if (kept?.kind !== 'picture') continue;
      const { picture } = kept;
      const [width, height] = [picture.width / parts, picture.height / parts];
      const [column, row] = [place.x % parts, place.y % parts];
      // Whole pixels: the edges of neighbours would show through each other.
      const [x, y] = [Math.round(left), Math.round(top)];
      const [right, bottom] = [Math.round(left + size), Math.round(top + size)];
      context.drawImage(picture, column * width, row * height, width, height, x, y, right - x, bottom - y);
      return;
    }
  }

  #ask(place: TilePlace): void {
    const key = keyOf(place);
    const kept = this.#kept.get(key);
    if (kept !== undefined && (kept.kind !== 'none' || performance.now() - kept.since < retryAfter)) {
      this.#keep(key, kept);
      return;
    }
    this.#keep(key, { kind: 'asked' });
    void this.#load(place)
      .catch(() => null)
      .then((picture) => {
        if (this.#isOver) {
          picture?.close();
          return;
        }
        this.#keep(key, picture === null ? { kind: 'none', since: performance.now() } : { kind: 'picture', picture });
        if (picture !== null) this.#onload();
      });
  }

  async #load(place: TilePlace): Promise<ImageBitmap | null> {
    const tile = await this.#ground.tile(place);
    return tile === null ? null : createImageBitmap(new Blob([new Uint8Array(tile.bytes)], { type: tile.type }));
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
  }

  #forget(): void {
    for (const [key, kept] of this.#kept) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(key);
      if (kept.kind === 'picture') kept.picture.close();
    }
  }
}
