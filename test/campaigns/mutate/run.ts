/**
 * `npm run mutate [-- --all] [--file NAME] [--sample N] [--seed S] [--lanes N] [--survivors] [--write] [--keys] [--list]`:
 * mutation testing of the code that decides what is sent, settled, merged, shown as waiting, printed or counted. Each
 * mutant has to be detected by unit tests, the simulation or the small scope. Without options it tries the files whose
 * code has changed since their campaign, and sums up all campaigns. `--all` tries every file, which takes hours. `--file`
 * selects files whose names contain the text. `--sample` draws mutants from files whose campaign went through their
 * current code, without known survivors, and names the files that changed since. `--write` stores the results of a complete campaign in test/campaigns/mutate/survivors.txt.
 * `--survivors` tries the survivors listed there again.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Campaign, type Tried } from './campaign.ts';
import { fingerprintOf } from './fingerprint.ts';
import { acceptedKeys, lastCampaigns, staleAccepted, writeCampaigns, type OfFile } from './known.ts';
import { keyOf, told, type Mutant } from './mutant.ts';
import { instrumented } from './points.ts';
import { testsBeside } from './reaching.ts';
import { sourceOf, subjects } from './subjects.ts';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    file: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    lanes: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    write: { type: 'boolean', default: false },
    keys: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** All mutants of all files, numbered consecutively. */
function allMutants(): Map<string, Mutant[]> {
  const found = new Map<string, Mutant[]>();
  let from = 0;
  for (const file of subjects()) {
    const { mutants } = instrumented(file, sourceOf(file), from);
    found.set(file, mutants);
    from += mutants.length;
  }
  return found;
}

/** Draws with a linear congruential generator, so that the same seed gives the same sample. */
function drawn(mutants: readonly Mutant[], count: number): Mutant[] {
  const left = [...mutants];
  let state = seed;
  return Array.from({ length: Math.min(count, left.length) }, () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    const [one] = left.splice(Math.floor((state / 2 ** 32) * left.length), 1);
    return one;
  }).filter((mutant) => mutant !== undefined);
}

/** Whether a file has a campaign, and its code is no longer what that went through. */
const isChanged = (file: string, last: ReadonlyMap<string, OfFile>): boolean =>
  last.has(file) && last.get(file)?.code !== codeOf(file);

const codeOf = (file: string): string => fingerprintOf(sourceOf(file));

/** Whether mutants of a file are tried. */
function isChosen(name: string, last: ReadonlyMap<string, OfFile>): boolean {
  const { file, sample, all, survivors } = values;
  if (file !== undefined) return name.includes(file);
  if (sample !== undefined) return last.has(name) && !isChanged(name, last);
  return all || survivors || isChanged(name, last);
}

function chosen(byFile: ReadonlyMap<string, readonly Mutant[]>, last: ReadonlyMap<string, OfFile>): Mutant[] {
  const { sample } = values;
  const all = [...byFile].filter(([name]) => isChosen(name, last)).flatMap(([, mutants]) => mutants);
  const known = new Set([...last.values()].flatMap(({ survivors }) => survivors));
  if (values.survivors) return all.filter((mutant) => known.has(keyOf(mutant)) && !acceptedKeys.has(keyOf(mutant)));
  if (sample === undefined) return all;
  say(`seed: ${seed}`);
  const changed = [...byFile.keys()].filter((name) => isChanged(name, last));
  if (changed.length > 0) {
    say(`changed since their campaign and not in the draw, until npm run mutate -- --write: ${changed.join(', ')}`);
  }
  const unknown = all.filter((mutant) => !known.has(keyOf(mutant)) && !acceptedKeys.has(keyOf(mutant)));
  return drawn(unknown, Number(sample));
}

/** The source of each file with the mutants to try. */
function codesOf(mutants: readonly Mutant[], byFile: ReadonlyMap<string, readonly Mutant[]>): Map<string, string> {
  const wanted = new Set(mutants.map(({ id }) => id));
  const codes = new Map<string, string>();
  for (const [file, all] of byFile) {
    const [first] = all;
    if (first === undefined || !all.some(({ id }) => wanted.has(id))) continue;
    codes.set(file, instrumented(file, sourceOf(file), first.id, ({ id }) => wanted.has(id)).code);
  }
  return codes;
}

const newOfFile = (file: string): OfFile => ({
  code: codeOf(file),
  ...{ mutants: 0, killed: 0, seconds: 0, survivors: [], tests: [] },
});

function sumUp(results: readonly Tried[], milliseconds: number): Map<string, OfFile> {
  const found = new Map<string, OfFile>();
  const each = milliseconds / Math.max(1, results.length) / 1_000;
  const by = new Map<string, Map<string, number>>();
  for (const { mutant, seenBy } of results.toSorted((one, other) => one.mutant.id - other.mutant.id)) {
    const of = found.get(mutant.file) ?? newOfFile(mutant.file);
    found.set(mutant.file, of);
    of.mutants += 1;
    of.seconds += each;
    const key = keyOf(mutant);
    if (seenBy !== null) of.killed += 1;
    else if (!acceptedKeys.has(key)) of.survivors.push(key);
    const tests = by.get(mutant.file) ?? new Map<string, number>();
    by.set(mutant.file, tests);
    if (seenBy?.startsWith('test/') === true) tests.set(seenBy, (tests.get(seenBy) ?? 0) + 1);
  }
  for (const [file, tests] of by)
    found.get(file)?.tests.push(...[...tests].sort(([, one], [, other]) => other - one).map(([test]) => test));
  return found;
}

/** Merges a file's last campaign with the new outcome of its survivors. */
function together(
  before: OfFile | undefined,
  { code, survivors, seconds, tests }: OfFile,
  mutants: readonly Mutant[] = [],
): OfFile {
  const accepted = mutants.filter((mutant) => acceptedKeys.has(keyOf(mutant))).length;
  return {
    code,
    mutants: mutants.length,
    killed: mutants.length - accepted - survivors.length,
    seconds: (before?.seconds ?? 0) + seconds,
    survivors,
    tests: [...new Set([...(before?.tests ?? []), ...tests])],
  };
}

const counts = (mutants: number, killed: number, seconds: number): string => {
  const percent = ((100 * killed) / Math.max(1, mutants)).toFixed(1);
  return `mutants=${mutants} killed=${killed} survived=${mutants - killed} percent=${percent} seconds=${seconds.toFixed(0)}`;
};

/** Tries each mutant and prints the survivors. @param tests the only tests to run; default: all that load a mutant */
function tryAll(
  mutants: readonly Mutant[],
  byFile: ReadonlyMap<string, readonly Mutant[]>,
  tests?: ReadonlySet<string>,
): Promise<Tried[]> {
  const began = performance.now();
  let toldAt = began;
  return new Campaign({
    mutants,
    codes: codesOf(mutants, byFile),
    lanes: Number(values.lanes),
    ...(tests === undefined ? {} : { tests }),
    say,
    tried({ mutant, seenBy, isReached }, done) {
      const key = keyOf(mutant);
      if (seenBy === null && !acceptedKeys.has(key) && tests === undefined)
        say(`survived: ${values.keys ? key : told(mutant)}${isReached ? '' : ' (nothing comes by it)'}`);
      else if (values.keys) say(`${seenBy ?? 'not yet'}: ${told(mutant)}`);
      if (performance.now() - toldAt < 30_000) return;
      toldAt = performance.now();
      say(`… ${done} of ${mutants.length} in ${((toldAt - began) / 1_000).toFixed(0)} s`);
    },
  }).run();
}

/**
 * Starts with the tests that are likely to detect them: those that detected others in the same files, and those in the
 * mirrored folders. All tests that load a file only run for the remaining mutants.
 */
async function tryLikely(
  mutants: readonly Mutant[],
  byFile: ReadonlyMap<string, readonly Mutant[]>,
  last: ReadonlyMap<string, OfFile>,
): Promise<Tried[]> {
  const tests = new Set(mutants.flatMap(({ file }) => [...(last.get(file)?.tests ?? []), ...testsBeside(file)]));
  const first = await tryAll(mutants, byFile, tests);
  const left = first.filter(({ seenBy }) => seenBy === null).map(({ mutant }) => mutant);
  if (left.length === 0) return first;
  say(`${left.length} not seen by what is likely to see them: everything is asked`);
  return [...first.filter(({ seenBy }) => seenBy !== null), ...(await tryAll(left, byFile))];
}

/** Prints the outcome of the last campaigns of all files. */
function tellCampaigns(files: number): void {
  const all = [...lastCampaigns()];
  const sum = (of: (file: OfFile) => number) => all.reduce((total, [, file]) => total + of(file), 0);
  const [mutants, killed, open] = [
    sum((file) => file.mutants),
    sum((file) => file.killed),
    sum(({ survivors }) => survivors.length),
  ];
  say(
    `Campaigns of ${all.length} of ${files} files: ${counts(
      mutants,
      killed,
      sum(({ seconds }) => seconds),
    )}`,
  );
  say(`${mutants - killed - open} of the survivors are accepted with a reason, ${open} need a test`);
  for (const [file] of all.filter(([name]) => isChanged(name, lastCampaigns())))
    say(`changed since its campaign: ${file}`);
}

async function main(): Promise<boolean> {
  const byFile = allMutants();
  if (values.list) {
    for (const [file, { length }] of byFile) say(`${file} mutants=${length}`);
    say(`mutants=${[...byFile.values()].flat().length}`);
    return true;
  }
  const stale = staleAccepted([...byFile.values()].flat());
  for (const key of stale) say(`accepted, and no mutant any more: ${key}`);
  const last = lastCampaigns();
  const isSample = values.sample !== undefined;
  const mutants = chosen(byFile, last);
  if (mutants.length === 0) {
    tellCampaigns(byFile.size);
    // A name that fits no file, or a sample of nothing, has shown nothing.
    return stale.length === 0 && !isSample && values.file === undefined;
  }
  const began = performance.now();
  const results = await tryLikely(mutants, byFile, last);
  const took = performance.now() - began;
  const found = sumUp(results, took);
  const campaigns = values.survivors
    ? new Map([...found].map(([file, of]) => [file, together(last.get(file), of, byFile.get(file))]))
    : found;
  if (!isSample) for (const [file, of] of campaigns) say(`${file}: ${counts(of.mutants, of.killed, of.seconds)}`);
  const killed = results.filter(({ seenBy }) => seenBy !== null).length;
  say(counts(results.length, killed, took / 1_000));
  if (values.write && !isSample) writeCampaigns(new Map([...lastCampaigns(), ...campaigns]));
  if (!isSample) tellCampaigns(byFile.size);
  const known = new Set([...last.values()].flatMap(({ survivors }) => survivors));
  const fresh = [...campaigns.values()].flatMap(({ survivors }) => survivors).filter((key) => !known.has(key)).length;
  if (fresh > 0 && !values.write) say(`${fresh} survived that are not known: each needs a test`);
  return stale.length === 0 && (values.write || fresh === 0);
}

process.exit((await main()) ? 0 : 1);
