/** Tries mutants: each in what comes by it, cheapest first, until something sees it. */
import { testsOf, isSimulated } from './reaching.ts';
import type { Mutant } from './mutant.ts';
import { SimLane } from './sim-lane.ts';
import { slices, type SliceName } from './slices.ts';
import { UnitLane } from './unit-lane.ts';
import type { Reached } from './unit-runner.ts';

export interface Tried {
  mutant: Mutant;
  /** What saw it; null: it survived. */
  seenBy: string | null;
  /** Nothing came by it. */
  isReached: boolean;
}

export interface CampaignOptions {
  mutants: readonly Mutant[];
  /** Instrumented source by its file. */
  codes: ReadonlyMap<string, string>;
  /** How many are tried at the same time. */
  lanes: number;
  say: (line: string) => void;
  /** Told of each as it is over. */
  tried: (result: Tried, done: number) => void;
}

export class Campaign {
  private readonly options: CampaignOptions;
  private readonly met = new Map<SliceName, ReadonlySet<number>>();
  private reached: readonly Reached[] = [];
  private readonly takes = new Map<SliceName, number>();
  /** Mutants that a test saw: it is asked earlier. */
  private readonly seen = new Map<string, number>();

  constructor(options: CampaignOptions) {
    this.options = options;
  }

  async run(): Promise<Tried[]> {
    const { mutants, codes, lanes, tried } = this.options;
    const all = Array.from({ length: lanes }, () => ({
      sim: new SimLane(codes, this.takes),
      unit: new UnitLane(codes),
    }));
    const results: Tried[] = [];
    try {
      const [first] = all;
      if (first === undefined) return [];
      await Promise.all([this.recordSlices(first.sim), this.recordTests(first.unit)]);
      const left = mutants.values();
      const lane = async ({ sim, unit }: (typeof all)[number]) => {
        for (const mutant of left) {
          const result = await this.tryOne(mutant, sim, unit);
          results.push(result);
          tried(result, results.length);
        }
      };
      await Promise.all(all.map(lane));
    } finally {
      for (const { sim, unit } of all) {
        unit.close();
        await sim.close();
      }
    }
    return results;
  }

  private files(): Set<string> {
    return new Set(this.options.mutants.map(({ file }) => file));
  }

  private async recordSlices(sim: SimLane): Promise<void> {
    if (!isSimulated(this.files())) return;
    for (const slice of slices) this.met.set(slice, await sim.record(slice));
  }

  private async recordTests(unit: UnitLane): Promise<void> {
    const { seenBy, reached } = await unit.record(testsOf(this.files()));
    this.reached = reached;
    if (seenBy !== null) this.options.say(`fails without a mutant, and is left out: ${seenBy}`);
  }

  private async tryOne(mutant: Mutant, sim: SimLane, unit: UnitLane): Promise<Tried> {
    const tests = this.testsOf(mutant);
    // One that takes effect while its module is loaded needs a thread for each slice: the two that see most are enough.
    const passes = (slice: SliceName) => mutant.isStatic && (slice === 'disk' || slice === 'small');
    const meets = (slice: SliceName) => !passes(slice) && this.met.get(slice)?.has(mutant.id) === true;
    const isReached = tests.length > 0 || slices.some(meets);
    const inSlice = async (slice: SliceName) => (meets(slice) ? sim.try(mutant, slice) : null);
    const [best, ...others] = tests;
    const inTests = async (some: readonly Reached[]) => (some.length === 0 ? null : unit.try(mutant, some));
    const seenBy =
      (await inSlice('quick')) ??
      (await inTests(best === undefined ? [] : [best])) ??
      (await inTests(others)) ??
      // What the memory shows, the disk has shown too.
      (meets('quick') ? null : await inSlice('disk')) ??
      (await inSlice('long')) ??
      (await inSlice('small'));
    if (seenBy !== null) this.seen.set(seenBy, (this.seen.get(seenBy) ?? 0) + 1);
    return { mutant, seenBy, isReached };
  }

  /** Those that come by it: quick ones, and ones that saw others, first. */
  private testsOf({ id }: Mutant): Reached[] {
    const cost = ({ test, milliseconds }: Reached) => (milliseconds + 300) / (1 + this.seenBy(test));
    return this.reached
      .filter(({ met }) => met.includes(id))
      .map((reached) => ({ reached, cost: cost(reached) }))
      .sort((one, other) => one.cost - other.cost)
      .map(({ reached }) => reached);
  }

  private seenBy(test: string): number {
    for (const [name, times] of this.seen) if (test.endsWith(name)) return times;
    return 0;
  }
}
