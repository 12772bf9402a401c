/** One process of the app: the real core on a disk, with a cache and a connection, until it ends. */
import { Choices } from '../../../src/main/outbox/choices.ts';
import { safeTimes, type Core, type CachedFacts, type WaitTimes } from '../../../src/main/outbox/core.ts';
import { Intake, type Taken } from '../../../src/main/outbox/intake.ts';
import { learnIds } from '../../../src/main/refresh/learned-ids.ts';
import { Sender } from '../../../src/main/sending/sender.ts';
import { replace, type Replacement } from '../../../src/main/outbox/replace.ts';
import { MovesUndone } from '../../../src/main/outbox/undo-move.ts';
import { restore } from '../../../src/main/outbox/restore.ts';
import { SendLoop } from '../../../src/main/sending/send-loop.ts';
import { Transfer } from '../../../src/main/outbox/transfer.ts';
import type { System } from '../../../src/main/system.ts';
import type { StorageChange, StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import type { VirtualClock } from '../bench/models/virtual-clock.ts';
import type { SimulatedCache } from './cache.ts';
import type { ComputerClock } from './computer-clock.ts';
import { computerZone } from '../../../src/shared/zones.ts';
import { HostileService } from './hostile-service.ts';
import { Crash, MemoryStorage, type Disk } from './memory-storage.ts';
import type { ServiceModel } from './service-model.ts';
import type { FaultKind, Weather } from './weather.ts';

export interface ProcessOptions {
  times: Partial<WaitTimes>;
  clock: VirtualClock;
  computer: ComputerClock;
  disk: Disk;
  model: ServiceModel;
  /** Outlives the process. */
  cache: SimulatedCache;
  weather: Weather;
  /** Opens its storage. Default: in memory. */
  openStorage?: (disk: Disk, crashed: () => void) => MemoryStorage;
  /** The plan's day according to the cache. */
  dayOf(planId: string): string | null;
  happened: (kind: FaultKind, until: number) => void;
  trace: (text: string) => void;
  /** Called when the key is refused. */
  keyRefused: () => void;
  /** Return records with reordered fields and with nulls. */
  isOdd: boolean;
  /** Called at the moment of a crash within a commit. */
  crashed: () => void;
  /** Called when an input is reported as saved and the crash follows immediately. */
  endsAfterTyping: () => void;
}

export class Process {
  readonly storage: MemoryStorage;
  readonly intake: Intake;
  readonly choices: Choices;
  readonly loop: SendLoop<StoredEntry>;
  readonly transfer: Transfer;
  private readonly options: ProcessOptions;
  private readonly service: HostileService;
  private readonly sender: Sender;
  private readonly core: Core;

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
    const { keyRefused, isOdd } = options;
    this.service = new HostileService({ system: clock, model, happened, trace, keyRefused, isOdd }, weather);
    const core: Core = {
      system,
      storage: this.storage,
      service: this.service,
      cached: this.known(),
      times: { ...safeTimes, ...options.times },
      usable: () => !weather.isKeyRefused,
      // Imports are small here, so this splits their results into several transactions as well.
      settledAtOnce: 2,
      pendingStopsShow: model.live.pendingShow,
      noticeClock: () => this.sender.watchClock(),
      clockMoved: () => undefined,
      imported: (parentId) => void this.pull(parentId).catch(ignoreCrash),
    };
    this.core = core;
    const sender = new Sender(core);
    this.sender = sender;
    this.loop = new SendLoop<StoredEntry>({
      system,
      maySend: () => alive() && !this.transfer.isLeaving,
      groups: (wanted) => sender.groups(wanted),
      doubtful: () => sender.doubtful(),
      send: (group) => sender.send(group),
      reconcile: (entry) => sender.reconcile(entry),
      nextDue: (since) => sender.nextDue(since),
      failed: (error) => {
        if (!(error instanceof Crash)) throw error;
      },
    });
    this.intake = new Intake(core, (changes) => this.typed(changes));
    this.choices = new Choices(core);
    this.transfer = new Transfer(core, () => disk.entries.filter(isOpen).map(({ id }) => id));
    this.storage.committed = (changes) => this.transfer.committed(changes);
  }

  /** Undoes the deletion of a record. @returns whether it was restored */
  restore(id: string): boolean {
    const { storage, choices } = this;
    return restore({ storage, choices, now: this.options.computer.now() }, id) !== null;
  }

  /** Undoes the last move of a stop in one transaction. @returns whether it was undone */
  undoMove(id: string): boolean {
    const { disk } = this.options;
    const { crashIn } = disk;
    disk.crashIn = null;
    const isBack = new MovesUndone(this.core).undo(id);
    disk.crashIn = crashIn;
    return isBack;
  }

  /** Changes to different records in one transaction, saved by one press of a button. */
  together(changed: (intake: Intake) => void): void {
    const changes: StorageChange[] = [];
    changed(new Intake(this.core, (some) => void changes.push(...some)));
    if (changes.length > 0) this.typed(changes);
  }

  /** Replaces one record by another in one transaction, without a crash in between. */
  replace(replacement: Replacement): Taken {
    const { disk } = this.options;
    const { crashIn } = disk;
    disk.crashIn = null;
    const taken = replace(this.storage, this.intake, replacement);
    disk.crashIn = crashIn;
    return taken;
  }

  /** A valid key was entered: resumes waiting entries. */
  keyChanged(): void {
    this.sender.wakeQueued();
    this.loop.wake();
  }

  start(): void {
    guarded(() => {
      this.sender.recover();
      this.loop.wake();
    });
  }

  /** Power cut or kill: everything in it stops. */
  die(): void {
    this.storage.isDead = true;
    this.service.die();
  }

  private typed(changes: readonly StorageChange[]): void {
    const { disk, endsAfterTyping } = this.options;
    const { crashIn } = disk;
    if (crashIn !== null && crashIn.commits <= 1 && crashIn.reaches) {
      // The input was reported as saved, then the process ended.
      disk.crashIn = null;
      endsAfterTyping();
    }
    this.storage.commit(changes);
  }

  /** The read after an import, which assigns the new ids to their records. */
  private async pull(parentId: string): Promise<void> {
    const planId = parentId.includes('/') ? parentId : (this.storage.record(parentId)?.serverId ?? null);
    if (planId === null) return;
    const path = { planId: planId.slice('plans/'.length) };
    const begun = this.options.clock.now();
    const page = await this.service.read('stops.list', { path, priority: 'outbox' });
    for (const stop of page.stops ?? []) this.options.cache.putListed(stop, begun);
    const found = (page.stops ?? []).flatMap((stop) => {
      const marker = stop.recipient?.externalId;
      return marker == null ? [] : [{ marker, view: stop }];
    });
    learnIds(this.core, found, parentId);
  }

  private known(): CachedFacts {
    return {
      put: (_noun, _parentId, view) => {
        this.options.cache.put(view, this.options.clock.now());
        return this.answered(undefined);
      },
      forget: (_noun, id) => {
        this.options.cache.forget(id);
        return this.answered(undefined);
      },
      idsByMarker: (noun, parentId, marker) => this.answered(this.idsByMarker(noun, parentId, marker)),
      readList: () => this.answered(undefined),
      dayOf: (planId) => {
        const day = this.options.dayOf(planId);
        return this.answered(day === null ? null : { day, zone: computerZone() });
      },
    };
  }

  /** Answers with the cache's current value after a short delay, or never if the process ends before. */
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

  /** Answers from a list that was read up to fifteen seconds ago. */
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

const isOpen = ({ state }: StoredEntry) => state !== 'acknowledged' && state !== 'given-up';

/** A crash aborts the action, which is not an error. */
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
