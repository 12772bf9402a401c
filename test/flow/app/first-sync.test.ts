/** A sample of `npm run bench -- sync`: the real refresher and cache against a virtual service. */
import { expect, it } from 'vitest';
import { firstSync } from '../../campaigns/bench/models/first-sync.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const size = { plans: 60, stopsInPlan: 50, unassignedStops: 200, drivers: 60 };
/** Pages: 3 of plans, 300 of stops, 10 of unassigned stops, 2 of drivers, 1 of depots, 1 of custom properties. */
const leastSeconds = (3 + 300 + 10 + 2 + 1 + 1 - 1) / 10;

it.each([80, 600])(
  'reads everything near the rate limit with a round trip of %i ms, the opened plan first',
  async (roundTrip) => {
    const result = await firstSync(size, roundTrip, temporaryFolder());
    expect(result.stopsInCache).toBe(3_000);
    expect(result.refused).toBe(0);
    expect(result.requests).toBe(317);
    // The round trips at the start and the end weigh more here than in the five minutes of the benchmark.
    expect(result.took / 1_000).toBeLessThan(leastSeconds * (roundTrip > 500 ? 1.2 : 1.06));
    // Five pages, one after the other, regardless of other reads.
    expect(result.planOpened).toBeLessThan(5 * (roundTrip + 110));
  },
);
