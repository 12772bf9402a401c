/** A sample of `npm run bench -- sync`: the real reading over a virtual service, with the real cache. */
import { expect, it } from 'vitest';
import { firstSync } from '../../campaigns/bench/models/first-sync.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const size = { plans: 60, stopsInPlan: 50, unassignedStops: 200, drivers: 60 };
/** Pages: 3 of plans, 300 of stops, 10 of unassigned stops, 2 of drivers, 1 of depots. */
const leastSeconds = (3 + 300 + 10 + 2 + 1 - 1) / 10;

it.each([80, 600])(
  'reads all at nearly the limit with a round trip of %i ms, the opened plan first',
  async (roundTrip) => {
    const result = await firstSync(size, roundTrip, temporaryFolder());
    expect(result.stopsInCache).toBe(3_000);
    expect(result.refused).toBe(0);
    expect(result.requests).toBe(316);
    // What a long round trip costs at the start and the end weighs more than in the five minutes of the bench.
    expect(result.took / 1_000).toBeLessThan(leastSeconds * (roundTrip > 500 ? 1.2 : 1.06));
    // Five pages, one after the other, whatever else is going on.
    expect(result.planOpened).toBeLessThan(5 * (roundTrip + 110));
  },
);
