import type { Camera } from './camera.ts';

/** Where the map of a plan looks. The map itself goes while details take its place. */
export class MapPlace {
  /** Null: it has not looked anywhere yet. */
  camera = $state.raw<Camera | null>(null);
}
