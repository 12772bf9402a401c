/**
 * One schedule: a user enters changes, the connection and the services fail according to a plan made from the seed, the
 * app ends and restarts, and the real core runs. The clock jumps from event to event.
 */
import type { WaitTimes } from '../../../src/main/outbox/core.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import { VirtualClock } from '../bench/models/virtual-clock.ts';
import { Attendance, type Cause } from './attendance.ts';
import { isAway, shownOtherwise, SimulatedCache } from './cache.ts';
import { checkEnd, checkStep, type Found } from './check.ts';
import { ComputerClock } from './computer-clock.ts';
import { Crash, Disk, type MemoryStorage } from './memory-storage.ts';
import { guarded, Process } from './process.ts';
import type { Scenes } from './scenes.ts';
import { SecondThoughts, type Act } from './second-thoughts.ts';
import { ServiceModel } from './service-model.ts';
import { tagOf, type Held } from './held.ts';
import { NumberEdits } from './numbers.ts';
import { SeveralEdits } from './several.ts';
import { surroundingsOf, type Without } from './surroundings.ts';
import { turn } from './turn.ts';
import { Typist } from './typist.ts';
import { Weather, type FaultKind } from './weather.ts';

export interface ScheduleOptions extends Without {
  seed: number;
  /** 1: every commit reaches the disk. More: as with `synchronous=NORMAL`. */
  flushesEach: number;
  times: Partial<WaitTimes>;
  /** Default: all. */
  scenes?: Scenes;
  trace?: (line: string) => void;
  /** Opens each process's storage. Default: in memory. */
  openStorage?: (disk: Disk, crashed: () => void) => MemoryStorage;
}

export interface ScheduleResult {
  /** The legitimate causes for asking the user, with counts. */
  asks: ReadonlyMap<Cause, number>;
  found: Found[];
  entries: number;
  kinds: ReadonlyMap<EntryKind, number>;
  /** Actions besides entering changes. */
  acts: ReadonlyMap<Act, number>;
  faults: Map<FaultKind, number>;
  crashes: number;
}

const minute = 60_000;
const day = 1_440 * minute;
/** The end of the user's day in some schedules, by the computer's clock. */
const midnight = new Date(2026, 5, 16).getTime();
const typedWithin = 10 * minute;
/** Stuck: neither drained nor needing a decision this long after the last fault (outbox, Proof). */
const drainsWithin = 15 * minute;
/** The busiest of 240,000 schedules needs 800 requests. More mean that something asks without a pause. */
const mostRequests = 1_500;

export class Schedule {
  readonly clock: VirtualClock;
  readonly model: ServiceModel;
  readonly disk: Disk;
  private readonly cache = new SimulatedCache();
  readonly typist: Typist;
  private readonly attendance: Attendance;
  private readonly second: SecondThoughts;
  private readonly several: SeveralEdits | null;
  private readonly numbers: NumberEdits | null;
  private readonly isOdd: boolean;
  private readonly file: (() => number) | null;
  private readonly team: (() => number) | null;
  private readonly failing: (() => number) | null;
  private readonly acts = new Map<Act, number>();
  private readonly asks = new Map<Cause, number>();
  private readonly options: ScheduleOptions;
  private readonly computer: ComputerClock;
  private readonly weather: Weather;
  private readonly faults = new Map<FaultKind, number>();
  private readonly kinds = new Map<EntryKind, number>();
  private process: Process | null = null;
  private crashes = 0;
  private entries = 0;
  private toType = 0;
  private crashesToCome = 0;
  /** A crash that strikes right after the last input was saved. */
  private endsAfterTyping = false;
  /** From this time on no new faults happen. */
  private quietFrom: number;
  private checkedAt = -1;
  /** Version of the disk, the cache and the crashes at the last check of the forms. */
  private lookedAt = '';
  private found: Found | null = null;

  constructor(options: ScheduleOptions) {
    this.options = options;
    this.clock = new VirtualClock(options.seed, turn);
    this.quietFrom = this.clock.now();
    this.model = new ServiceModel(this.clock.now);
    this.disk = new Disk(options.flushesEach);
    const surroundings = surroundingsOf(options.seed, this.clock.now(), options);
    this.computer = new ComputerClock(this.clock, surroundings.ticks);
    this.weather = new Weather(this.clock.random, surroundings.badLine);
    this.model.edited = (record, body) => {
      const item = this.typist.items.find(({ tag }) => tag === tagOf(record));
      const isOver = item?.colleague === 'changed' && body['notes'] !== undefined;
      if (isOver && String(record['notes']).startsWith('colleague'))
        this.found ??= { violation: 'misplaced', tag: item.tag, why: 'overwrote what a colleague wrote' };
    };
    this.model.doubled = (record) => this.copyCame(record);
    this.typist = new Typist({
      model: this.model,
      scenes: options.scenes ?? 'all',
      random: this.clock.random,
      typedMarkers: surroundings.typedMarkers,
      returns: surroundings.returns,
      intake: () => this.process?.intake ?? never(),
      form: (item) => this.cache.form(item, this.disk),
      isAway: (item) => isAway(item, this.disk),
      thinksAgain: () => {
        // As for choices, no crash strikes here, because the user knows the outcome.
        const { crashIn } = this.disk;
        this.disk.crashIn = null;
        const did = this.second.anything();
        this.disk.crashIn = crashIn;
        return did;
      },
      typed: (kind) => this.typedOne(kind),
    });
    this.isOdd = surroundings.isOdd;
    this.file = surroundings.file;
    this.team = surroundings.team;
    this.failing = surroundings.failing;
    this.second = new SecondThoughts({
      random: this.clock.random,
      isSteady: surroundings.ticks === null,
      items: this.typist.items,
      plans: this.typist.plans,
      disk: this.disk,
      process: () => this.process ?? never(),
      form: (item) => this.cache.form(item, this.disk),
      newTag: () => this.typist.newTag(),
      typed: (kind) => this.typedOne(kind),
      did: (act) => this.did(act),
      takeInLater: () => this.takeInLater(),
    });
    const { several, numbers } = surroundings;
    this.several =
      several === null
        ? null
        : new SeveralEdits({
            random: several,
            items: this.typist.items,
            model: this.model,
            livePlan: this.typist.scene.name === 'live' ? this.typist.scene.plan : null,
            process: () => this.process ?? never(),
            form: (item) => this.cache.form(item, this.disk),
            isAway: (item) => isAway(item, this.disk),
            isOpen: (entryId) => {
              const state = this.disk.byId.get(entryId)?.state;
              return state !== 'acknowledged' && state !== 'given-up';
            },
            typed: (kind) => this.typedOne(kind),
            unassign: (item) => this.second.unassign(item),
            undoMove: (item) => this.second.undoMove(item),
            did: (act) => this.did(act),
            reads: () => this.cache.refresh(this.model),
            wrong: ({ tag }, why) => void (this.found ??= { violation: 'misplaced', tag, why }),
            later: (within, action) => this.later(within, action),
          });
    this.numbers =
      numbers === null
        ? null
        : new NumberEdits({
            random: numbers,
            items: this.typist.items,
            livePlan: this.typist.scene.name === 'live' ? this.typist.scene.plan : null,
            intake: () => this.process?.intake ?? never(),
            form: (item) => this.cache.form(item, this.disk),
            isAway: (item) => isAway(item, this.disk),
            typed: (kind) => this.typedOne(kind),
            did: (act) => this.did(act),
            later: (within, action) => this.later(within, action),
          });
    this.attendance = new Attendance({
      model: this.model,
      random: this.clock.random,
      items: this.typist.items,
      openPlan: this.typist.plans[1] ?? '',
      isDayOver: (planId) => this.isDayOver(planId),
      lastOf: (serverId) => this.disk.entries.findLast((entry) => entry.serverId === serverId)?.recordId ?? null,
      hasSignedOut: () => this.acts.has('sign out'),
      comesBack: (entryId) => this.second.comesBack(entryId),
      wasFileTaken: () => this.acts.has('take in from a file'),
      asked: (cause) => void this.asks.set(cause, (this.asks.get(cause) ?? 0) + 1),
      toldAgain: () => this.typist.scene.toldAgain(),
      choseForAll: () => this.did('one choice for all'),
      failuresOf: (tag) => this.weather.failures.get(tag) ?? 0,
      mended: (tag) => {
        if (this.weather.fails === tag) this.weather.fails = null;
      },
    });
  }

  private typedOne(kind: EntryKind): void {
    this.entries += 1;
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    this.trace(`typed ${kind}`);
  }

  private did(act: Act): void {
    this.acts.set(act, (this.acts.get(act) ?? 0) + 1);
    this.trace(`does: ${act}`);
  }

  /** The user does something else after a while, as soon as the app runs. */
  private later(milliseconds: number, action: () => void): void {
    this.toType += 1;
    this.clock.after(milliseconds, () => this.type(action));
  }

  /** Imports the exported file some minutes later, as soon as the app runs. */
  private takeInLater(): void {
    this.toType += 1;
    const again = () => {
      if (!this.second.takeIn()) {
        this.toType += 1;
        this.clock.after(1_000, () => this.type(again));
      }
    };
    this.clock.after(10_000 + this.clock.random() * 5 * minute, () => this.type(again));
  }

  /** In some schedules the user imports a file into the live plan, or one of drivers. */
  private importLater(): void {
    const { file, team, typist } = this;
    const { name, plan } = typist.scene;
    if (team !== null) {
      const drivers = 2 + Math.floor(team() * 4);
      this.later(team() * typedWithin, () => {
        this.did('import drivers');
        typist.importDrivers(drivers);
      });
    }
    if (file === null || name !== 'live' || plan === null) return;
    const count = 10 + Math.floor(file() * 5);
    this.later(file() * typedWithin, () => {
      typist.scene.importLive(plan, count);
      this.did('import into a live plan');
    });
  }

  /** In some schedules the service fails one record each time. */
  private failLater(): void {
    const { failing, weather } = this;
    if (failing === null) return;
    this.clock.after(failing() * typedWithin, () => {
      weather.failsNext = true;
    });
  }

  /** The user enters another key some time after one was refused. */
  private keyRefused(): void {
    const { clock, weather } = this;
    clock.after(5_000 + clock.random() * 3 * minute, () => {
      if (!weather.isKeyRefused) return;
      weather.isKeyRefused = false;
      this.did('another key');
      this.happened(null, clock.now());
      guarded(() => this.process?.keyChanged());
    });
  }

  async run(): Promise<ScheduleResult> {
    const { clock, computer } = this;
    const begin = clock.now();
    if (this.typist.scene.name === 'midnight')
      computer.wrongBy = midnight - Math.round((1 + clock.random() * 9) * minute) - begin;
    else if (clock.random() < 0.25) this.setClock(clock.random() ** 2 * typedWithin * 1.5);
    const { scene } = this.typist;
    // The plan is distributed at a random moment, or at the worst one.
    if (scene.name === 'goes out' && clock.random() < 0.5) this.weather.lateIn = scene.plan?.id ?? null;
    else if (scene.plan !== null) this.colleague(clock.random() * typedWithin);
    this.cache.refresh(this.model);
    this.refresh();
    this.start();
    const actions = this.typist.actions();
    const moments = actions.map(() => clock.random() ** 2 * typedWithin).sort((a, b) => a - b);
    this.toType = actions.length;
    actions.forEach((action, index) => clock.after(moments[index] ?? 0, () => this.type(action)));
    this.several?.begin(typedWithin);
    this.numbers?.begin(typedWithin);
    this.importLater();
    this.failLater();
    this.planCrashes();
    this.attend();
    do await clock.run(begin + 24 * 60 * minute, () => this.isOver());
    while (this.found === null && this.goesOn());
    if (this.process !== null) this.compare(this.process.storage);
    const found = this.found === null ? checkEnd(this.typist.items, this.disk, this.model) : [this.found];
    this.end();
    const told = this.typist.scene.plan === null ? 0 : (this.model.live.told.get(this.typist.scene.plan.id) ?? 0);
    if (found.length === 0 && told > this.typist.scene.mayTell)
      found.push({
        violation: 'doubled',
        tag: 'people',
        why: `told ${told} times, ${this.typist.scene.mayTell} wanted`,
      });
    return {
      found,
      asks: this.asks,
      entries: this.entries,
      kinds: this.kinds,
      acts: this.acts,
      faults: this.faults,
      crashes: this.crashes,
    };
  }

  /** A user or the network sets the computer's clock. */
  private setClock(after: number): void {
    const { clock, computer } = this;
    clock.after(after, () => {
      const by = clock.random() < 0.5 ? (clock.random() - 0.5) * 6 * day : (clock.random() - 0.5) * 40 * minute;
      computer.wrongBy = Math.round(computer.wrongBy + by);
      this.happened('clock set', clock.now());
    });
  }

  /** Lists are refreshed from time to time. Answers to the core itself reach the cache before that. */
  private refresh(): void {
    this.clock.after((1 + this.clock.random() * 9) * minute, () => {
      if (this.process !== null) this.cache.refresh(this.model);
      this.refresh();
    });
  }

  private colleague(after: number): void {
    this.clock.after(after, () => {
      if (!this.typist.scene.colleague()) this.colleague(30_000);
    });
  }

  /** A late duplicate of a stop appeared. If possible, the plan is distributed before the sweep. */
  private copyCame(record: Held): void {
    const { plan, name } = this.typist.scene;
    if (name !== 'goes out' || plan === null || record['plan'] !== plan.id) return;
    this.clock.after(this.clock.random() * minute, () => void this.model.live.close(plan.id));
  }

  private isOver(): boolean {
    if (this.found !== null) return true;
    if (this.model.requests > mostRequests) {
      this.found = { violation: 'stuck', tag: 'the line', why: `more than ${mostRequests} requests, and no end` };
      return true;
    }
    const changes = this.model.changes * 1_000_003 + this.disk.commits;
    if (changes !== this.checkedAt) {
      this.checkedAt = changes;
      this.found = checkStep(this.typist.items, this.disk, this.model);
      if (this.found !== null) return true;
    }
    const isCrashAhead = this.crashesToCome > 0 && this.disk.crashIn === null;
    if (this.toType > 0 || isCrashAhead || this.process === null) return false;
    const entries = this.disk.open;
    const waits = entries.some((entry) => timed.has(entry.state) || this.isForThePerson(entry));
    const isLate = this.clock.now() > this.quietFrom + drainsWithin;
    const isSearched = entries.some(({ sweepAt }) => sweepAt !== null);
    return waits || isSearched ? isLate : this.weather.coming === 0;
  }

  /** Triggers a pending crash now, and ensures at least three faults. @returns whether the schedule continues */
  private goesOn(): boolean {
    const waits = this.disk.open.some(({ state }) => timed.has(state));
    if (waits) return false;
    if (this.disk.crashIn !== null) {
      this.disk.crashIn = null;
      this.crash();
      return true;
    }
    const faults = [...this.faults.values()].reduce((sum, count) => sum + count, 0);
    if (faults >= 3) return false;
    this.toType += 1;
    this.type(() => this.typist.more());
    return true;
  }

  private type(action: () => void): void {
    if (this.process === null) {
      this.clock.after(1_000, () => this.type(action));
      return;
    }
    try {
      action();
    } catch (error) {
      if (error instanceof AppError) {
        // Saved data is missing.
        this.found = { violation: 'lost', tag: error.code, why: 'a record that was typed is not known' };
        return;
      }
      if (!(error instanceof Crash)) throw error;
      // It was neither saved nor reported as saved, so the user enters it again.
      this.clock.after(1_000, () => this.type(action));
      return;
    }
    this.toType -= 1;
    this.happened(null, this.clock.now());
    if (this.endsAfterTyping) this.crash();
    else this.process.loop.wake();
  }

  /** The user checks every half minute for entries that need a decision. */
  private attend(): void {
    const { process, clock } = this;
    clock.after(30_000, () => {
      guarded(() => {
        if (process === this.process && process !== null) {
          // The user knows their own choice, so no crash strikes between the choice and its bookkeeping.
          const { crashIn } = this.disk;
          this.disk.crashIn = null;
          this.look();
          const continued = this.second.continue();
          const chose = this.attendance.attend(this.disk.entries, process.choices) || continued;
          const followed = this.typist.scene.follow(this.disk.entries);
          this.disk.crashIn = crashIn;
          if (chose || followed) {
            this.happened(null, clock.now());
            process.loop.wake();
          }
        }
      });
      if (this.found === null) this.attend();
    });
  }

  /** A form shows the service's values or waiting edits: always what the last editor wanted. */
  private look(): void {
    const now = `${this.disk.commits} ${this.cache.version} ${this.crashes}`;
    if (now === this.lookedAt) return;
    this.lookedAt = now;
    const form = this.cache.forms(this.disk);
    for (const item of this.typist.items) {
      if (item.wanted !== 'present' || item.colleague !== 'none') continue;
      const why = shownOtherwise(item, form(item));
      if (why !== null) this.found ??= { violation: 'misplaced', tag: item.tag, why };
    }
  }

  private planCrashes(): void {
    const { clock } = this;
    const count = clock.random() < 0.7 ? 1 : 2;
    for (let number = 0; number < count; number += 1) {
      this.crashesToCome += 1;
      const inCommit = clock.random() < 0.6;
      clock.after(clock.random() ** 2 * typedWithin * 1.2, () => {
        if (inCommit && this.disk.crashIn === null && this.toType > 0) {
          this.disk.crashIn = { commits: 1 + Math.floor(clock.random() * 6), reaches: clock.random() < 0.5 };
        } else this.crash();
      });
    }
  }

  /** Ends the process now: power cut or kill. */
  private crash(): void {
    const { process, disk, clock } = this;
    if (process === null) {
      this.clock.after(30_000, () => this.crash());
      return;
    }
    this.process = null;
    this.endsAfterTyping = false;
    process.die();
    disk.lose();
    this.crashes += 1;
    this.crashesToCome -= 1;
    this.trace('the app ends');
    clock.after(1_000 + clock.random() * 60_000, () => {
      // The clock's battery is weak.
      if (this.typist.scene.name !== 'midnight' && clock.random() < 0.05) {
        this.computer.wrongBy += Math.round((clock.random() - 0.5) * 60 * day);
        this.happened('clock set', clock.now());
      }
      this.start();
      this.happened(null, clock.now());
    });
  }

  private compare(storage: MemoryStorage): void {
    const why = storage.difference();
    if (why !== null) this.found ??= { violation: 'lost', tag: 'on the disk', why };
  }

  private end(): void {
    const { process } = this;
    if (process === null) return;
    this.process = null;
    process.die();
  }

  private start(): void {
    const { clock, computer, disk, model, weather, options } = this;
    this.trace('the app starts');
    this.process = new Process({
      ...options,
      ...{ clock, computer, disk, model, weather, cache: this.cache },
      dayOf: (planId) => this.dayOf(planId),
      happened: (kind, until) => this.happened(kind, until),
      trace: (text) => this.trace(text),
      crashed: () => this.crash(),
      keyRefused: () => this.keyRefused(),
      isOdd: this.isOdd,
      endsAfterTyping: () => {
        this.endsAfterTyping = true;
      },
    });
    this.compare(this.process.storage);
    this.process.start();
  }

  /** The day of one plan, only known in some schedules: the day on which the user works. */
  private dayOf(planId: string): string | null {
    return this.typist.scene.name === 'midnight' && planId === this.typist.plans[0] ? '2026-06-15' : null;
  }

  private isDayOver(planId: string): boolean {
    return this.dayOf(planId) !== null && this.computer.shown >= midnight;
  }

  private isForThePerson(entry: StoredEntry): boolean {
    return asking.has(entry.state) && this.attendance.causeOf(entry) !== null;
  }

  private happened(kind: FaultKind | null, until: number): void {
    this.quietFrom = Math.max(this.quietFrom, until);
    if (kind === null) return;
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
    this.trace(`fault: ${kind}`);
  }

  trace(text: string): void {
    this.options.trace?.(`${new Date(this.clock.now()).toISOString().slice(11, 23)} ${text}`);
  }
}

const asking = new Set(['refused', 'blocked', 'decision']);
const timed = new Set(['queued', 'sending', 'in-doubt', 'pending']);

function never(): never {
  throw new Crash();
}
