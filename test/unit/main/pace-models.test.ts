/** A sample of `npm run bench -- pace`: the same runs, shorter. */
import { describe, expect, it } from 'vitest';
import { shareAddress } from '../../campaigns/bench/models/desks.ts';
import { bulk, clicks, lowJitter, quantile, submits } from '../../campaigns/bench/models/races.ts';
import { models, sustained, type ModelName } from '../../campaigns/bench/models/servers.ts';

const names = Object.keys(models) as ModelName[];

describe('the rate limiter against services that count differently', () => {
  it.each(names)('reads within 4 % of the limit with hardly a 429 from a service that counts by %s', async (name) => {
    const { ratio, refused, sent } = await bulk(models[name], 'planning.read', lowJitter, 1_000, 2);
    expect(ratio).toBeGreaterThan(0.99);
    expect(ratio).toBeLessThanOrEqual(1.04);
    expect(refused / sent).toBeLessThanOrEqual(0.005);
  });

  it('reaches at least 97 % of the limit without a 429 with a sliding log', async () => {
    const { ratio, refused } = await bulk(models['sliding log'], 'planning.read', lowJitter, 3_000, 2);
    expect(1 / ratio).toBeGreaterThanOrEqual(0.97);
    expect(refused).toBe(0);
  });

  it.each(names)('spaces requests more widely when arrivals vary, with a service that counts by %s', async (name) => {
    const { ratio, refused, sent } = await bulk(models[name], 'planning.read', { least: 35, jitter: 200 }, 1_000, 2);
    expect(ratio).toBeLessThanOrEqual(1.25);
    expect(refused / sent).toBeLessThanOrEqual(0.01);
  });

  it('finds the rate of a service that refuses sustained use from 90 % of its limit', async () => {
    const { ratio, refused, sent } = await bulk(sustained(0.9), 'planning.read', lowJitter, 3_000, 2);
    expect(ratio).toBeLessThanOrEqual(1.25);
    expect(refused / sent).toBeLessThanOrEqual(0.005);
  });

  it('submits 5,000 orders in bursts, and evenly if bursts are refused', async () => {
    const burst = await submits(models['sliding log'], lowJitter, 2, false);
    expect(burst.refused).toBe(0);
    expect(burst.seconds).toBeLessThanOrEqual(1.01 * 240);
    const even = await submits(models['sliding counter'], lowJitter, 5, false);
    expect(even.seconds).toBeLessThanOrEqual(1.02 * 294);
  });

  it('delays a click by at most one request of a bulk job, which hardly slows down', async () => {
    const quiet = await clicks(models['sliding log'], 'planning.read', null, 3_000, 10_000);
    const clicked = await clicks(models['sliding log'], 'planning.read', 'click', 3_000, 10_000);
    expect(quantile(clicked.waits, 0.95)).toBeLessThanOrEqual(110);
    expect(clicked.took / quiet.took).toBeLessThanOrEqual(1.01);
  });

  it('shares one address among five desks without a block and with little unused budget', async () => {
    const { blocks, longestRefusal, use } = await shareAddress(15, 5, 7);
    expect(blocks).toBe(0);
    expect(longestRefusal).toBeLessThanOrEqual(30_000);
    for (const part of ['all', 'one'] as const) {
      const hours = [...use.values()].flatMap((each) => each[part]);
      expect(hours.reduce((sum, used) => sum + used, 0) / hours.length).toBeGreaterThanOrEqual(0.85);
    }
  }, 30_000);
});
