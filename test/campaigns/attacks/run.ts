/**
 * `npm run attacks`: runs the tests of each row of the list of attacks, then removes each guard in turn from the source
 * as it loads: the row's test must fail. Prints rows, tests, guards and what saw their removal. Fails for a row of
 * which no test ran, for a test that fails or does not exist, and for a guard that nobody misses.
 *
 * Tests of the built app and of the packaged folder need a display, and the app is built again for each guard that they
 * watch. `--quick` leaves them out, and then rows that have no other tests fail. `--row 3` does one row,
 * `--guard zones` some guards, `--guards-only` leaves the rows' tests out. `--fuzz 100000` makes that many calls.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { guards, type Guard } from './guards.ts';
import { rows, type Project, type Row, type RowTest } from './rows.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const options = {
  row: { type: 'string' },
  guard: { type: 'string' },
  'guards-only': { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  fuzz: { type: 'string' },
} as const;
const { values } = parseArgs({ options });

const bin = (program: string) => join(root, 'node_modules', '.bin', program);

interface Result {
  /** It ended without a failure, which a run without any test does too. */
  passed: boolean;
  /** How many tests passed. */
  ran: number;
  /** The failed tests, or the end of the output. */
  said: string;
  /** What the fuzzed calls came to, with the seed that repeats them. */
  fuzzed: string | undefined;
}

/** Longer than any test of a row takes. A guard without which a test hangs is missed by then. */
const mostMilliseconds = values.fuzz === undefined ? 300_000 : 1_800_000;

/** The tests that passed, as Vitest and Playwright say it in their last lines. Neither says so of none. */
const passedIn = (text: string): number =>
  Number((/^ *Tests +.*?(\d+) passed/m.exec(text) ?? /^ *(\d+) passed \(/m.exec(text))?.[1] ?? 0);

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, NO_COLOR: '1', ...env }, detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, mostMilliseconds);
    child.once('close', (code) => {
      clearTimeout(timer);
      const text = stripVTControlCharacters(output);
      const failed = (/FAIL\s+(.*)/.exec(text) ?? /^\s+1\) (.*)/m.exec(text))?.[1];
      resolve({
        passed: code === 0,
        ran: passedIn(text),
        fuzzed: /seed \d+: \{.*$/m.exec(text)?.[0],
        said: isOverdue ? 'its test, which does not end' : (failed ?? text.slice(-1_500)),
      });
    });
  });
}

async function runTest({ project, file, name }: RowTest, guard?: Guard): Promise<Result> {
  const fuzzing: Record<string, string> = values.fuzz === undefined ? {} : { DEPOT_DESK_FUZZ: values.fuzz };
  if (project === 'e2e' || project === 'dist') {
    if (guard !== undefined) await rebuild(project, guard);
    const args = ['test', file, '--reporter=line', ...(name === undefined ? [] : ['-g', name])];
    return run(bin('playwright'), args, fuzzing);
  }
  const config = join('test', 'campaigns', 'attacks', 'vitest.config.ts');
  const args = ['run', '--config', config, '--project', project, file, '--bail', '1', '--reporter', 'default'];
  const named = name === undefined ? [] : ['-t', name];
  const env = { ...(guard && { DEPOT_DESK_GUARD: guard.name }), ...fuzzing };
  return run(bin('vitest'), [...args, ...named], env);
}

/** Builds the app without a guard, and the packaged folder if the test needs it; or both as they should be. */
async function rebuild(project: Project, guard?: Guard): Promise<void> {
  built.isWithoutGuard = guard !== undefined;
  const config = join('test', 'campaigns', 'attacks', 'electron.vite.config.ts');
  const env: Record<string, string> = guard === undefined ? {} : { DEPOT_DESK_GUARD: guard.name };
  const steps = [
    () => run(bin('electron-vite'), ['build', '--config', config], env),
    ...(project === 'dist' ? [() => run(process.execPath, ['build/dist.ts'])] : []),
  ];
  for (const step of steps) {
    const { passed, said } = await step();
    if (!passed) throw new Error(`the app could not be built without ${guard?.name ?? 'nothing'}: ${said}`);
  }
}

const isBuilt = ({ project }: RowTest) => project === 'e2e' || project === 'dist';
const isLeftOut = (test: RowTest) => isBuilt(test) && values.quick;
const say = (text: string) => void process.stdout.write(`${text}\n`);
/** A text that is no longer in the source fails the test too: that is a mistake of the table, not a guard that is missed. */
const isStale = ({ said }: Result) => said.includes('its text is found');
const isGood = ({ passed, ran }: Result) => passed && ran > 0;

/** The result of a test with all guards in place. */
function outcomeOf(result: Result): string {
  if (!result.passed) return `FAILS\n${result.said}`;
  return result.ran > 0 ? `${result.ran} passed` : 'RAN NO TEST';
}

const results = new Map<string, Result>();
/** The last build of the app. */
const built = { isWithoutGuard: false };

/** Runs a test with all guards in place, once. A test that fails anyway would seem to miss every guard. */
async function runWhole(test: RowTest): Promise<Result> {
  const key = JSON.stringify(test);
  const known = results.get(key);
  if (known !== undefined) return known;
  if (isBuilt(test) && built.isWithoutGuard) await rebuildAll();
  const result = await runTest(test);
  results.set(key, result);
  return result;
}

const wanted = rows.filter(({ number }) => values.row === undefined || String(number) === values.row);
const isWanted = ({ row, name }: Guard) =>
  wanted.some(({ number }) => number === row) && (values.guard === undefined || name.includes(values.guard));
const wantedGuards = guards.filter(isWanted);
if (wanted.length === 0 || wantedGuards.length === 0) {
  process.stderr.write('attacks: no row has this number, or no guard of it this name\n');
  process.exit(2);
}
const ofApp = [...wanted.flatMap(({ tests }) => tests), ...wantedGuards.map(({ test }) => test)].filter(isBuilt);
/** As they should be: before the tests, and again after builds without a guard. */
async function rebuildAll(): Promise<void> {
  if (ofApp.length > 0) await rebuild(ofApp.some(({ project }) => project === 'dist') ? 'dist' : 'e2e');
}

const done = { tests: 0, removed: 0, faults: 0 };
const untested: number[] = [];

/** Runs the tests of a row. */
async function runRow({ number, attack, tests }: Row): Promise<void> {
  let ran = 0;
  for (const test of tests) {
    const title = `${number} ${attack}: ${test.file}${test.name === undefined ? '' : ` › ${test.name}`}`;
    if (isLeftOut(test)) {
      say(`${title}: left out`);
      continue;
    }
    const result = await runWhole(test);
    say(`${title}: ${outcomeOf(result)}`);
    if (result.fuzzed !== undefined) say(`  ${result.fuzzed}`);
    if (isGood(result)) ran += result.ran;
    else done.faults += 1;
  }
  done.tests += ran;
  if (ran > 0) return;
  untested.push(number);
  say(`${number} ${attack}: NOT TESTED`);
}

/** Runs the test of a guard without it. @throws Error if the app cannot be built without it */
async function removeGuard(guard: Guard): Promise<void> {
  if (isLeftOut(guard.test)) {
    say(`  without ${guard.name}: left out`);
    return;
  }
  const whole = await runWhole(guard.test);
  if (!isGood(whole)) {
    done.faults += 1;
    say(`  ${guard.name}: ITS TEST, WITH THE GUARD: ${outcomeOf(whole)}`);
    return;
  }
  const result = await runTest(guard.test, guard);
  done.removed += 1;
  const isSeen = !result.passed && !isStale(result);
  if (!isSeen) done.faults += 1;
  const by = isSeen ? `seen by ${result.said.split('\n')[0]?.slice(0, 160)}` : `NOT SEEN ${result.said.slice(0, 400)}`;
  say(`  without ${guard.name}: ${by}`);
}

if (!values.quick) await rebuildAll();
for (const row of wanted) {
  if (!values['guards-only']) await runRow(row);
  for (const guard of wantedGuards.filter((each) => each.row === row.number))
    await removeGuard(guard).catch((error: unknown) => {
      done.faults += 1;
      say(`  ${guard.name}: ${String(error)}`);
    });
}
if (built.isWithoutGuard) await rebuildAll();
const { tests, removed, faults } = done;
const tested = values['guards-only'] ? 0 : wanted.length - untested.length;
say(
  [
    `attacks: ${tested} of ${wanted.length} rows tested by ${tests} tests`,
    `${removed} of ${wantedGuards.length} guards removed`,
    `${faults} faults`,
    ...(untested.length === 0 ? [] : [`NOT TESTED: rows ${untested.join(', ')}`]),
  ].join(', '),
);
process.exit(faults === 0 && untested.length === 0 ? 0 : 1);
