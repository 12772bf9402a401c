import type { Handlers } from '../../shared/contract.ts';
import { readTileAddress, type MapBackground } from '../../shared/map-background.ts';
import type { Context } from './context.ts';

export function mapHandlers(context: Context): Handlers['map'] {
  const { map, desktop } = context;

  async function set(use: () => Promise<void>): Promise<MapBackground> {
    await use();
    context.changed(['settings'], null);
    return map.describe();
  }

  return {
    background: () => map.describe(),
    async chooseFile() {
      const path = await desktop.chooseTileFile();
      return path === null ? map.describe() : set(() => map.useFile(path));
    },
    async setAddress({ address }) {
      const read = readTileAddress(address);
      // A window that was taken over could tell a foreign host something by the tiles it asks for (attack 24).
      if (!('problem' in read) && !(await desktop.confirmTileHost(read.host))) return map.describe();
      return set(() => map.useAddress(address));
    },
    turnOff: () => set(() => map.turnOff()),
    tile: (place) => map.tile(place),
  };
}
