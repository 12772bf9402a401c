/**
 * A map drawn by MapLibre with WebGL 2. Loaded when a map opens, because it is larger than the rest of the window. It asks
 * nobody for anything: the style is a ground in one colour and the lines of the routes, without fonts or sprites, its
 * worker comes with the app, and tiles of a background come from main.
 */
import {
  Map as MapLibre,
  setWorkerUrl,
  type FilterSpecification,
  type GeoJSONSource,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { routeLook, type RouteLook } from '../route-looks.ts';
import { pointAt } from './camera.ts';
import { lineColour, lineDashes, lineWidth } from './painting.ts';
import { drawPictures, type PictureSheet } from './pictures.ts';
import { backgroundSource, TileSource } from './tile-source.ts';
import { spriteLayer } from './sprite-layer.ts';
import { lineOpacityOf, type Scene } from './sprites.ts';

setWorkerUrl(workerUrl);

type Lines = Exclude<Parameters<GeoJSONSource['setData']>[0], string>;

const noLines: Lines = { type: 'FeatureCollection', features: [] };
const withPattern = (pattern: string): FilterSpecification => ['==', ['get', 'pattern'], pattern];

const patterns = Object.entries(lineDashes).map(([pattern, dashes]) => ({ id: `lines-${pattern}`, pattern, dashes }));

const styleOf = (scene: Scene): StyleSpecification => ({
  version: 8,
  sources: { lines: { type: 'geojson', data: noLines } },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': scene.palette.ground } },
    ...patterns.map(({ id, pattern, dashes }) => ({
      id,
      type: 'line' as const,
      source: 'lines',
      filter: withPattern(pattern),
      layout: { 'line-join': 'round' as const },
      paint: {
        'line-color': ['get', 'colour'] as ['get', string],
        'line-width': lineWidth,
        'line-opacity': lineOpacityOf(scene),
        ...(dashes.length === 0 ? {} : { 'line-dasharray': [...dashes] }),
      },
    })),
  ],
});

const linesOf = ({ routes, palette }: Scene): Lines => ({
  type: 'FeatureCollection',
  features: routes.map(({ route, through }) => {
    const pattern: RouteLook['pattern'] = routeLook(route).pattern;
    const coordinates = through.map((at) => {
      const { longitude, latitude } = pointAt(at);
      return [longitude, latitude];
    });
    return {
      type: 'Feature',
      properties: { colour: lineColour(palette, route), pattern },
      geometry: { type: 'LineString', coordinates },
    };
  }),
});

const cameraOf = ({ camera: { centre, zoom } }: Scene) => ({
  center: [centre.longitude, centre.latitude] as [number, number],
  zoom,
});

interface Tells {
  /** The first frame is drawn. */
  onready: () => void;
  /** It cannot draw, or no longer: the graphics card was reset or taken away. */
  onfail: () => void;
}

/** A MapLibre map that shows one scene after the other. */
export class WebGlMap {
  readonly #map: MapLibre;
  #scene: Scene;
  #sheet: PictureSheet;
  #isLoaded = false;
  #tiles: TileSource | null = null;

  /** @throws if WebGL 2 does not work */
  constructor(container: HTMLElement, scene: Scene, { onready, onfail }: Tells) {
    this.#scene = scene;
    this.#sheet = drawPictures(scene.palette, scene.scale);
    this.#map = new MapLibre({
      container,
      pixelRatio: scene.scale,
      style: styleOf(scene),
      ...cameraOf(scene),
      interactive: false,
      attributionControl: false,
      maplibreLogo: false,
      trackResize: false,
      renderWorldCopies: false,
      fadeDuration: 0,
      localIdeographFontFamily: false,
      canvasContextAttributes: { contextType: 'webgl2', failIfMajorPerformanceCaveat: true },
      // The view decides where the map looks. MapLibre would move it away from the poles.
      transformConstrain: (center, zoom) => ({ center, zoom }),
    });
    const canvas = this.#map.getCanvas();
    // The surface above it has the name, the keys and the pointer.
    canvas.removeAttribute('tabindex');
    this.#map.on('webglcontextlost', onfail);
    // A tile that cannot be drawn is missing; the map stays.
    this.#map.on('error', (event) => {
      if (!('sourceId' in event && event.sourceId === backgroundSource)) onfail();
    });
    this.#map.once('load', () => {
      this.#map.addLayer(spriteLayer(() => ({ scene: this.#scene, sheet: this.#sheet })));
      this.#isLoaded = true;
      this.#setLines();
      this.#setTiles();
      this.#map.once('idle', onready);
    });
  }

  /** Shows a scene with the next frame. */
  show(scene: Scene): void {
    const before = this.#scene;
    this.#scene = scene;
    const [isOtherTheme, isOtherScale] = [before.palette !== scene.palette, before.scale !== scene.scale];
    if (isOtherTheme || isOtherScale) this.#sheet = drawPictures(scene.palette, scene.scale);
    // Marks are placed in pixels of the screen, so MapLibre has to count the same ones.
    if (isOtherScale) this.#map.setPixelRatio(scene.scale);
    if (before.size !== scene.size) this.#map.resize();
    this.#map.jumpTo(cameraOf(scene));
    if (!this.#isLoaded) return;
    if (isOtherTheme) this.#map.setPaintProperty('ground', 'background-color', scene.palette.ground);
    const opacity = lineOpacityOf(scene);
    if (opacity !== lineOpacityOf(before))
      for (const { id } of patterns) this.#map.setPaintProperty(id, 'line-opacity', opacity);
    if (isOtherTheme || before.ground !== scene.ground) this.#setTiles();
    if (isOtherTheme || before.routes !== scene.routes) this.#setLines();
    this.#map.triggerRepaint();
  }

  end(): void {
    this.#tiles?.end();
    this.#map.remove();
  }

  #setLines(): void {
    void this.#map.getSource<GeoJSONSource>('lines')?.setData(linesOf(this.#scene));
  }

  /** Puts the tiles of the background below the lines. */
  #setTiles(): void {
    for (const { id, source } of this.#map.getStyle().layers.map((layer) => ({ source: undefined, ...layer })))
      if (source === backgroundSource) this.#map.removeLayer(id);
    if (this.#tiles !== null) this.#map.removeSource(backgroundSource);
    this.#tiles?.end();
    const { ground, palette } = this.#scene;
    this.#tiles = ground === null ? null : new TileSource(ground);
    if (this.#tiles === null) return;
    this.#map.addSource(backgroundSource, this.#tiles.source);
    const [lowest] = patterns;
    for (const layer of this.#tiles.layers(palette)) this.#map.addLayer(layer, lowest?.id);
  }
}
