/**
 * Where a map looks, and what pointer, wheel and keys do to it. It knows no drawing: with WebGL and without, the same
 * press finds the same stop.
 */
import {
  boxBetween,
  dragged,
  fitting,
  pointAt,
  projection,
  zoomed,
  type Camera,
  type Size,
  type Spot,
} from './camera.ts';
import type { MapBackground } from '../../../shared/map-background.ts';
import type { MapContent } from './map-content.ts';
import type { MapGround } from './map-ground.ts';
import type { MapPlace } from './map-place.svelte.ts';
import { idsInside, markAt, Marks, placesOf, type Mark } from './marks.ts';
import type { Palette } from './palette.ts';
import type { Scene } from './sprites.ts';

/** What a map is given, and whom it tells. */
export interface MapProps {
  content: MapContent;
  /** Where it looks, also when it is shown again. */
  place: MapPlace;
  /** Ids of rows that are selected or marked. */
  chosen: ReadonlySet<string>;
  /** The row under the pointer in any view. */
  hovered: string | null;
  /** What the office has set as background. */
  background: MapBackground;
  tile: MapGround['tile'];
  /** @param adds to what is marked, instead of replacing it */
  onmark: (ids: readonly string[], adds: boolean) => void;
  onselect: (id: string) => void;
  onopen: (id: string) => void;
  onhover: (id: string | null) => void;
}

/** Around all stops, in pixels: marks and buttons have room. */
const margin = 48;
/** Of an arrow key, in pixels. */
const keyStep = 80;
/** Of a key or button that zooms. */
const zoomStep = 0.5;
/** A press that moves less is a click, in pixels. */
const clickRoom = 4;

interface Drag {
  from: Spot;
  /** Where the map was when it began. */
  camera: Camera;
  does: 'move' | 'lasso' | 'box';
  hasMoved: boolean;
}

const arrows: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: keyStep, y: 0 },
  ArrowRight: { x: -keyStep, y: 0 },
  ArrowUp: { x: 0, y: keyStep },
  ArrowDown: { x: 0, y: -keyStep },
};

const hasPrimary = (event: MouseEvent | KeyboardEvent) => event.ctrlKey || event.metaKey;
const spotOf = (event: MouseEvent): Spot => ({ x: event.offsetX, y: event.offsetY });

export class MapView {
  /** Of the map on the screen. */
  size = $state.raw<Size>({ width: 0, height: 0 });
  /** Pixels of the screen for a CSS pixel: another number once the window is on another screen. */
  scale = $state(1);
  /** Of the theme; null until it is read. */
  palette = $state.raw<Palette | null>(null);
  /** The line that is being drawn around stops. */
  outline = $state.raw<readonly Spot[]>([]);
  readonly #of: () => MapProps;
  #drag: Drag | null = null;

  readonly #all = $derived.by(() => new Marks(this.#of().content.stops));
  readonly #marks = $derived.by(() =>
    this.camera === null || this.size.width === 0 ? [] : this.#all.inView(this.camera, this.size),
  );
  readonly #ground = $derived.by((): MapGround | null => {
    const { background, tile } = this.#of();
    return background.kind === 'none' || background.tiles === null ? null : { tiles: background.tiles, tile };
  });
  /** What a drawing shows. Null while there is no place to look at. */
  readonly scene = $derived.by((): Scene | null => {
    const { camera, size, scale, palette } = this;
    if (camera === null || palette === null || size.width === 0 || size.height === 0) return null;
    const { content, chosen, hovered } = this.#of();
    return {
      camera,
      size,
      scale,
      palette,
      marks: this.#marks,
      routes: content.routes,
      depots: content.depots,
      chosen,
      hovered,
      ground: this.#ground,
    };
  });

  /** @param of the properties of the component, which change */
  constructor(of: () => MapProps) {
    this.#of = of;
  }

  get camera(): Camera | null {
    return this.#of().place.camera;
  }

  set camera(camera: Camera | null) {
    this.#of().place.camera = camera;
  }

  /** Shows all stops and depots. */
  showAll(): void {
    const { stops, depots } = this.#of().content;
    this.#show([...stops.map(({ at }) => at), ...depots]);
  }

  /** Shows all stops if the map has not looked anywhere yet. Later stops do not move it under the eyes of its user. */
  begin(): void {
    if (this.camera === null && this.size.width > 0) this.showAll();
  }

  zoomIn(): void {
    this.#zoom(zoomStep, this.#middle());
  }

  zoomOut(): void {
    this.#zoom(-zoomStep, this.#middle());
  }

  /** Marks the stops that are on the screen: what drawing around them does without a pointer. */
  markInView(adds: boolean): void {
    const { width, height } = this.size;
    this.#of().onmark(this.#idsInside(boxBetween({ x: 0, y: 0 }, { x: width, y: height })), adds);
  }

  down(event: PointerEvent & { currentTarget: Element }): void {
    if (event.button !== 0 || this.camera === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const does = event.shiftKey ? 'lasso' : hasPrimary(event) ? 'box' : 'move';
    this.#drag = { from: spotOf(event), camera: this.camera, does, hasMoved: false };
  }

  move(event: PointerEvent): void {
    const spot = spotOf(event);
    const drag = this.#drag;
    if (drag === null) {
      const id = this.#stopAt(spot) ?? null;
      if (id !== this.#of().hovered) this.#of().onhover(id);
      return;
    }
    const by = { x: spot.x - drag.from.x, y: spot.y - drag.from.y };
    drag.hasMoved ||= Math.hypot(by.x, by.y) > clickRoom;
    if (!drag.hasMoved) return;
    if (drag.does === 'move') this.camera = dragged(drag.camera, by, this.size);
    else if (drag.does === 'box') this.outline = boxBetween(drag.from, spot);
    else this.outline = [...(this.outline.length === 0 ? [drag.from] : this.outline), spot];
  }

  up(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === null) return;
    const outline = this.outline;
    this.cancel();
    if (!drag.hasMoved) this.#press(this.#markAt(spotOf(event)), event);
    else if (drag.does !== 'move') this.#of().onmark(this.#idsInside(outline), hasPrimary(event));
  }

  /** Ends what the pointer does, without an effect. @returns false: it did nothing */
  cancel(): boolean {
    const wasDragging = this.#drag !== null;
    this.#drag = null;
    this.outline = [];
    return wasDragging;
  }

  leave(): void {
    if (this.#of().hovered !== null) this.#of().onhover(null);
  }

  doublePress(event: MouseEvent): void {
    const id = this.#stopAt(spotOf(event));
    if (id !== undefined) this.#of().onopen(id);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    // A notch of a wheel is a step of some 100 pixels; a touchpad sends many small ones.
    this.#zoom(-event.deltaY / 200, spotOf(event));
  }

  key(event: KeyboardEvent): void {
    if (hasPrimary(event) || event.altKey || this.camera === null) return;
    const step = arrows[event.key];
    if (step !== undefined) this.camera = dragged(this.camera, step, this.size);
    else if (event.key === '+' || event.key === '=') this.zoomIn();
    else if (event.key === '-') this.zoomOut();
    else if (event.key === '0') this.showAll();
    else if (event.key === ' ') this.markInView(event.shiftKey);
    else if (event.key !== 'Escape' || !this.cancel()) return;
    event.preventDefault();
    // Escape would close the pane beside the table too.
    event.stopPropagation();
  }

  #press(mark: Mark | undefined, event: PointerEvent): void {
    if (mark === undefined) return;
    const [first] = mark.ids;
    if (hasPrimary(event)) this.#of().onmark(mark.ids, true);
    else if (mark.ids.length === 1 && first !== undefined) this.#of().onselect(first);
    else this.#show(placesOf(mark, this.#of().content.stops));
  }

  #show(places: readonly Spot[]): void {
    this.camera = fitting(places.map(pointAt), this.size, margin) ?? this.camera;
  }

  #zoom(by: number, about: Spot): void {
    if (this.camera !== null) this.camera = zoomed(this.camera, by, about, this.size);
  }

  #middle(): Spot {
    return { x: this.size.width / 2, y: this.size.height / 2 };
  }

  #markAt(spot: Spot): Mark | undefined {
    return this.camera === null ? undefined : markAt(this.#marks, spot, projection(this.camera, this.size));
  }

  /** The stop at a place on the screen; a cluster is none. */
  #stopAt(spot: Spot): string | undefined {
    const ids = this.#markAt(spot)?.ids ?? [];
    return ids.length === 1 ? ids[0] : undefined;
  }

  #idsInside(outline: readonly Spot[]): string[] {
    return this.camera === null ? [] : idsInside(this.#marks, outline, projection(this.camera, this.size));
  }
}
