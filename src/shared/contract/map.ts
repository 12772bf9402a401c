/** Calls for the background of the map. */
import { z } from '../schemas.ts';
import { call } from '../calls.ts';
import { mostTileAddress, tilePlace, type MapBackground, type Tile } from '../map-background.ts';
import { nothing } from './arguments.ts';

export const mapCalls = {
  map: {
    background: call<MapBackground>()(nothing),
    /** Lets the user choose a PMTiles file. Main keeps its path. A dialog that is cancelled changes nothing. */
    chooseFile: call<MapBackground>()(nothing),
    /**
     * Main asks the user in a dialog of its own, which names the host. Fails with `map.address` for an address that is
     * not `https` or has no place for zoom, column and row.
     */
    setAddress: call<MapBackground>()(z.strictObject({ address: z.string().max(mostTileAddress) })),
    turnOff: call<MapBackground>()(nothing),
    /** A tile of the background; null if it has none there, or none can be had now. */
    tile: call<Tile | null>()(tilePlace),
  },
} as const;
