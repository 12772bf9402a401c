/** The app as one process: the real core over what is on the disk, with a cache and a line, until it ends. */
import { Choices } from '../../src/main/sync/choices.ts';
import { safeTimes, type Core, type Known, type Times } from '../../src/main/sync/core.ts';
import { Intake } from '../../src/main/sync/intake.ts';
import { Outbox } from '../../src/main/sync/outbox.ts';
import { SendLoop } from '../../src/main/sync/send-loop.ts';
import type { System } from '../../src/main/system.ts';
import type { Change, StoredEntry } from '../../src/shared/outbox-storage.ts';
import type { VirtualClock } from '../bench/models/virtual-clock.ts';
import type { SimulatedCache } from './cache.ts';
import type { ComputerClock } from './computer-clock.ts';
import { HostileService } from './hostile-service.ts';
import { Crash, MemoryStorage, type Disk } from './memory-storage.ts';
import type { ServiceModel } from './service-model.ts';
import type { FaultKind, Weather } from './weather.ts';

export interface ProcessOptions {
  times: Partial<Times>;
  clock: VirtualClock;
  computer: ComputerClock;
  disk: Disk;
  model: ServiceModel;
  /** It outlives the process. */
  cache: SimulatedCache;
  weather: Weather;
  /** Its hold on the disk; in memory when left out. */
  openStorage?: (disk: Disk, crashed: () => void) => MemoryStorage;
  /** As the cache knows it. */
  dayOf(planId: string): string | null;
  happened: (kind: FaultKind, until: number) => void;
  trace: (text: string) => void;
  /** Told at the moment of a crash within a commit. */
  crashed: () => void;
  /** Told when "saved" was said and the crash follows at once. */
  endsAfterTyping: () => void;
}

export class Process {
  readonly storage: MemoryStorage;
  readonly intake: Intake;
  readonly choices: Choices;
  readonly loop: SendLoop<StoredEntry>;
  private readonly options: ProcessOptions;
  private readonly service: HostileService;
  private readonly outbox: Outbox;

  constructor(options: ProcessOptions) {
    this.options = options;
    const { clock, computer, disk, model, weather, happened, trace } = options;
    const open = options.openStorage ?? ((of: Disk, crashed: () => void) => new MemoryStorage(of, crashed));
    this.storage = open(disk, options.crashed);
    const alive = () => !this.storage.isDead;
    const system: System = {
      now: computer.now,
      elapsed: computer.elapsed,
      random: clock.random,
      after: (milliseconds, action) =>
        clock.after(milliseconds, () => {
          if (alive()) guarded(action);
        }),
    };
    this.service = new HostileService({ system: clock, model, happened, trace }, weather);
    const core: Core = {
      system,
      storage: this.storage,
      service: this.service,
      known: this.known(),
      times: { ...safeTimes, ...options.times },
      usable: () => true,
      // An import is small here: so that its end is written in several parts all the same.
      settledAtOnce: 2,
      pendingStopsShow: model.live.pendingShow,
      changed: () => undefined,
      clockMoved: () => undefined,
      imported: (parentId) => void this.pull(parentId).catch(ignoreCrash),
    };
    const outbox = new Outbox(core);
    this.outbox = outbox;
    this.loop = new SendLoop<StoredEntry>({
      system,
      maySend: alive,
      groups: (wanted) => outbox.groups(wanted),
      doubtful: () => outbox.doubtful(),
      send: (group) => outbox.send(group),
      reconcile: (entry) => outbox.reconcile(entry),
      nextDue: (since) => outbox.nextDue(since),
      failed: (error) => {
        if (!(error instanceof Crash)) throw error;
      },
    });
    this.intake = new Intake(core, (changes) => this.typed(changes));
    this.choices = new Choices(core);
  }

  start(): void {
    guarded(() => {
      this.outbox.recover();
      this.loop.wake();
    });
  }

  /** Power, or kill: nothing of it goes on. */
  die(): void {
    this.storage.isDead = true;
    this.service.die();
  }

  private typed(changes: readonly Change[]): void {
    const { disk, endsAfterTyping } = this.options;
    const { crashIn } = disk;
    if (crashIn !== null && crashIn.commits <= 1 && crashIn.reaches) {
      // "Saved" was said, and then it ended.
      disk.crashIn = null;
      endsAfterTyping();
    }
    this.storage.commit(changes);
  }

  /** The read that follows an import: it tells whose the new ids are. */
  private async pull(parentId: string): Promise<void> {
    const planId = parentId.includes('/') ? parentId : (this.storage.record(parentId)?.serverId ?? null);
    if (planId === null) return;
    const path = { planId: planId.slice('plans/'.length) };
    const page = await this.service.read('stops.list', { path, lane: 'outbox' });
    for (const stop of page.stops ?? []) this.options.cache.put(stop);
    const found = (page.stops ?? []).flatMap((stop) => {
      const marker = stop.recipient?.externalId;
      return marker == null ? [] : [{ marker, id: stop.id }];
    });
    this.outbox.learnIds(found, parentId);
  }

  private known(): Known {
    return {
      put: (_noun, _parentId, view) => this.answered(this.options.cache.put(view)),
      forget: (_noun, id) => this.answered(this.options.cache.forget(id)),
      idsByMarker: (noun, parentId, marker) => this.answered(this.idsByMarker(noun, parentId, marker)),
      readList: () => this.answered(undefined),
      dayOf: (planId) => this.answered(this.options.dayOf(planId)),
    };
  }

  /** What the cache said when it was asked; who asked is told a little later, or never when the process ends before. */
  private answered<Value>(value: Value): Promise<Value> {
    const { clock, computer } = this.options;
    const wait = computer.shortWhile();
    if (wait === 0) return Promise.resolve(value);
    return new Promise((resolve) => {
      clock.after(wait, () => {
        if (!this.storage.isDead) resolve(value);
      });
    });
  }

  /** As the cache knows it: read up to fifteen seconds ago. */
  private idsByMarker(noun: string, parentId: string, marker: string): string[] {
    const { model, clock } = this.options;
    const held = noun === 'orders' ? model.orders : noun === 'stops' ? model.stops : model.unassignedStops;
    const readAt = clock.now() - clock.random() * 15_000;
    const holder = noun === 'orders' ? 'packageInfo' : 'recipient';
    return [...held.values()]
      .filter((record) => (record[holder] as { externalId?: unknown } | undefined)?.externalId === marker)
      .filter((record) => noun !== 'stops' || record['plan'] === parentId)
      .filter((record) => Number(record['madeAt']) <= readAt)
      .map(({ id }) => id);
  }
}

/** A crash ends what was under way, and is no mistake of it. */
export function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    ignoreCrash(error);
  }
}

function ignoreCrash(error: unknown): void {
  if (error instanceof Crash || (error instanceof Error && error.name === 'AppError')) return;
  throw error;
}
