/** The map alone in a window, with what a test or a benchmark wants it to show. It keeps what the map tells. */
import { mount } from 'svelte';
import type { MapBackground, Tile, TileSet } from '../../../src/shared/map-background.ts';
import { mapContent } from '../../../src/renderer/routes/map/map-content.ts';
import { MapPlace } from '../../../src/renderer/routes/map/map-place.svelte.ts';
import RouteMap from '../../../src/renderer/routes/map/RouteMap.svelte';
import { takeSoftwareWebGl } from '../software-webgl.ts';
import type { ShownPlan } from './plan-of-many.ts';

/** What the map told its screen, in order. */
export interface Told {
  marked: { ids: readonly string[]; adds: boolean }[];
  selected: string[];
  opened: string[];
  hovered: (string | null)[];
}

const state = $state({ hovered: null as string | null });
let content = $state.raw(mapContent([], { lines: [] }));
let chosen = $state.raw<ReadonlySet<string>>(new Set());
let background = $state.raw<MapBackground>({ kind: 'none' });
let everywhere: Tile | null = null;
let asked = 0;
const told: Told = { marked: [], selected: [], opened: [], hovered: [] };

const stand = {
  told,
  show: ({ rows, lines }: ShownPlan) => (content = mapContent(rows, { lines })),
  /** Shows a background that has the same tile everywhere. */
  showGround: (format: TileSet['format'], bytes: readonly number[]) => {
    everywhere = { bytes: new Uint8Array(bytes), type: format === 'vector' ? 'application/x-protobuf' : 'image/png' };
    background = {
      kind: 'file',
      name: 'region.pmtiles',
      tiles: { format, least: 0, most: 6, attribution: '© Mappers' },
    };
  },
  hideGround: () => (background = { kind: 'none' }),
  tilesAsked: () => asked,
};
export type MapStand = typeof stand;
Object.assign(globalThis, { stand });

if (location.search === '?software') takeSoftwareWebGl();

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no place for the map.');
mount(RouteMap, {
  target,
  props: {
    get content() {
      return content;
    },
    place: new MapPlace(),
    get chosen() {
      return chosen;
    },
    get hovered() {
      return state.hovered;
    },
    get background() {
      return background;
    },
    tile: () => {
      asked += 1;
      return Promise.resolve(everywhere);
    },
    onmark: (ids: readonly string[], adds: boolean) => {
      told.marked.push({ ids, adds });
      chosen = new Set([...(adds ? chosen : []), ...ids]);
    },
    onselect: (id: string) => {
      told.selected.push(id);
      chosen = new Set([id]);
    },
    onopen: (id: string) => void told.opened.push(id),
    onhover: (id: string | null) => {
      told.hovered.push(id);
      state.hovered = id;
    },
  },
});
