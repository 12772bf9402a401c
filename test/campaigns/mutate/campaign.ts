/** Tries mutants: runs the slices and tests that reach each one, cheapest first, until one detects it. */
import { testsOf, isSimulated } from './reaching.ts';
import type { Mutant } from './mutant.ts';
import { SimLane } from './sim-lane.ts';
import type { SliceName } from './slices.ts';
import { TestLane } from './test-lane.ts';
import type { Project, Reached } from './test-runner.ts';

export interface Tried {
  mutant: Mutant;
  /** The slice or test file (relative to the project) that detected it. Null: it survived. */
  seenBy: string | null;
  /** False if no slice or test reaches it. */
  isReached: boolean;
}

export interface CampaignOptions {
  mutants: readonly Mutant[];
  /** Instrumented source by file. */
  codes: ReadonlyMap<string, string>;
  /** Number of mutants tried concurrently. */
  lanes: number;
  /** Test files to run, relative to the project. Default: all that load the mutated files. */
  tests?: ReadonlySet<string>;
  say: (line: string) => void;
  /** Called with each result. */
  tried: (result: Tried, done: number) => void;
}

interface Lane {
  sim: SimLane;
  unit: TestLane;
  flow: TestLane;
}

const projects = ['unit', 'flow'] as const;

export class Campaign {
  private readonly options: CampaignOptions;
  private readonly isSimulated: boolean;
  private readonly met = new Map<SliceName, Promise<ReadonlySet<number>>>();
  private readonly reached: Record<Project, readonly Reached[]> = { unit: [], flow: [] };
  private readonly takes = new Map<SliceName, number>();
  /** Number of mutants that each slice or test detected. Those with more run earlier. */
  private readonly seen = new Map<string, number>();
  /** Milliseconds by activity. */
  private readonly spent = new Map<string, number>();

  constructor(options: CampaignOptions) {
    this.options = options;
    this.isSimulated = isSimulated(this.files());
  }

  async run(): Promise<Tried[]> {
    const { mutants, codes, lanes, tried } = this.options;
    const all: Lane[] = Array.from({ length: lanes }, () => ({
      sim: new SimLane(codes, this.takes),
      unit: new TestLane(codes, 'unit'),
      flow: new TestLane(codes, 'flow'),
    }));
    const results: Tried[] = [];
    try {
      const [first] = all;
      if (first === undefined) return [];
      await this.timed('recording', () => Promise.all([this.recordTests(all), this.comesBy(first, 'quick')]));
      const left = mutants.values();
      const lane = async (one: Lane) => {
        for (const mutant of left) {
          const result = await this.tryOne(mutant, one);
          results.push(result);
          tried(result, results.length);
        }
      };
      await Promise.all(all.map(lane));
      await Promise.all(all.map((one) => this.control(one)));
    } finally {
      for (const { sim, unit, flow } of all) {
        unit.close();
        flow.close();
        await sim.close();
      }
    }
    const spent = [...this.spent].map(([what, milliseconds]) => `${what} ${(milliseconds / 1_000).toFixed(0)}`);
    this.options.say(`seconds: ${spent.join(', ')}`);
    return results;
  }

  /** At the end a test without a mutant has to pass. @throws Error if it fails, which invalidates all results */
  private async control(lane: Lane): Promise<void> {
    for (const project of projects) {
      const [test] = this.reached[project].toSorted((one, other) => one.milliseconds - other.milliseconds);
      if (test === undefined) continue;
      const seenBy = await lane[project].try({ id: -1 }, [test]);
      if (seenBy !== null) throw new Error(`a mistake is seen where there is none, by ${seenBy}`);
    }
  }

  private files(): Set<string> {
    return new Set(this.options.mutants.map(({ file }) => file));
  }

  private async timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await work();
    this.spent.set(what, (this.spent.get(what) ?? 0) + performance.now() - began);
    return result;
  }

  /** The mutants that a slice reaches, recorded on first use. */
  private comesBy({ sim }: Lane, slice: SliceName): Promise<ReadonlySet<number>> {
    if (!this.isSimulated) return Promise.resolve(new Set());
    const known = this.met.get(slice) ?? this.timed('recording', () => sim.record(slice));
    this.met.set(slice, known);
    return known;
  }

  /** Each lane records a share of the tests. */
  private async recordTests(lanes: readonly Lane[]): Promise<void> {
    const { tests, say } = this.options;
    for (const project of projects) {
      const all = testsOf(this.files(), project);
      const some = tests === undefined ? all : all.filter((test) => tests.has(relativeOf(test)));
      const shares = lanes.map((lane, of) => lane[project].record(some.filter((_, at) => at % lanes.length === of)));
      const answers = await Promise.all(shares);
      this.reached[project] = answers.flatMap(({ reached }) => reached);
      for (const { seenBy } of answers) if (seenBy !== null) say(`fails without a mutant, and is left out: ${seenBy}`);
    }
  }

  private async tryOne(mutant: Mutant, lane: Lane): Promise<Tried> {
    let isReached = false;
    // A static mutant needs its own process per slice, so it only runs in the two slices that detect the most.
    const passes = (slice: SliceName) => mutant.isStatic && (slice === 'disk' || slice === 'small');
    const meets = async (slice: SliceName) => !passes(slice) && (await this.comesBy(lane, slice)).has(mutant.id);
    const inSlice = async (slice: SliceName) => {
      if (!(await meets(slice))) return null;
      isReached = true;
      return this.timed(slice, () => lane.sim.try(mutant, slice));
    };
    const inTests = async (project: Project) => {
      const [best, ...others] = this.testsOf(mutant, project);
      if (best === undefined) return null;
      isReached = true;
      const ask = async (some: readonly Reached[]) =>
        some.length === 0 ? null : this.timed(project, () => lane[project].try(mutant, some));
      return (await ask([best])) ?? (await ask(others));
    };
    // Starting a process costs more than most tests.
    const seenBy =
      (mutant.isStatic ? null : await inSlice('quick')) ??
      (await inTests('unit')) ??
      (mutant.isStatic ? await inSlice('quick') : null) ??
      // The disk slice detects nothing beyond the memory slice.
      ((await meets('quick')) ? null : await inSlice('disk')) ??
      (await inTests('flow')) ??
      (await inSlice('long')) ??
      (await inSlice('small'));
    if (seenBy !== null) this.seen.set(seenBy, (this.seen.get(seenBy) ?? 0) + 1);
    return { mutant, seenBy, isReached };
  }

  /** The tests that reach it: fast ones and successful ones first. */
  private testsOf({ id }: Mutant, project: Project): Reached[] {
    const cost = ({ test, milliseconds }: Reached) =>
      (milliseconds + 300) / (1 + (this.seen.get(relativeOf(test)) ?? 0));
    return this.reached[project]
      .filter(({ met }) => met.includes(id))
      .map((reached) => ({ reached, cost: cost(reached) }))
      .sort((one, other) => one.cost - other.cost)
      .map(({ reached }) => reached);
  }
}

const relativeOf = (test: string): string => test.slice(test.lastIndexOf('/test/') + 1);
