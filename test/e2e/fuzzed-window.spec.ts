/**
 * 2,000 calls of the campaign `npm run attacks -- --row 6 --fuzz 100000` (row 6 of the list of attacks), out of the
 * app's own window. DEPOT_DESK_FUZZ says how many, DEPOT_DESK_FUZZ_SEED repeats a run.
 */
import type { Session } from '../../src/shared/session.ts';
import { expect, test } from '../support/fixtures.ts';
import { callBackend, openConnected } from '../support/screens.ts';
import { fuzzFromWindow } from '../support/window-fuzz.ts';

const mostSeed = 1_000_000;
const calls = Number(process.env['DEPOT_DESK_FUZZ'] ?? 2_000);

test('6: calls of the window with any argument are answered with a typed error or a right result, and soon', async ({
  service,
  start,
}) => {
  // Most calls take a millisecond; one that main does takes as long as the service lets it.
  test.setTimeout(360_000 + calls * 20);
  const seed = Number(process.env['DEPOT_DESK_FUZZ_SEED'] ?? Math.floor(Math.random() * mostSeed));
  process.stdout.write(`seed ${seed}\n`);
  const app = await start();
  await openConnected(app, service);
  // What the background reads first would count as growth.
  const read = async () => (await callBackend<Session>(app.window, 'session', 'get')).reading.first;
  await expect.poll(read, { message: 'the first reading', timeout: 120_000 }).toBeNull();
  const fuzzed = await fuzzFromWindow(app, seed, calls);
  const told = `seed ${seed}: ${JSON.stringify(fuzzed)}`;
  process.stdout.write(`${told}\n`);
  expect(app.running(), 'main lives').toBe(true);
  expect(fuzzed.untyped, told).toEqual([]);
  expect(fuzzed.errors['internal'] ?? 0, told).toBe(0);
  expect(fuzzed.errors['call.too-many'] ?? 0, 'no honest use meets the bound').toBe(0);
  expect(fuzzed.p99, told).toBeLessThanOrEqual(50);
  expect(fuzzed.grown ?? 0, told).toBeLessThan(50_000_000);
});
