import { beforeEach, describe, expect, it } from 'vitest';
import type { Taken } from '../../../../src/main/outbox/intake.ts';
import { replace } from '../../../../src/main/outbox/replace.ts';
import { readiness } from '../../../../src/main/sending/readiness.ts';
import type { EntryFields, StoredEntry } from '../../../../src/main/db/outbox-storage.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const content = { recipient: { name: 'Jette Harms' } };
const planId = 'plans/p1';
const stopId = 'plans/p1/stops/s1';

let all: ReturnType<typeof coreInMemory>;
let now: number;

beforeEach(() => {
  all = coreInMemory();
  now = all.system.now();
});

type Id = string | null;

function entry(id: Id): StoredEntry {
  const one = all.storage.find(id ?? '');
  if (one === undefined) throw new Error('it is not kept');
  return one;
}

const put = (id: Id, set: Partial<EntryFields>) => all.put(id, set);
/** As text: what the entry waits for, how long it rests, or what blocks it. */
function state(id: Id): string {
  const found = readiness(all.core, entry(id), new Map());
  const name = (one: StoredEntry | undefined) => (one === undefined ? 'nothing' : `${one.kind} ${one.sequence}`);
  switch (found.kind) {
    case 'ready':
      return 'ready';
    case 'waits':
      return `waits for ${name(found.behind)}`;
    case 'rests':
      return `rests ${found.until - now} ${found.reason.code} ${found.reason.detail.waitMilliseconds ?? ''}`.trim();
    case 'blocked':
      return `blocked by ${name(found.behind)}: ${found.reason.code}`;
    case 'over':
      return `over with ${name(found.refused ?? undefined)}`;
  }
}

const isKnown = (recordId: string, serverId: string) =>
  all.storage.commit([{ do: 'change-record', id: recordId, set: { serverId } }]);
const stop = (plan = planId) => all.intake.create('stops.create', plan, content);
const edit = (id: string, notes = 'x') =>
  all.intake.edit('stops.update', id, planId, { notes }, { notes: null }).entryId;
const liveEdit = (id: string, notes = 'x') =>
  all.intake.edit('stops.liveUpdate', id, planId, { notes }, { notes: null }).entryId;
const remove = (id: string) => all.intake.remove('stops.delete', id, planId).entryId;
const liveRemove = (id: string) => all.intake.remove('stops.liveDelete', id, planId).entryId;
type Command = 'optimize' | 'reoptimize' | 'distribute' | 'redistribute' | 'save';
const command = (kind: Command, plan = planId) => all.intake.command(`plans.${kind}`, plan, {}).entryId;
/** Takes the stop s1 of a plan out of it. @returns the stop without a plan */
const takenOut = (plan: string) =>
  replace(all.storage, all.intake, {
    create: { kind: 'unassignedStops.create', parentId: '', content },
    remove: { kind: 'stops.delete', id: `${plan}/stops/s1`, parentId: plan },
  });
const putBack = ({ recordId }: Taken, plan: string) =>
  replace(all.storage, all.intake, {
    create: { kind: 'stops.create', parentId: plan, content },
    remove: { kind: 'unassignedStops.delete', id: recordId, parentId: '' },
  });
const removalOf = (plan: string) =>
  all.disk.entries.find(({ kind, lane }) => kind === 'stops.delete' && lane === plan)?.id ?? null;
const newPlan = () =>
  all.intake.create('plans.create', '', { title: 'Tour 1', starts: { day: 16, month: 6, year: 2026 } });

it('rests for an hour while it is paused', () => {
  const paused = stop().entryId;
  put(paused, { progress: { paused: true } });
  expect(state(paused)).toBe('rests 3600000 outbox.paused');
});

describe('an earlier entry of the same record', () => {
  it('goes first', () => {
    const first = edit(stopId);
    put(first, { state: 'sending' });
    const later = edit(stopId, 'y');
    expect(state(first)).toBe('ready');
    for (const under of ['queued', 'sending', 'in-doubt', 'decision', 'pending'] as const) {
      put(first, { state: under });
      expect(state(later)).toBe('waits for stops.update 1');
    }
    for (const over of ['acknowledged', 'given-up', 'refused'] as const) {
      put(first, { state: over });
      expect(state(later)).toBe('ready');
    }
  });

  it.each(['refused', 'blocked'] as const)(
    'blocks changes and ends a deletion if it never created the record: %s',
    (by) => {
      const made = stop();
      put(made.entryId, { state: 'sending' });
      const change = edit(made.recordId);
      put(made.entryId, { state: by });
      expect(state(change)).toBe('blocked by stops.create 1: outbox.parent-refused');
      put(made.entryId, { state: 'acknowledged' });
      put(change, { state: 'acknowledged' });
      const deletion = remove(made.recordId);
      put(made.entryId, { state: by });
      expect(state(deletion)).toBe('over with stops.create 1');
    },
  );

  it('blocks changes if it was discarded, unless the service has the record', () => {
    const made = stop();
    put(made.entryId, { state: 'sending' });
    const change = edit(made.recordId);
    put(made.entryId, { state: 'given-up' });
    expect(state(change)).toBe('blocked by stops.create 1: outbox.parent-refused');
    isKnown(made.recordId, stopId);
    expect(state(change)).toBe('ready');
  });

  it('ends a deletion if a person discarded the create, but not if that went into a file', () => {
    const made = stop();
    put(made.entryId, { state: 'acknowledged' });
    const deletion = remove(made.recordId);
    put(made.entryId, { state: 'given-up', sweepAt: now + 60_000 });
    expect(state(deletion)).toBe('over with nothing');
    put(made.entryId, { reason: { code: 'outbox.exported', detail: {} } });
    expect(state(deletion)).toBe('blocked by stops.create 1: outbox.parent-refused');
    put(made.entryId, { reason: null });
    isKnown(made.recordId, stopId);
    expect(state(deletion)).toBe('ready');
  });

  it('blocks nothing if it is a discarded edit', () => {
    const made = stop();
    put(made.entryId, { state: 'acknowledged' });
    const first = edit(made.recordId);
    put(first, { state: 'sending' });
    const second = edit(made.recordId, 'y');
    put(first, { state: 'given-up' });
    expect(state(second)).toBe('ready');
  });

  it('delays a later edit while a copy of it may still arrive', () => {
    const first = edit(stopId);
    put(first, { state: 'acknowledged', doubtUntil: now + 60_000 });
    const second = edit(stopId, 'y');
    expect(state(second)).toBe('rests 60000 outbox.settling 60000');
    put(first, { doubtUntil: now + 1 });
    expect(state(second)).toBe('rests 1 outbox.settling 1');
    put(first, { doubtUntil: now });
    expect(state(second)).toBe('ready');
  });

  it('does not delay the deletion of an edited stop, but that of a live stop, while it may still arrive', () => {
    const first = edit(stopId);
    put(first, { state: 'acknowledged', doubtUntil: now + 60_000 });
    expect(state(remove(stopId))).toBe('ready');
    const live = liveEdit('plans/p1/stops/s2');
    put(live, { state: 'acknowledged', doubtUntil: now + 60_000 });
    expect(state(liveRemove('plans/p1/stops/s2'))).toBe('rests 60000 outbox.settling 60000');
  });

  it('delays nothing if it deleted the record: what comes too late finds it gone', () => {
    const first = remove(stopId);
    put(first, { state: 'acknowledged', doubtUntil: now + 60_000 });
    const later = edit(stopId);
    expect(later).not.toBe(first);
    expect(state(later)).toBe('ready');
  });

  it('delays nothing if it created a record that its marker identifies', () => {
    const made = stop();
    put(made.entryId, { state: 'acknowledged', doubtUntil: now + 60_000 });
    isKnown(made.recordId, stopId);
    expect(state(edit(made.recordId))).toBe('ready');
  });

  it('allows a later live change of a known stop while it is pending, and nothing else', () => {
    const first = liveEdit(stopId);
    put(first, { state: 'pending' });
    expect(state(liveEdit(stopId, 'y'))).toBe('ready');
    expect(state(edit(stopId, 'z'))).toBe('waits for stops.liveUpdate 1');
    const made = all.intake.create('stops.liveCreate', planId, content);
    put(made.entryId, { state: 'pending' });
    expect(state(liveEdit(made.recordId))).toMatch(/^waits for stops.liveCreate/);
  });
});

describe('a stop of a plan created here', () => {
  it('waits for the plan, and is blocked if the plan is not created', () => {
    const plan = newPlan();
    const { entryId } = stop(plan.recordId);
    expect(state(entryId)).toBe('waits for plans.create 1');
    for (const by of ['refused', 'blocked', 'given-up'] as const) {
      put(plan.entryId, { state: by });
      expect(state(entryId)).toBe('blocked by plans.create 1: outbox.parent-refused');
    }
    isKnown(plan.recordId, 'plans/p7');
    expect(state(entryId)).toBe('ready');
  });

  it('is blocked if the plan was never created', () => {
    expect(state(stop('01900000-0000-7000-8000-000000000000').entryId)).toBe(
      'blocked by nothing: outbox.parent-refused',
    );
  });
});

describe('an entry that refers to another record', () => {
  it('waits for the record', () => {
    const driver = all.intake.create('drivers.create', '', { name: 'Ole Brandt' });
    const plan = all.intake.create('plans.create', '', {
      ...{ title: 'Tour 1', starts: { day: 16, month: 6, year: 2026 } },
      drivers: [driver.recordId],
    });
    expect(state(plan.entryId)).toBe('waits for drivers.create 1');
    put(driver.entryId, { state: 'acknowledged' });
    expect(state(plan.entryId), 'an import names no ids: the driver is looked up for the plan').toBe('ready');
    isKnown(driver.recordId, 'drivers/d1');
    expect(state(plan.entryId)).toBe('ready');
  });

  it('is sent once the record exists, was created, or was deleted before it was sent', () => {
    const made = stop('plans/p2');
    const deletion = remove(stopId);
    put(deletion, { progress: { needs: [made.recordId] } });
    expect(state(deletion)).toBe('waits for stops.create 1');
    put(made.entryId, { state: 'acknowledged' });
    expect(state(deletion)).toBe('ready');
    put(made.entryId, { state: 'given-up' });
    expect(state(deletion)).toBe('blocked by stops.create 1: outbox.parent-refused');
    const takenBack = { by: 'x', state: 'queued', reason: null } as const;
    put(made.entryId, { progress: { takenBack } });
    expect(state(deletion)).toBe('ready');
    put(made.entryId, { state: 'acknowledged' });
    const change = edit('plans/p1/stops/s2');
    put(change, { progress: { needs: [made.recordId] } });
    expect(state(change)).toBe('waits for stops.create 1');
  });
});

describe('the second step of a move', () => {
  function moved(oldId: string) {
    const { entryId } = all.intake.move(oldId, planId, 'plans/p2', content);
    const step = (second: boolean) => {
      const { progress } = entry(entryId);
      const { moved: _before, ...others } = progress ?? {};
      put(entryId, { progress: second ? { ...others, moved: 'created' } : others });
      return state(entryId);
    };
    return step;
  }

  it('waits until the old stop can be deleted, or was created without a known id', () => {
    const made = stop();
    put(made.entryId, { state: 'sending' });
    const step = moved(made.recordId);
    expect(step(false)).toBe('ready');
    expect(step(true)).toBe('waits for stops.create 1');
    put(made.entryId, { state: 'decision' });
    expect(step(true)).toBe('waits for stops.create 1');
    put(made.entryId, { state: 'acknowledged' });
    expect(step(true)).toBe('ready');
    put(made.entryId, { state: 'refused' });
    expect(step(true)).toBe('ready');
  });

  it('waits for earlier edits of the old stop', () => {
    const made = stop();
    put(made.entryId, { state: 'acknowledged' });
    isKnown(made.recordId, stopId);
    const change = edit(made.recordId);
    put(change, { state: 'sending' });
    const step = moved(made.recordId);
    expect(step(true)).toBe('waits for stops.update 2');
    put(change, { state: 'refused' });
    expect(step(true)).toBe('ready');
  });

  it('waits for nothing with a stop of the service', () => {
    expect(moved(stopId)(true)).toBe('ready');
  });
});

describe('a command for a whole plan', () => {
  it('waits for all earlier entries of the plan, and later ones wait for it', () => {
    const before = stop().entryId;
    const optimize = command('optimize');
    const after = stop().entryId;
    expect([before, optimize, after].map(state)).toEqual([
      ...['ready', 'waits for stops.create 1', 'waits for plans.optimize 2'],
    ]);
    put(before, { state: 'acknowledged' });
    expect([optimize, after].map(state)).toEqual(['ready', 'waits for plans.optimize 2']);
    expect(state(stop('plans/p2').entryId)).toBe('ready');
  });

  it('waits while copies may still arrive, unless it deletes the plan', () => {
    const before = stop().entryId;
    put(before, { state: 'acknowledged', doubtUntil: now + 60_000, sweepAt: now + 61_000 });
    const optimize = command('optimize');
    expect(state(optimize)).toBe('rests 61000 outbox.settling');
    put(before, { doubtUntil: now + 62_000 });
    expect(state(optimize)).toBe('rests 62000 outbox.settling');
    put(before, { doubtUntil: 0, sweepAt: now });
    expect(state(optimize)).toBe('rests 1 outbox.settling');
    put(optimize, { state: 'given-up' });
    expect(state(all.intake.remove('plans.delete', planId, '').entryId)).toBe('ready');
  });

  it('does not wait for copies of later entries', () => {
    const optimize = command('optimize');
    put(stop().entryId, { state: 'acknowledged', doubtUntil: now + 60_000, sweepAt: now + 61_000 });
    expect(state(optimize)).toBe('ready');
  });

  it('lets a stop pass that was taken out of the plan before it and put back after it', () => {
    const out = takenOut('plans/p1');
    const optimise = command('optimize');
    const other = stop().entryId;
    const back = putBack(out, 'plans/p1');
    expect(state(optimise)).toBe('waits for stops.delete 2');
    expect(state(removalOf('plans/p1'))).toBe(`waits for stops.create ${entry(back.entryId).sequence}`);
    expect(state(other)).toBe('waits for plans.optimize 3');
    expect(state(back.entryId)).toBe('ready');
    put(back.entryId, { state: 'acknowledged' });
    isKnown(back.recordId, 'plans/p1/stops/s9');
    expect(state(removalOf('plans/p1'))).toBe('ready');
  });

  it('lets no such stop pass while something else of the plan has to go first', () => {
    edit('plans/p1/stops/s2');
    const out = takenOut('plans/p1');
    command('optimize');
    expect(state(putBack(out, 'plans/p1').entryId)).toBe('waits for plans.optimize 4');
  });

  it('lets no such stop pass before a deletion that waits for nothing, or an edit that needs another record', () => {
    remove('plans/p1/stops/s2');
    const out = takenOut('plans/p1');
    command('optimize');
    expect(state(putBack(out, 'plans/p1').entryId)).toBe('waits for plans.optimize 4');
    const away = takenOut('plans/p2');
    const change = edit('plans/p2/stops/s2');
    const optimise = command('optimize', 'plans/p2');
    const back = putBack(away, 'plans/p2');
    all.storage.commit([{ do: 'change-entry', id: change ?? '', set: { lane: 'plans/p2' } }]);
    put(change, { progress: { needs: [back.recordId] } });
    put(removalOf('plans/p2'), { state: 'acknowledged' });
    expect(state(back.entryId)).toBe(`waits for plans.optimize ${entry(optimise).sequence}`);
  });

  it('lets no other stop pass while the deletion waits for a place that no plan has', () => {
    takenOut('plans/p1');
    command('optimize');
    expect(state(stop('plans/p1').entryId)).toBe('waits for plans.optimize 3');
  });

  it('lets a stop pass when two plans exchanged stops before both', () => {
    const [fromOne, fromTwo] = [takenOut('plans/p1'), takenOut('plans/p2')];
    command('optimize', 'plans/p1');
    command('optimize', 'plans/p2');
    const inTwo = putBack(fromOne, 'plans/p2');
    const inOne = putBack(fromTwo, 'plans/p1');
    expect(state(inTwo.entryId)).toBe('ready');
    expect(state(inOne.entryId)).toBe('ready');
    // A stop of one plan alone waits, as before.
    expect(state(stop('plans/p1').entryId)).toBe('waits for plans.optimize 5');
  });

  it('goes before entries that wait for a live change, because it applies the change', () => {
    const live = liveEdit(stopId);
    put(live, { state: 'pending' });
    const behind = edit(stopId, 'y');
    const reoptimize = command('reoptimize');
    expect(state(behind)).toBe('waits for stops.liveUpdate 1');
    expect(state(reoptimize)).toBe('ready');
    put(behind, { state: 'sending' });
    expect(state(reoptimize)).toBe('waits for stops.update 2');
    put(behind, { state: 'queued' });
    put(live, { state: 'acknowledged' });
    expect(state(reoptimize)).toBe('waits for stops.update 2');
  });

  it('goes before a live change from a file that waits behind an edit for a pending one', () => {
    put(liveEdit(stopId), { state: 'pending' });
    const between = edit(stopId, 'y');
    const later = liveEdit(stopId, 'z');
    const reoptimize = command('reoptimize');
    put(later, { state: 'in-doubt', doubtUntil: now });
    expect(state(reoptimize)).toBe('ready');
    put(later, { doubtUntil: now + 1 });
    expect(state(reoptimize)).toBe('waits for stops.liveUpdate 3');
    put(later, { doubtUntil: now });
    put(between, { state: 'acknowledged' });
    expect(state(reoptimize)).toBe('waits for stops.liveUpdate 3');
  });

  it('waits for a live change in doubt behind another live change, which waits for nothing', () => {
    put(liveEdit(stopId), { state: 'pending' });
    const second = liveEdit(stopId, 'y');
    put(second, { state: 'sending' });
    const doubted = liveEdit(stopId, 'z');
    const reoptimize = command('reoptimize');
    put(second, { state: 'queued' });
    put(doubted, { state: 'in-doubt', doubtUntil: now });
    expect(state(reoptimize)).toBe('waits for stops.liveUpdate 3');
    // The service does not take it for a stop that is pending itself.
    put(second, { reason: { code: 'outbox.waits', detail: {} } });
    expect(state(reoptimize)).toBe('ready');
  });

  it('optimises after pending moves out of the plan', () => {
    const move = all.intake.move(stopId, planId, 'plans/p2', content).entryId;
    const optimize = command('optimize');
    const other = command('optimize', 'plans/p3');
    const distribute = command('distribute', 'plans/p4');
    expect([optimize, other, distribute].map(state)).toEqual(['waits for stops.move 1', 'ready', 'ready']);
    put(move, { state: 'refused' });
    expect(state(optimize)).toBe('ready');
    put(move, { state: 'sending' });
    put(optimize, { state: 'given-up' });
    expect(state(command('reoptimize'))).toBe('ready');
  });

  it('optimises a plan created here after earlier moves out of it and before later ones', () => {
    const plan = newPlan();
    put(plan.entryId, { state: 'acknowledged' });
    isKnown(plan.recordId, 'plans/p7');
    const early = command('optimize', plan.recordId);
    put(early, { state: 'decision' });
    const move = all.intake.move('plans/p7/stops/s1', plan.recordId, 'plans/p2', content).entryId;
    expect(state(early)).toBe('ready');
    put(early, { state: 'acknowledged' });
    expect(state(command('optimize', plan.recordId))).toBe(`waits for stops.move ${entry(move).sequence}`);
  });
});
