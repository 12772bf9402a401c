/**
 * The world of the small scope: the real core and a connection that may fail (small-line.ts), where the process may end
 * before or after each commit. A run goes from one state with nothing in flight to the next.
 */
import { safeTimes, type Core } from '../../../src/main/outbox/core.ts';
import { Intake } from '../../../src/main/outbox/intake.ts';
import { Sender } from '../../../src/main/sending/sender.ts';
import { SendLoop } from '../../../src/main/sending/send-loop.ts';
import type { StorageChange, StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import { VirtualClock } from '../bench/models/virtual-clock.ts';
import { checkEnd, checkStep, type Found } from './check.ts';
import type { Chooser } from './choices-tree.ts';
import type { Item } from './items.ts';
import { Crash, MemoryStorage, type Disk } from './memory-storage.ts';
import type { ServiceModel } from './service-model.ts';
import { smallLine } from './small-line.ts';
import type { Pair } from './small-pairs.ts';
import type { Ahead, Bounds, Standing } from './small-state.ts';
import { turn } from './turn.ts';

const restart = 1_000;
const carriedOutAfter = 3_000;
/** All waits must be over this long after the last fault or input. */
const longest = 60 * 60_000;

interface Process {
  storage: MemoryStorage;
  outbox: Sender;
  intake: Intake;
  loop: SendLoop<StoredEntry>;
  /** True while a request is in flight or its outcome is not written. */
  isBusy: () => boolean;
}

export interface WorldOptions {
  pair: Pair;
  chooser: Chooser;
  /** False: runs to the end without stopping at intermediate states. */
  rests: boolean;
}

export class SmallWorld {
  private readonly options: WorldOptions;
  private readonly from: Standing;
  private readonly clock: VirtualClock;
  private readonly model: ServiceModel;
  private readonly disk: Disk;
  private readonly items: Item[];
  private readonly left: Bounds;
  private readonly ahead = new Set<Ahead>();
  private process: Process | null = null;
  private quietSince: number;
  /** Whether any choice was made since the start. */
  private hasMoved = false;
  private isAtRest = false;
  private found: Found | null = null;
  /** When the send loop of the resumed process runs next. */
  private wakesAt: number | null = null;

  constructor(from: Standing, options: WorldOptions) {
    this.options = options;
    this.from = from;
    this.clock = new VirtualClock(1, turn, from.now);
    this.model = from.model.copy(this.clock.now);
    this.model.live.opened = () => this.expectColleague();
    this.disk = from.disk.copy();
    this.items = from.items.map((item) => ({ ...item, movedTo: [...item.movedTo] }));
    this.left = { ...from.left };
    this.quietSince = from.quietSince;
    if (from.isRunning) this.process = this.made();
    for (const event of from.ahead) this.foresee(event);
  }

  /** @returns the state at rest, or the violations at the end */
  async run(): Promise<{ rest: Standing } | { end: Standing; found: Found[] }> {
    await this.clock.run(Number.MAX_SAFE_INTEGER, () => {
      if (this.isOver()) return true;
      this.isAtRest = this.options.rests && this.hasMoved && this.process?.isBusy() !== true;
      return this.isAtRest;
    });
    const standing = this.standing();
    if (this.isAtRest) return { rest: standing };
    const found = this.found === null ? checkEnd(this.items, this.disk, this.model) : [this.found];
    if (this.process !== null) this.process.storage.isDead = true;
    return { end: standing, found };
  }

  private standing(): Standing {
    const { clock, quietSince, left, process, disk, model, items, options, from } = this;
    const choices = from.choices + options.chooser.made.map(({ choice }) => choice).join('');
    // In order of execution: by time, then in the order of scheduling.
    const ahead = [...this.ahead].sort((one, other) => one.at - other.at);
    const isRunning = process !== null;
    const { there } = from;
    return { now: clock.now(), quietSince, left, isRunning, disk, model, items, there, ahead, choices };
  }

  private isOver(): boolean {
    this.found ??= checkStep(this.items, this.disk, this.model);
    if (this.found !== null || this.clock.now() > this.quietSince + longest) return true;
    if (this.process === null) return false;
    for (const { what } of this.ahead) if (what !== 'loop') return false;
    return this.disk.entries.every(({ state, sweepAt }) => sweepAt === null && !waiting.has(state));
  }

  /** A colleague applies pending changes soon, between two attempts of one change. */
  private expectColleague(): void {
    for (const { what } of this.ahead) if (what === 'colleague') return;
    this.foresee({ what: 'colleague', at: this.clock.now() + carriedOutAfter });
  }

  /** Schedules an action with the clock, and lists the event until it runs. */
  private expect(event: Ahead, action: () => void): () => void {
    this.ahead.add(event);
    const cancel = this.clock.after(event.at - this.clock.now(), () => {
      this.ahead.delete(event);
      action();
    });
    return () => {
      this.ahead.delete(event);
      cancel();
    };
  }

  /** Schedules an event of the initial state. */
  private foresee(event: Ahead): void {
    switch (event.what) {
      case 'type':
        this.expect(event, () => this.type(event.index));
        return;
      case 'start':
        this.expect(event, () => this.start());
        return;
      case 'colleague':
        this.expect(event, () => this.model.live.carryOut());
        return;
      case 'late':
        this.expect(event, () => this.model.apply(event.name, event.call));
        return;
      case 'loop':
        this.wakesAt = event.at;
        this.process?.loop.wake();
        this.wakesAt = null;
    }
  }

  private type(index: 0 | 1): void {
    const { process, options, model, items, clock } = this;
    if (process === null) {
      const at = clock.now() + 500;
      this.expect({ what: 'type', index, at }, () => this.type(index));
      return;
    }
    options.pair.type[index]({ model, items, there: this.from.there }, process.intake);
    this.quietSince = clock.now();
    process.loop.wake();
  }

  private crash(): void {
    const { process, clock } = this;
    if (process === null) return;
    process.storage.isDead = true;
    this.process = null;
    this.quietSince = clock.now();
    for (const event of this.ahead) if (event.what === 'loop') this.ahead.delete(event);
    this.expect({ what: 'start', at: clock.now() + restart }, () => this.start());
  }

  private start(): void {
    const process = this.made();
    this.process = process;
    this.guarded(process, () => {
      process.outbox.recover();
      process.loop.wake();
    });
  }

  private guarded({ storage }: Pick<Process, 'storage'>, action: () => void): void {
    if (storage.isDead) return;
    try {
      action();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }

  /** Creates a process. Its only state besides the disk is the next run of its loop. */
  private made(): Process {
    const { clock, model, disk } = this;
    const storage = new MemoryStorage(disk, () => this.crash());
    const after = (milliseconds: number, action: () => void) => {
      const at = this.wakesAt ?? clock.now() + Math.round(milliseconds);
      return this.expect({ what: 'loop', at }, () => this.guarded({ storage }, action));
    };
    // Backoffs have a fixed length, because random ones would make every state unique.
    const system = { now: clock.now, elapsed: clock.elapsed, random: () => 0.5, after };
    const typed = storage.commit.bind(storage);
    const core: Core = {
      system,
      storage: this.crashing(storage),
      service: smallLine({
        clock,
        model,
        isDead: () => storage.isDead,
        choose: (of) => this.fault(of),
        late: (at, name, call) => this.foresee({ what: 'late', at, name, call }),
      }),
      cached: {
        put: () => Promise.resolve(),
        forget: () => Promise.resolve(),
        idsByMarker: () => Promise.resolve([]),
        readList: () => Promise.resolve(),
        dayOf: () => Promise.resolve(null),
      },
      times: safeTimes,
      usable: () => true,
      // Large enough to write all results at once, because unwritten results are not part of a state.
      settledAtOnce: 2,
      pendingStopsShow: true,
      imported: () => undefined,
      noticeClock: () => undefined,
      clockMoved: () => undefined,
    };
    const outbox = new Sender(core);
    let underWay = 0;
    const followed = (work: Promise<void>) => {
      underWay += 1;
      return work.finally(() => (underWay -= 1));
    };
    const loop = new SendLoop<StoredEntry>({
      system,
      maySend: () => true,
      groups: (wanted) => outbox.groups(wanted),
      doubtful: () => outbox.doubtful(),
      send: (group) => followed(outbox.send(group)),
      reconcile: (entry) => followed(outbox.reconcile(entry)),
      nextDue: (since) => outbox.nextDue(since),
      failed: (error) => {
        if (!(error instanceof Crash)) throw error;
      },
    });
    return { storage, outbox, intake: this.intake(core, typed), loop, isBusy: () => underWay > 0 };
  }

  /** An input is one commit that either exists or not. The commits around it crash in all combinations. */
  private intake(core: Core, commit: (changes: readonly StorageChange[]) => void): Intake {
    // Ids and markers are random, and different for each input.
    const { random } = new VirtualClock(this.disk.entries.length + 1);
    return new Intake({ ...core, system: { ...core.system, random } }, commit);
  }

  /** Lets the process end before or after each commit of the core. */
  private crashing(storage: MemoryStorage): MemoryStorage {
    const commit = storage.commit.bind(storage);
    storage.commit = (changes) => {
      if (!storage.isDead) {
        const choice = this.choose(this.left.crashes > 0 ? 3 : 1);
        if (choice !== 0) {
          this.left.crashes -= 1;
          this.disk.crashIn = { commits: 1, reaches: choice === 2 };
        }
      }
      commit(changes);
    };
    return storage;
  }

  private choose(of: number): number {
    this.hasMoved = true;
    return this.options.chooser.choose(of);
  }

  private fault(of: number): number {
    const choice = this.choose(this.left.faults > 0 ? of : 1);
    if (choice !== 0) {
      this.left.faults -= 1;
      this.quietSince = this.clock.now();
    }
    return choice;
  }
}

const waiting = new Set(['queued', 'sending', 'in-doubt', 'pending']);
