/**
 * Beside chance, completeness: two entries, at most two crashes and four faults, every way in which they can fall. A
 * crash may strike before or after each commit; a request may be lost, its answer may be lost, it may come late.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { WriteOutcome } from '../../src/main/api/client.ts';
import { noBugs, type Bug } from '../../src/main/sync/bugs.ts';
import { safeTimes, type Core, type Service } from '../../src/main/sync/core.ts';
import { Intake } from '../../src/main/sync/intake.ts';
import { Outbox } from '../../src/main/sync/outbox.ts';
import { SendLoop } from '../../src/main/sync/send-loop.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { StoredEntry } from '../../src/shared/outbox-storage.ts';
import { VirtualClock } from '../bench/models/virtual-clock.ts';
import { checkEnd, checkStep, type Found } from './check.ts';
import { walk, type Chooser, type State } from './choices-tree.ts';
import { Crash, Disk, MemoryStorage } from './memory-storage.ts';
import { ServiceModel } from './service-model.ts';
import { pairs, type PairName } from './small-pairs.ts';
import { nameOf, type UnderWay } from './small-state.ts';
import { turn } from './turn.ts';
import type { Item } from './items.ts';

interface Bounds {
  crashes: number;
  faults: number;
}

const roundTrip = 100;
/** The second is typed while the first is read for, or while it is under way. */
const between = [50, 150];
const longest = 60 * 60_000;
/** Before the settle time is over, and after it was sent again. */
const lateBy = [30_000, 300_000];

export interface WrongRun {
  /** The choices that lead there, one digit each. */
  choices: string;
  found: Found[];
}

/** Every way in which the crashes and faults of `bounds` can fall on a pair. */
export async function walkPair(
  name: PairName,
  bounds: Bounds,
  bugs: ReadonlySet<Bug> = noBugs,
): Promise<{ runs: number; states: number; wrong: WrongRun[] }> {
  const wrong: WrongRun[] = [];
  const counts = await walk(async (chooser) => {
    const found = await runPair(name, bounds, chooser, bugs);
    if (!chooser.isKnown && found.length > 0)
      wrong.push({ choices: chooser.made.map(({ choice }) => choice).join(''), found });
  });
  return { ...counts, wrong };
}

/** One run of two entries, with the choices of `chooser`. @returns what was found wrong */
async function runPair(name: PairName, bounds: Bounds, chooser: Chooser, bugs: ReadonlySet<Bug>): Promise<Found[]> {
  const world = new SmallWorld(bounds, chooser, bugs);
  return world.run(name);
}

class SmallWorld {
  private readonly clock = new VirtualClock(1, turn);
  private readonly model = new ServiceModel(this.clock.now);
  private readonly disk = new Disk(1);
  private readonly items: Item[] = [];
  private readonly chooser: Chooser;
  private readonly bugs: ReadonlySet<Bug>;
  private crashes: number;
  private faults: number;
  private storage: MemoryStorage | null = null;
  private intake: Intake | null = null;
  private loop: SendLoop<StoredEntry> | null = null;
  private toType = 2;
  private readonly underWay = new Set<UnderWay>();
  private readonly events = new Set<{ what: string; at: number }>();
  private readonly current = new AsyncLocalStorage<UnderWay>();
  private coming = 0;
  private found: Found | null = null;

  constructor({ crashes, faults }: Bounds, chooser: Chooser, bugs: ReadonlySet<Bug>) {
    this.crashes = crashes;
    this.faults = faults;
    this.chooser = chooser;
    this.bugs = bugs;
  }

  async run(name: PairName): Promise<Found[]> {
    const { clock } = this;
    const actions = pairs[name](this.model, this.items, () => this.intake ?? fail());
    this.start();
    const pause = between[this.chooser.choose(between.length)] ?? 0;
    actions.forEach((action, index) => this.at(`type ${index}`, 10 + index * pause, () => this.type(action)));
    await clock.run(clock.now() + longest, () => this.isOver());
    const found = this.found === null ? checkEnd(this.items, this.disk, this.model) : [this.found];
    if (this.storage !== null) this.storage.isDead = true;
    return found;
  }

  private type(action: () => void): void {
    const { storage } = this;
    if (storage === null) {
      this.at('type', 500, () => this.type(action));
      return;
    }
    action();
    this.toType -= 1;
    this.loop?.wake();
  }

  private isOver(): boolean {
    if (this.chooser.isKnown) return true;
    this.found ??= checkStep(this.items, this.disk, this.model);
    if (this.found !== null) return true;
    if (this.toType > 0 || this.storage === null || this.coming > 0) return false;
    return this.disk.entries.every(
      ({ state, sweepAt }) => sweepAt === null && !['queued', 'sending', 'in-doubt', 'pending'].includes(state),
    );
  }

  /** As the clock's own, and part of the state while it is ahead. */
  private at(what: string, milliseconds: number, action: () => void): () => void {
    const event = { what, at: this.clock.now() + Math.round(milliseconds) };
    this.events.add(event);
    const cancel = this.clock.after(milliseconds, () => {
      this.events.delete(event);
      action();
    });
    return () => {
      this.events.delete(event);
      cancel();
    };
  }

  private followed(what: string, work: () => Promise<void>): Promise<void> {
    const underWay: UnderWay = { what, log: [String(this.clock.now())] };
    this.underWay.add(underWay);
    return this.current.run(underWay, work).finally(() => this.underWay.delete(underWay));
  }

  /** @param choosing the request or the commit that is chosen for */
  private state(choosing: string): State {
    const { clock, disk, model, underWay, events, crashes, faults, toType } = this;
    const isRunning = this.storage !== null;
    const more = { toType, isRunning, choosing, mine: this.current.getStore()?.what };
    return { name: nameOf({ now: clock.now(), disk, model, underWay, events, more }), left: [crashes, faults] };
  }

  private crash(): void {
    if (this.storage === null) return;
    this.storage.isDead = true;
    this.storage = null;
    this.intake = null;
    this.loop = null;
    this.underWay.clear();
    // What would have gone to the process that ended goes nowhere.
    for (const event of this.events) if (/^(loop|answer)/.test(event.what)) this.events.delete(event);
    this.at('start', 1_000, () => this.start());
  }

  private start(): void {
    const { clock, disk } = this;
    const storage = new MemoryStorage(disk, () => this.crash());
    const guarded = (action: () => void) => {
      if (storage.isDead) return;
      try {
        action();
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
    };
    const system = {
      now: clock.now,
      elapsed: clock.elapsed,
      // Rests are of one length: chance would make every state another.
      random: () => 0.5,
      after: (milliseconds: number, action: () => void) => this.at('loop', milliseconds, () => guarded(action)),
    };
    const typed = storage.commit.bind(storage);
    const core: Core = {
      system,
      storage: this.crashing(storage),
      service: this.service(storage),
      known: {
        put: () => Promise.resolve(),
        forget: () => Promise.resolve(),
        idsByMarker: () => Promise.resolve([]),
        dayOf: () => Promise.resolve(null),
      },
      times: safeTimes,
      bugs: this.bugs,
      usable: () => true,
      pendingStopsShow: true,
      changed: () => undefined,
      imported: () => undefined,
      clockMoved: () => undefined,
    };
    const outbox = new Outbox(core);
    const loop = new SendLoop<StoredEntry>({
      system,
      maySend: () => true,
      groups: () => outbox.groups(),
      doubtful: () => outbox.doubtful(),
      send: (group) => this.followed(`send ${JSON.stringify(group)}`, () => outbox.send(group)),
      reconcile: (entry) => this.followed(`look ${JSON.stringify(entry)}`, () => outbox.reconcile(entry)),
      nextDue: () => outbox.nextDue(),
      failed: (error) => {
        if (!(error instanceof Crash)) throw error;
      },
    });
    this.storage = storage;
    // What is typed is one commit: it is there or it is not, and the commits around it crash in every way.
    const intakeCore = { ...core, system: { ...system, random: clock.random } };
    this.intake = new Intake(intakeCore, (changes) => typed(changes));
    this.loop = loop;
    guarded(() => {
      outbox.recover();
      loop.wake();
    });
  }

  /** Before or after each commit of the core the process may end. */
  private crashing(storage: MemoryStorage): MemoryStorage {
    const commit = storage.commit.bind(storage);
    storage.commit = (changes) => {
      const isChosen = this.crashes > 0 && !storage.isDead;
      const state = () => this.state(JSON.stringify(changes));
      const choice = isChosen ? this.chooser.choose(3, state) : 0;
      if (choice !== 0) {
        this.crashes -= 1;
        this.disk.crashIn = { commits: 1, reaches: choice === 2 };
      }
      commit(changes);
    };
    return storage;
  }

  private service(storage: MemoryStorage): Service {
    const { clock, model } = this;
    const answer = (said: unknown, action: () => void) => {
      const asked = this.current.getStore();
      this.at(`answer ${JSON.stringify(said)}`, roundTrip, () => {
        asked?.log.push(`${clock.now()} ${JSON.stringify(said)}`);
        if (!storage.isDead) action();
      });
    };
    const fault = (of: number, name: string, call: unknown) => {
      const request = `${name} ${JSON.stringify(call)}`;
      this.current.getStore()?.log.push(`${clock.now()} ${request}`);
      const choice = this.faults > 0 ? this.chooser.choose(of, () => this.state(request)) : 0;
      if (choice !== 0) this.faults -= 1;
      return choice;
    };
    return {
      read: (name, call) =>
        new Promise((resolve, reject) => {
          const isLost = fault(2, name, call) === 1;
          const { status, value } = model.apply(name, call);
          if (isLost) answer('lost', () => reject(new AppError('line.timeout', { retry: 'later' })));
          else if (status < 300) answer(value, () => resolve(value as never));
          else answer(status, () => reject(new AppError('service.not-found')));
        }),
      write: (name, call) =>
        new Promise((resolve) => {
          const choice = fault(3 + lateBy.length, name, call);
          const doubt = { kind: 'in-doubt', error: new AppError('line.timeout', { retry: 'later' }) } as const;
          if (choice === 1) answer('doubt', () => resolve(doubt));
          else if (choice >= 3) {
            this.coming += 1;
            this.at(`${name} ${JSON.stringify(call)}`, roundTrip + (lateBy[choice - 3] ?? 0), () => {
              this.coming -= 1;
              model.apply(name, call);
            });
            answer('doubt', () => resolve(doubt));
          } else {
            const { status, value, code } = model.apply(name, call);
            if (choice === 2) answer('doubt', () => resolve(doubt));
            else if (status < 300) answer(value, () => resolve({ kind: 'answered', value: value as never }));
            else answer([status, code], () => resolve(refused(status, code)));
          }
        }),
    };
  }
}

function refused(status: number, code: string | undefined): WriteOutcome<never> {
  const detail = { status, ...(code === undefined ? {} : { serviceCode: code }) };
  return {
    kind: 'refused',
    error: new AppError(status === 404 ? 'service.not-found' : 'service.conflict', { detail }),
  };
}

function fail(): never {
  throw new Error('nothing can be typed while the app does not run');
}
