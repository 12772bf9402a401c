/**
 * `npm run attacks`: runs the test of each row of the list of attacks, then removes each guard in turn from the source as
 * it loads: the row's test must fail. Prints row, test, guards and what saw their removal, and fails for a row whose
 * test fails and for a guard that nobody misses.
 *
 * `--row 3` does one row, `--guard zones` some guards, `--guards-only` leaves the rows' tests out, `--built` adds the
 * tests of the built app and of the packaged folder, which need a display, and builds the app again for each guard that
 * they watch. `--fuzz 100000` makes that many calls.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { guards, type Guard } from './guards.ts';
import { rows, type Project, type RowTest } from './rows.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const options = {
  row: { type: 'string' },
  guard: { type: 'string' },
  'guards-only': { type: 'boolean', default: false },
  built: { type: 'boolean', default: false },
  fuzz: { type: 'string' },
} as const;
const { values } = parseArgs({ options });

const bin = (program: string) => join(root, 'node_modules', '.bin', program);

interface Result {
  passed: boolean;
  /** The failed tests, or the end of the output. */
  said: string;
  /** What the fuzzed calls came to, of a long run. */
  fuzzed: string | undefined;
}

/** Longer than any test of a row takes. A guard without which a test hangs is missed by then. */
const mostMilliseconds = values.fuzz === undefined ? 300_000 : 1_800_000;

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
      const failed = (/FAIL\s+(.*)/.exec(output) ?? /^\s+1\) (.*)/m.exec(output))?.[1];
      resolve({
        passed: code === 0,
        fuzzed: values.fuzz === undefined ? undefined : /^seed \d+: \{.*$/m.exec(output)?.[0],
        said: isOverdue ? 'its test, which does not end' : (failed ?? output.slice(-1_500)),
      });
    });
  });
}

async function runTest({ project, file, name }: RowTest, guard?: Guard): Promise<Result> {
  if (project === 'e2e' || project === 'dist') {
    if (guard !== undefined) await rebuild(project, guard);
    return run(bin('playwright'), ['test', file, '--reporter=line', ...(name === undefined ? [] : ['-g', name])]);
  }
  const config = join('test', 'campaigns', 'attacks', 'vitest.config.ts');
  const args = ['run', '--config', config, '--project', project, file, '--bail', '1'];
  const named = name === undefined ? [] : ['-t', name];
  const env = { ...(guard && { DEPOT_DESK_GUARD: guard.name }), ...(values.fuzz && { DEPOT_DESK_FUZZ: values.fuzz }) };
  return run(bin('vitest'), [...args, ...named], env);
}

/** Builds the app without a guard, and the packaged folder if the test needs it; or both as they should be. */
async function rebuild(project: Project, guard?: Guard): Promise<void> {
  isWithoutGuard = guard !== undefined;
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
const say = (text: string) => void process.stdout.write(`${text}\n`);
/** A text that is no longer in the source fails the test too: that is a mistake of the table, not a guard that is missed. */
const isStale = ({ said }: Result) => said.includes('its text is found');

const results = new Map<string, Result>();
/** Whether the last build of the app was one without a guard. */
let isWithoutGuard = false;

/** Runs a test with all guards in place, once. A test that fails anyway would seem to miss every guard. */
async function runWhole(test: RowTest): Promise<Result> {
  const key = JSON.stringify(test);
  const known = results.get(key);
  if (known !== undefined) return known;
  if (isBuilt(test) && isWithoutGuard) await rebuildAll();
  const result = await runTest(test);
  results.set(key, result);
  return result;
}

let faults = 0;
const wanted = rows.filter(({ number }) => values.row === undefined || String(number) === values.row);
const ofApp = wanted
  .flatMap(({ number, tests }) => [...tests, ...guards.filter(({ row }) => row === number).map(({ test }) => test)])
  .filter(isBuilt);
/** As they should be: before the tests, and again after builds without a guard. */
async function rebuildAll(): Promise<void> {
  if (ofApp.length > 0) await rebuild(ofApp.some(({ project }) => project === 'dist') ? 'dist' : 'e2e');
}
if (values.built) await rebuildAll();
for (const row of wanted) {
  const ofRow = guards.filter((guard) => guard.row === row.number);
  if (!values['guards-only']) {
    if (row.tests.length === 0) say(`${row.number} ${row.attack}: NO TEST YET`);
    for (const test of row.tests) {
      const title = `${row.number} ${row.attack}: ${test.file}${test.name === undefined ? '' : ` › ${test.name}`}`;
      if (isBuilt(test) && !values.built) {
        say(`${title}: left out, add --built`);
        continue;
      }
      const result = await runWhole(test);
      say(`${title}: ${result.passed ? 'passes' : `FAILS\n${result.said}`}`);
      if (result.fuzzed !== undefined) say(`  ${result.fuzzed}`);
      if (!result.passed) faults += 1;
    }
  }
  for (const guard of ofRow.filter(({ name }) => values.guard === undefined || name.includes(values.guard))) {
    if (isBuilt(guard.test) && !values.built) {
      say(`  without ${guard.name}: left out, add --built`);
      continue;
    }
    const whole = await runWhole(guard.test);
    if (!whole.passed) {
      faults += 1;
      say(`  ${guard.name}: ITS TEST FAILS WITH THE GUARD\n${whole.said}`);
      continue;
    }
    const result = await runTest(guard.test, guard);
    const isSeen = !result.passed && !isStale(result);
    if (!isSeen) faults += 1;
    const by = isSeen
      ? `seen by ${result.said.split('\n')[0]?.slice(0, 160)}`
      : `NOT SEEN ${result.said.slice(0, 400)}`;
    say(`  without ${guard.name}: ${by}`);
  }
}
if (values.built) await rebuildAll();
const removed =
  values.row === undefined ? guards.length : guards.filter(({ row }) => String(row) === values.row).length;
say(`attacks: ${wanted.length} rows, ${removed} guards, ${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
