/**
 * `npm run sim -- --schedules N --seed S [--threads T] [--storage sqlite] [--scenes plain]`: runs the outbox's core
 * against a hostile service in virtual time, with its storage in memory or in the real SQLite on a temporary disk.
 * `--scenes plain` omits distributed plans and live changes. `--calm` draws only inputs and faults, `--single` no edits
 * of several stops and of numbers, `--typed` no files for a live plan, `--keeps-numbers` no edits of numbers,
 * `--types-once` none that is typed back, `--keeps-team` no files of drivers. `--regressions` replays schedules that
 * once failed. `--seed S --trace` replays one schedule. `--bugs [--bug NAME]` verifies that planted mutations are found.
 * `--small [--crashes C] [--faults F] [--pair NAME]` explores all combinations of crashes and faults for two entries.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { liveKinds, operations } from '../../../src/shared/outbox-kinds.ts';
import { causes } from './attendance.ts';
import { asInTheApp, planted } from './planted.ts';
import { Schedule } from './schedule.ts';
import { pairNames } from './small-pairs.ts';
import { isClean, type Tally } from './tally.ts';
import { regressions } from './regressions.ts';
import { acts } from './second-thoughts.ts';
import { runSchedules, walkPairs } from './threads.ts';
import type { Without } from './surroundings.ts';
import { faultKinds } from './weather.ts';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    storage: { type: 'string', default: 'memory' },
    scenes: { type: 'string', default: 'all' },
    calm: { type: 'boolean', default: false },
    single: { type: 'boolean', default: false },
    typed: { type: 'boolean', default: false },
    'keeps-numbers': { type: 'boolean', default: false },
    'types-once': { type: 'boolean', default: false },
    'keeps-team': { type: 'boolean', default: false },
    'takes-all': { type: 'boolean', default: false },
    threads: { type: 'string', default: String(availableParallelism()) },
    trace: { type: 'boolean', default: false },
    bugs: { type: 'boolean', default: false },
    bug: { type: 'string' },
    pair: { type: 'string' },
    small: { type: 'boolean', default: false },
    regressions: { type: 'boolean', default: false },
    crashes: { type: 'string', default: '2' },
    faults: { type: 'string', default: '4' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const threads = Number(values.threads);
const scenes = values.scenes === 'plain' ? 'plain' : 'all';
const without: Required<Without> = {
  isCalm: values.calm,
  isSingle: values.single,
  isTyped: values.typed,
  keepsNumbers: values['keeps-numbers'],
  typesOnce: values['types-once'],
  keepsTeam: values['keeps-team'],
  takesAll: values['takes-all'],
};
/** Kinds that only occur in scenes where a plan is distributed. */
const ofScenes = new Set<string>([
  ...liveKinds,
  ...(['plans.reoptimize', 'plans.distribute', 'plans.redistribute', 'plans.save'] as const),
]);
const expectedKinds = Object.keys(operations).filter((kind) => scenes === 'all' || !ofScenes.has(kind));
const say = (line: string) => process.stdout.write(`${line}\n`);
const secondsSince = (moment: number) => ((performance.now() - moment) / 1_000).toFixed(1);

function sayCounts(tally: Tally): boolean {
  const counts = (of: Record<string, number>, names: readonly string[]) =>
    names.map((name) => `${name} ${of[name] ?? 0}`).join(' · ');
  say(`entries: ${tally.entries} (${counts(tally.kinds, Object.keys(operations))})`);
  say(`faults: ${counts(tally.faults, faultKinds)}`);
  say(`crashes: ${tally.crashes}`);
  say(`beside typing: ${counts(tally.acts, acts)}`);
  say(`a person rightly asked: ${counts(tally.asks, causes)}`);
  if (tally.meagre > 0) say(`${tally.meagre} schedules had too few entries, kinds, faults or crashes`);
  const all = (of: Record<string, number>, names: readonly string[]) => names.every((name) => (of[name] ?? 0) > 0);
  // A small sample may miss events that happen once in a thousand schedules.
  const isSample = tally.schedules < 5_000;
  const isWhole = isSample || (all(tally.kinds, expectedKinds) && all(tally.faults, faultKinds));
  return isWhole && tally.crashes > 0;
}

/** Searches for each planted mutation for up to one minute. */
async function showBugs(): Promise<boolean> {
  say(`${'planted mistake'.padEnd(32)} ${'found as'.padEnd(10)} ${'schedules'.padStart(9)} ${'seconds'.padStart(8)}`);
  let [tried, seen] = [0, 0];
  for (const [name, variant] of planted) {
    if (values.bug !== undefined && values.bug !== name) continue;
    const { seenBy } = variant.mutation ?? {};
    if (seenBy !== undefined && values.bug === undefined) {
      say(`${name.padEnd(32)} by a test  ${seenBy}`);
      continue;
    }
    const began = performance.now();
    const options = { from: seed, schedules: 100_000_000, variant, threads, untilFound: true, within: 60_000 };
    const tally = await runSchedules(options);
    const found = tally.wrong[0]?.violation;
    tried += 1;
    if (found !== undefined) seen += 1;
    const line = [name.padEnd(32), (found ?? 'NOT FOUND').padEnd(10), String(tally.schedules).padStart(9)];
    say([...line, secondsSince(began).padStart(8)].join(' '));
  }
  say(`planted=${tried} found=${seen} seed=${seed}`);
  return tried > 0 && seen === tried;
}

async function replay(): Promise<boolean> {
  const variant = values.bug === undefined ? asInTheApp : planted.get(values.bug);
  if (variant === undefined) {
    say(`no planted mistake of this name: ${values.bug ?? ''}`);
    return false;
  }
  const { wrong } = await runSchedules({
    from: seed,
    schedules: 1,
    variant,
    threads: 1,
    scenes,
    without,
    trace: say,
  });
  for (const { violation, tag, why } of wrong) say(`${violation}: ${tag}: ${why}`);
  return wrong.length === 0;
}

/** Complements the random schedules with an exhaustive search. */
async function showSmallScope(): Promise<boolean> {
  const began = performance.now();
  const bounds = { crashes: Number(values.crashes), faults: Number(values.faults) };
  const names = pairNames.filter((name) => values.pair === undefined || values.pair === name);
  const total = { runs: 0, states: 0, wrong: 0 };
  await walkPairs(names, bounds, threads, (name, { runs, states, endless, wrong, seconds }) => {
    total.runs += runs;
    total.states += states;
    total.wrong += wrong.length + endless;
    for (const { found, choices } of wrong.slice(0, 5)) say(`${name}: ${choices}: ${JSON.stringify(found)}`);
    const counts = `runs=${runs} states=${states} endless=${endless} wrong=${wrong.length}`;
    say(`${name}: ${counts} seconds=${seconds.toFixed(1)}`);
  });
  const { runs, states, wrong } = total;
  const scope = `pairs=${names.length} crashes=${bounds.crashes} faults=${bounds.faults}`;
  say(`${scope} runs=${runs} states=${states} wrong=${wrong} seconds=${secondsSince(began)}`);
  return names.length > 0 && wrong === 0;
}

/** The flags with which a schedule is replayed, each after a space. */
const flagsOf = ({ isCalm, isSingle, isTyped, keepsNumbers, typesOnce, keepsTeam, takesAll }: Without): string =>
  Object.entries({
    ...{ calm: isCalm, single: isSingle, typed: isTyped },
    ...{ 'keeps-numbers': keepsNumbers, 'types-once': typesOnce, 'keeps-team': keepsTeam },
    ...{ 'takes-all': takesAll },
  })
    .map(([flag, isSet]) => (isSet === true ? ` --${flag}` : ''))
    .join('');

async function replayRegressions(): Promise<boolean> {
  let isWell = true;
  for (const { seed: own, ...around } of regressions) {
    const { found } = await new Schedule({ ...asInTheApp, seed: own, ...around, scenes }).run();
    for (const { violation, tag, why } of found) say(`seed ${own}${flagsOf(around)}: ${violation}: ${tag}: ${why}`);
    isWell &&= found.length === 0;
  }
  say(`regressions=${regressions.length} ${isWell ? 'all well' : 'some wrong'}`);
  return isWell;
}

async function simulate(): Promise<boolean> {
  const began = performance.now();
  let told = 0;
  let toldAt = began;
  const tally = await runSchedules({
    from: seed,
    schedules: Number(values.schedules),
    variant: asInTheApp,
    threads,
    storage: values.storage === 'sqlite' ? 'sqlite' : 'memory',
    scenes,
    without,
    progress({ schedules, wrong }) {
      // Print failures immediately, so that they can be replayed while the run continues.
      for (const { seed: own, violation, tag, why } of wrong.slice(told))
        say(`seed ${own}: ${violation}: ${tag}: ${why}`);
      told = wrong.length;
      if (performance.now() - toldAt < 30_000) return;
      toldAt = performance.now();
      say(`… ${schedules} schedules in ${secondsSince(began)} s, ${wrong.length} wrong`);
    },
  });
  say(`seed: ${seed}`);
  const isWhole = sayCounts(tally);
  // Again at the end, because often the last lines are all that is kept.
  for (const { seed: own, violation, tag, why } of tally.wrong.slice(0, 3))
    say(`seed ${own}: ${violation}: ${tag}: ${why}`);
  const { lost, doubled, stuck, misplaced, asked } = tally.violations;
  const counts = `lost=${lost} doubled=${doubled} stuck=${stuck} misplaced=${misplaced} asked=${asked}`;
  say(`schedules=${tally.schedules} ${counts} seconds=${secondsSince(began)}`);
  return isWhole && isClean(tally);
}

function chosen(): Promise<boolean> {
  if (values.trace) return replay();
  if (values.bugs) return showBugs();
  if (values.small) return showSmallScope();
  return values.regressions ? replayRegressions() : simulate();
}

const isWell = await chosen();
process.exit(isWell ? 0 : 1);
