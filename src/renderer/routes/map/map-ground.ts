/** What is below the stops of a map, and what is said of it. */
import { t } from '../../../messages/index.ts';
import type { MapBackground, Tile, TileFileProblem, TilePlace, TileSet } from '../../../shared/map-background.ts';

/** A background that can be drawn. The same object until the background changes. */
export interface MapGround {
  tiles: TileSet;
  /** Null: there is no tile, or it cannot be had now. */
  tile: (place: TilePlace) => Promise<Tile | null>;
}

const problems = {
  missing: 'routes.groundMissing',
  foreign: 'routes.groundForeign',
  unsupported: 'routes.groundUnsupported',
  damaged: 'routes.groundDamaged',
} as const satisfies Record<TileFileProblem, string>;

/** What is wrong with a background's file, in a sentence; null: nothing. */
export const groundProblem = (shown: MapBackground): string | null =>
  shown.kind === 'file' && shown.tiles === null ? t(problems[shown.problem], { name: shown.name }) : null;

/**
 * The sentence beside a map with a background: whose it is, which host is asked, or why there is none.
 *
 * @param drawing how the map is drawn: shapes need a graphics card
 */
export function groundNote(shown: MapBackground, drawing: 'canvas' | 'webgl', hasCard: boolean): string | null {
  if (shown.kind === 'none') return null;
  if (shown.tiles === null) return groundProblem(shown);
  if (shown.tiles.format === 'vector' && drawing === 'canvas' && !hasCard)
    return t('routes.groundNeedsCard', { name: shown.kind === 'file' ? shown.name : shown.host });
  if (shown.kind === 'address') return t('routes.groundHost', { host: shown.host });
  return shown.tiles.attribution;
}
