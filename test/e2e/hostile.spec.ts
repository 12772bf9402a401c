/**
 * All promises together: the real app against a hostile service, killed while a user types. `npm run hostile` runs the
 * long form, `npm test` a short one.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { runHostile, type HostileSize } from '../support/hostile.ts';
import type { ServicePlan } from '../support/plain-client.ts';
import { openConnected } from '../support/screens.ts';

const second = 1_000;
const minute = 60 * second;

interface Form extends HostileSize {
  /** The app's wait times, shortened to match the service's delays, or null for the defaults. */
  times: { settle: number; late: number } | null;
}

const seed = Number(process.env['DEPOT_DESK_HOSTILE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const forms: Record<string, Form> = {
  sample: {
    ...{ seed, stops: 30, edits: 6, deletes: 4, kills: 2 },
    ...{ pause: 150, lateBy: 2 * second, mostRefusals: 2, drainsWithin: 130 * second },
    times: { settle: 1 * second, late: 4 * second },
  },
  long: {
    ...{ seed, stops: 200, edits: 40, deletes: 20, kills: 10 },
    ...{ pause: 400, lateBy: 8 * second, mostRefusals: 1_000, drainsWithin: 6 * minute },
    times: { settle: 4 * second, late: 12 * second },
  },
  real: {
    ...{ seed, stops: 200, edits: 40, deletes: 20, kills: 10 },
    ...{ pause: 3 * second, lateBy: 9 * minute, mostRefusals: 1_000, drainsWithin: 60 * minute },
    times: null,
  },
};
const form = forms[process.env['DEPOT_DESK_HOSTILE'] ?? 'sample'] ?? forms['sample']!;

/** Writable plans of today or later with unique titles. */
function editable(plans: readonly ServicePlan[]): ServicePlan[] {
  const today = new Date(new Date().toDateString());
  return plans.filter(
    ({ title, writable, starts }) =>
      writable &&
      new Date(starts.year, starts.month - 1, starts.day) >= today &&
      plans.filter((other) => other.title === title).length === 1,
  );
}

test('the service has everything that was entered, despite faults and kills', async ({
  service,
  client,
  start,
  folder,
}) => {
  test.setTimeout(form.drainsWithin + 30 * minute);
  const plans = editable(await client.plans()).slice(0, 4);
  client.close();
  const profile = folder('profile');
  const env: Record<string, string> =
    form.times === null
      ? {}
      : { DEPOT_DESK_SETTLE_MS: String(form.times.settle), DEPOT_DESK_LATE_MS: String(form.times.late) };
  const began = performance.now();
  let isConnected = false;
  const result = await runHostile({
    size: form,
    service,
    plans,
    start: async (): Promise<App> => {
      const app = await start({ profile, env });
      if (!isConnected) await openConnected(app, service);
      isConnected = true;
      return app;
    },
    workspace: () => {
      const workspaces = join(profile, 'workspaces');
      return join(workspaces, readdirSync(workspaces)[0] ?? '');
    },
    say: (line) => {
      const minutes = ((performance.now() - began) / minute).toFixed(1).padStart(5);
      if (form !== forms['sample']) process.stdout.write(`${minutes} min  ${line}\n`);
    },
  });
  const { typed, found, missing, asking, kills, hits } = result;
  const whole = { missing: 0, asking: 0, kills: form.kills };
  expect({ found, missing, asking, kills }, `seed ${seed}`).toEqual({ found: typed, ...whole });
  expect(typed).toHaveLength(form.stops - form.deletes);
  if (form === forms['sample']) return;
  // The run met this many kinds of faults.
  expect(Object.keys(hits).length).toBeGreaterThanOrEqual(6);
  process.stdout.write(
    `typed=${typed.length} found=${found.length} missing=${missing} asking=${asking} kills=${kills}\n`,
  );
});
