/** The map alone in a window, with what a test or a benchmark wants it to show. It keeps what the map tells. */
import { mount } from 'svelte';
import { mapContent } from '../../../src/renderer/routes/map/map-content.ts';
import RouteMap from '../../../src/renderer/routes/map/RouteMap.svelte';
import type { ShownPlan } from './plan-of-many.ts';

/** What the map told its screen, in order. */
export interface Told {
  marked: { ids: readonly string[]; adds: boolean }[];
  selected: string[];
  opened: string[];
  hovered: (string | null)[];
}

const state = $state({ hovered: null as string | null });
let content = $state.raw(mapContent([], []));
let chosen = $state.raw<ReadonlySet<string>>(new Set());
const told: Told = { marked: [], selected: [], opened: [], hovered: [] };

const stand = {
  told,
  show: ({ rows, lines }: ShownPlan) => (content = mapContent(rows, lines)),
};
export type MapStand = typeof stand;
Object.assign(globalThis, { stand });

if (location.search === '?software') {
  // The map takes WebGL from a graphics card only. Where there is none, a program that draws in its place has to do.
  const prototype = HTMLCanvasElement.prototype;
  type GetContext = (this: HTMLCanvasElement, type: string, options?: object) => unknown;
  const getContext = Reflect.get(prototype, 'getContext') as GetContext;
  const taking: GetContext = function (type, options) {
    return getContext.call(this, type, { ...options, failIfMajorPerformanceCaveat: false });
  };
  Reflect.set(prototype, 'getContext', taking);
}

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no place for the map.');
mount(RouteMap, {
  target,
  props: {
    get content() {
      return content;
    },
    get chosen() {
      return chosen;
    },
    get hovered() {
      return state.hovered;
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
