/** Depots (planning-api, Depot). */
import { z } from 'zod';
import { address, read } from './shapes.ts';

const readTime = read(z.looseObject({ hour: z.number(), minute: z.number() }));

export const depot = z.looseObject({
  id: z.string(),
  name: read(z.string()),
  routeOverrides: read(
    z.looseObject({
      startTime: readTime,
      endTime: readTime,
      startAddress: read(address),
      endAddress: read(address),
      defaultTimeAtStop: read(z.number()),
      maxStops: read(z.number()),
      roadSide: read(z.string()),
      vehicleType: read(z.string()),
      roundTrip: read(z.boolean()),
    }),
  ),
});
export type Depot = z.infer<typeof depot>;

export interface DepotRow {
  id: string;
  name: string;
}
