/** Beside chance, completeness: two entries, and every way in which at most so many crashes and faults can fall on them. */
import type { Found } from './check.ts';
import { walk, type Chooser, type Walked } from './choices-tree.ts';
import { VirtualClock } from '../bench/models/virtual-clock.ts';
import { Disk } from './memory-storage.ts';
import { ServiceModel } from './service-model.ts';
import { pairs, type Pair, type PairName } from './small-pairs.ts';
import { nameOf, type Ahead, type Bounds, type Standing } from './small-state.ts';
import { SmallWorld } from './small-world.ts';

export interface WrongRun {
  /** The choices that lead there, one digit each. */
  choices: string;
  found: Found[];
}

export interface SmallResult extends Walked {
  wrong: WrongRun[];
}

export interface SmallOptions {
  /** Told each end, by its name. */
  ended?: (name: string) => void;
  /** False: every run begins at the beginning and goes on to the end, and nothing is left out that was met before. */
  merges?: boolean;
}

/** The second is typed while the first is read for, or while it is under way. */
const between = [50, 150];

/** The states from which a pair begins. */
function begins(pair: Pair, left: Bounds): Standing[] {
  return between.map((pause, index) => {
    const clock = new VirtualClock(1);
    const now = clock.now();
    const model = new ServiceModel(clock.now);
    const there = pair.begin(model);
    const ahead: Ahead[] = [
      { what: 'start', at: now },
      { what: 'type', index: 0, at: now + 10 },
      { what: 'type', index: 1, at: now + 10 + pause },
    ];
    const disk = new Disk(1);
    return {
      now,
      quietSince: now,
      left,
      isRunning: false,
      disk,
      model,
      items: [],
      there,
      ahead,
      choices: String(index),
    };
  });
}

/** Every way in which the crashes and faults of `bounds` can fall on a pair. */
export async function walkPair(name: PairName, bounds: Bounds, options: SmallOptions = {}): Promise<SmallResult> {
  const { ended, merges = true } = options;
  const pair = pairs[name];
  const wrong: WrongRun[] = [];
  const walked = await walk<Standing>({
    begins: begins(pair, bounds),
    async run(from, chooser: Chooser) {
      const result = await new SmallWorld(from, { pair, chooser, rests: merges }).run();
      if ('rest' in result) return result.rest;
      if (result.found.length > 0) wrong.push({ choices: result.end.choices, found: result.found });
      ended?.(`${nameOf(result.end)} ${JSON.stringify(result.found)}`);
      return null;
    },
    nameOf,
    coversOf: ({ left }) => covers(left, bounds),
  });
  return { ...walked, wrong };
}

/** A bit for each number of crashes and faults up to those that are left. */
function covers(left: Bounds, bounds: Bounds): number {
  let bits = 0;
  for (let crashes = 0; crashes <= left.crashes; crashes += 1) {
    for (let faults = 0; faults <= left.faults; faults += 1) bits |= 1 << (crashes * (bounds.faults + 1) + faults);
  }
  return bits;
}
