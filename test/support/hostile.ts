/**
 * A simulated working day under every kind of fault: a user adds, edits and deletes stops, all fault rules are active
 * at once, and the app is killed repeatedly. The run records what the user meant and at the end compares it with what
 * the service returns, without the app.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { FaultPlan, FaultRule, Hits } from '../../src/training/faults/faults.ts';
import type { Session } from '../../src/shared/session.ts';
import type { Listing } from '../../src/shared/contract.ts';
import type { EntryPage } from '../../src/shared/entries.ts';
import type { StopRow } from '../../src/shared/stops.ts';
import type { App } from './app.ts';
import { PlainClient, type ServicePlan } from './plain-client.ts';
import { waitFor } from './processes.ts';
import { callBackend } from './screens.ts';
import { control, type TrainingService } from './training-service.ts';

export interface HostileSize {
  seed: number;
  stops: number;
  edits: number;
  deletes: number;
  kills: number;
  /** Longest pause between two actions, in milliseconds. */
  pause: number;
  /** Longest delay with which the service applies an unanswered request, in milliseconds. */
  lateBy: number;
  /** Limit on 429 responses: after several in a row the app backs off for a minute. */
  mostRefusals: number;
  /** Time limit for sending everything and finishing all sweeps, in milliseconds. */
  drainsWithin: number;
}

export interface HostileRun {
  size: HostileSize;
  service: TrainingService;
  /** Starts the app on the same profile, connected. */
  start: () => Promise<App>;
  /** The folder of the app's workspace; only once it exists. */
  workspace: () => string;
  plans: readonly ServicePlan[];
  say: (line: string) => void;
}

export interface HostileResult {
  /** `plan recipient: notes`, sorted. */
  typed: string[];
  found: string[];
  /** Number of initial stops that have disappeared. */
  missing: number;
  /** Entries that need a decision. */
  asking: number;
  kills: number;
  /** Number of occurrences by kind of fault. */
  hits: Record<string, number>;
}

interface Typed {
  planId: string;
  /** The app's own id; it never changes. */
  id: string;
  name: string;
  notes: string;
  isDeleted: boolean;
}

const streets = ['Lindenallee', 'Marktstraße', 'Rosenweg'];

/** Every kind of fault, each for a share of the requests. */
function everyFault({ seed, lateBy, mostRefusals }: HostileSize): FaultPlan {
  const writes: Hits = { methods: ['POST', 'PATCH', 'DELETE'] };
  const rule = (fault: FaultRule['fault'], hits: Hits): FaultRule => ({ hits, fault });
  return {
    seed,
    rules: [
      rule({ kind: 'latency', direction: 'both', least: 0, most: 150 }, { share: 0.5 }),
      rule({ kind: 'late', after: lateBy, connection: 'cut' }, { ...writes, share: 0.1 }),
      rule({ kind: 'late', after: Math.floor(lateBy / 2), connection: 'cut' }, { ...writes, share: 0.05 }),
      rule({ kind: 'loss-before' }, { ...writes, share: 0.1 }),
      rule({ kind: 'loss-after' }, { ...writes, share: 0.1 }),
      rule({ kind: 'status', status: 500, applied: true }, { ...writes, share: 0.08 }),
      rule({ kind: 'status', status: 502, applied: false }, { ...writes, share: 0.08 }),
      rule({ kind: 'truncated', bytes: 40 }, { share: 0.05 }),
      rule({ kind: 'html', applied: false }, { share: 0.03 }),
      rule({ kind: 'too-many', retryAfter: null }, { share: 0.05, atMost: mostRefusals }),
      rule({ kind: 'loss-before' }, { methods: ['GET'], share: 0.03 }),
    ],
  };
}

export async function runHostile(run: HostileRun): Promise<HostileResult> {
  const { size, service, plans, say } = run;
  const random = chance(size.seed);
  const before = await readBack(service, plans);
  let app = await run.start();
  await control(service, 'PUT', '/faults', everyFault(size));
  const typed: Typed[] = [];
  const actions = planned(size, random);
  let kills = 0;
  for (const [index, action] of actions.entries()) {
    // Spreads the kills evenly, with jitter, over all actions.
    const isKilled = index >= ((kills + random()) * actions.length) / size.kills;
    const act = prepare(action, typed, plans, random);
    if (isKilled) {
      // Kills the app during the call, or just before or after it.
      const answer = act.call(app).catch(() => undefined);
      await pause(random() * 25);
      await app.kill();
      await answer;
      kills += 1;
      say(`killed for the ${kills}. time, at ${index + 1} of ${actions.length}`);
      app = await run.start();
      // A user would check whether the input is there, and repeat it if it is not.
      if (!(await act.isThere(app))) await act.call(app);
    } else await act.call(app);
    act.done();
    await pause(random() * size.pause);
  }
  say(`typed: ${size.stops} stops, ${size.edits} changes, ${size.deletes} deletions; ${kills} kills`);
  const session = () => callBackend<Session>(app.window, 'session', 'get');
  // After some requests have met the faults, the faults end and everything must settle without help.
  await pause(Math.min(20_000, size.lateBy));
  const counts = (await control(service, 'GET', '/state'))['counts'] as { faults: Record<string, number> };
  const hits = counts.faults;
  await control(service, 'DELETE', '/faults');
  say(`faults: ${JSON.stringify(hits)}`);
  let told = performance.now();
  await waitFor(
    'everything to be sent and swept',
    async () => {
      const { waiting, asking } = (await session()).outbox;
      const sweeps = sweepsLeft(run.workspace());
      if (performance.now() - told > 60_000) {
        told = performance.now();
        say(`waiting ${waiting}, asking ${asking}, sweeps ${sweeps}`);
      }
      return waiting === 0 && sweeps === 0 ? true : undefined;
    },
    size.drainsWithin,
  ).catch(async (error: unknown) => {
    const query = { group: 'open', noun: null, planId: null, order: 'typed', words: [], cursor: null };
    const { rows: left } = await callBackend<EntryPage>(app.window, 'outbox', 'list', query);
    throw new Error(`${String(error)}: ${JSON.stringify(left.slice(0, 5))}, sweeps ${sweepsLeft(run.workspace())}`);
  });
  const { asking } = (await session()).outbox;
  const found = await readBack(service, plans);
  const known = new Set(before.map(({ id }) => id));
  return {
    typed: typed
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ planId, name, notes }) => `${planId} ${name}: ${notes}`)
      .sort(),
    found: found
      .filter(({ id }) => !known.has(id))
      .map(({ line }) => line)
      .sort(),
    missing: before.filter(({ id }) => !found.some((stop) => stop.id === id)).length,
    asking,
    kills,
    hits,
  };
}

type Action = { do: 'add'; number: number } | { do: 'edit'; number: number } | { do: 'delete' };

/** Spreads edits and deletions among the added stops; each comes after the first few stops. */
function planned({ stops, edits, deletes }: HostileSize, random: () => number): Action[] {
  const actions: Action[] = Array.from({ length: stops }, (_, number) => ({ do: 'add', number }));
  const put = (action: Action) => {
    const first = Math.min(actions.length, 10);
    actions.splice(first + Math.floor(random() * (actions.length - first + 1)), 0, action);
  };
  for (let number = 0; number < edits; number += 1) put({ do: 'edit', number });
  for (let number = 0; number < deletes; number += 1) put({ do: 'delete' });
  return actions;
}

interface Act {
  call(app: App): Promise<unknown>;
  isThere(app: App): Promise<boolean>;
  done(): void;
}

function prepare(action: Action, typed: Typed[], plans: readonly ServicePlan[], random: () => number): Act {
  const rows = async (app: App, planId: string) => {
    const found: StopRow[] = [];
    for (let cursor: string | null = null; ;) {
      const page: Listing<StopRow> = await callBackend(app.window, 'stops', 'list', { planId, cursor });
      found.push(...page.rows);
      if (page.cursor === null) return found;
      cursor = page.cursor;
    }
  };
  if (action.do === 'add') {
    const planId = plans[Math.floor(random() * plans.length)]?.id ?? '';
    const name = `Hostile ${String(action.number + 1).padStart(4, '0')}`;
    const notes = `typed ${action.number + 1}`;
    const street = streets[action.number % streets.length] ?? '';
    const address = { addressLineOne: `${street} ${1 + (action.number % 60)}` };
    const one: Typed = { planId, id: '', name, notes, isDeleted: false };
    const stop = { address, recipient: { name }, notes };
    return {
      async call(app) {
        one.id = (await callBackend<StopRow>(app.window, 'stops', 'add', { planId, stop, draftId: null })).id;
      },
      async isThere(app) {
        const row = (await rows(app, planId)).find(({ recipientName }) => recipientName === name);
        one.id = row?.id ?? '';
        return row !== undefined;
      },
      done: () => void typed.push(one),
    };
  }
  const there = typed.filter(({ isDeleted }) => !isDeleted);
  const one = there[Math.floor(random() * there.length)];
  if (one === undefined) throw new Error('there is no stop to change');
  const { planId, id, name } = one;
  const row = async (app: App) => (await rows(app, planId)).find(({ recipientName }) => recipientName === name);
  if (action.do === 'delete') {
    return {
      call: (app) => callBackend(app.window, 'stops', 'remove', { planId, ids: [id] }),
      async isThere(app) {
        const found = await row(app);
        return found === undefined || found.change === 'delete';
      },
      done: () => void (one.isDeleted = true),
    };
  }
  const notes = `changed ${action.number + 1}`;
  const argument = { planId, id, change: { notes }, base: { notes: one.notes }, draftId: null };
  return {
    call: (app) => callBackend(app.window, 'stops', 'edit', argument),
    isThere: async (app) => (await row(app))?.notes === notes,
    done: () => void (one.notes = notes),
  };
}

async function readBack(
  service: TrainingService,
  plans: readonly ServicePlan[],
): Promise<{ id: string; line: string }[]> {
  const client = new PlainClient(service);
  try {
    const found: { id: string; line: string }[] = [];
    for (const { id: planId } of plans) {
      for (const { id, recipient, notes } of await client.stops(planId))
        found.push({ id, line: `${planId} ${recipient?.name ?? ''}: ${notes ?? ''}` });
    }
    return found;
  } finally {
    client.close();
  }
}

/**
 * Number of entries whose sweep for late copies is pending. Read from the app's database, because no screen shows it.
 */
function sweepsLeft(workspace: string): number {
  const file = new Sqlite(join(workspace, 'outbox.db'), { readonly: true });
  try {
    return Number(file.prepare('SELECT count(*) FROM entries WHERE sweep_at IS NOT NULL').pluck().get());
  } finally {
    file.close();
  }
}

/** mulberry32 */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
