/**
 * `npm run conformance`: checks the rows of the conformance page, runs the tests that it names and compares the page.
 * `--write` writes the pages · `--light` runs no test · `--teeth [--count 30] [--seed N] [--only ID]` breaks rules.
 * `--sent` compares the operations that screens sent in the last run of the end-to-end tests; with `--write` keeps them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endpoints } from '../../src/shared/endpoints.ts';
import { namedIn, testOf } from './row.ts';
import { sections } from './rules/index.ts';
import { problemsOf } from './check.ts';
import { pagesOf, totalsOf } from './page.ts';
import { keepSent, sentProblems } from './sent.ts';
import { biteAll, draw, drawable } from './teeth.ts';
import { runTests } from './tests.ts';
import { root } from '../../build/project.ts';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    light: { type: 'boolean', default: false },
    teeth: { type: 'boolean', default: false },
    sent: { type: 'boolean', default: false },
    count: { type: 'string', default: '30' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const rules = sections.flatMap((section) => section.rules);
const docs = join(root, 'docs');
const folder = join(docs, 'conformance');

/** Breaks rules and says which tests saw it. @returns whether all did */
async function bites(): Promise<boolean> {
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
  const { only } = values;
  const chosen = only
    ? drawable(rules).filter(({ id }) => only.some((each) => id === each || id.startsWith(`${each}.`)))
    : draw(rules, Number(values.count), seed);
  const left = rules.length - drawable(rules).length;
  say(`${rules.length} rows, ${left} of them nothing of the service's (the page says why) and not in the draw`);
  say(`seed ${seed}: ${chosen.length} rows\n\nrow | outcome | test | seconds`);
  const done = await biteAll(chosen, ({ id, survived, found, seconds }) =>
    say(`${id} | ${survived ? 'SURVIVED' : 'found'} | ${found} | ${seconds.toFixed(1)}`),
  );
  const survived = done.filter((each) => each.survived);
  say(`\n${done.length - survived.length} of ${done.length} were found, ${survived.length} survived`);
  return done.length > 0 && survived.length === 0;
}

/** Runs the named tests. @returns what is wrong */
async function runNamed(): Promise<string[]> {
  const named = [...new Set(rules.flatMap(({ test }) => namedIn(test)))];
  const files = [...new Set(named.map((test) => testOf(test).file))].sort();
  say(`running ${named.length} tests of ${files.length} files …`);
  const { statuses, broken } = await runTests(root, files);
  const wrong = named.filter((test) => statuses.get(test) !== 'passed');
  say(`${named.length - wrong.length} of ${named.length} named tests ran and passed`);
  return [...broken, ...wrong.map((test) => `${statuses.get(test) ?? 'did not run'}: ${test}`)];
}

async function check(): Promise<boolean> {
  const problems = problemsOf(rules, endpoints);
  const pages = pagesOf(sections);
  if (values.write) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const [name, text] of pages) writeFileSync(join(docs, name), text);
  }
  const there = existsSync(folder) ? readdirSync(folder).map((name) => `conformance/${name}`) : [];
  const isSame = ([name, text]: [string, string]) =>
    existsSync(join(docs, name)) && readFileSync(join(docs, name), 'utf8') === text;
  if (there.some((name) => !pages.has(name)) || ![...pages].every(isSame)) {
    problems.push('docs/conformance.md and its pages are not what the rows say: npm run conformance -- --write');
  }
  const totals = totalsOf(rules);
  if (!values.light) problems.push(...(await runNamed()));
  say(
    [
      `${totals.rows} rows in ${sections.length} sections, ${totals.operations} operations`,
      `${totals.filled} cells filled, ${totals.reasons} with a reason`,
      `${totals.tests} tests named`,
      `${totals.kept} rows kept by the service, ${totals.teeth} of them with a way to break them`,
    ].join('\n'),
  );
  for (const problem of problems) say(`conformance: ${problem}`);
  say(problems.length === 0 ? 'conformance: nothing is wrong' : `conformance: ${problems.length} things are wrong`);
  return problems.length === 0;
}

/** What screens sent in the last run of the end-to-end tests. @returns whether it is what is kept */
function sent(): boolean {
  if (values.write) keepSent();
  const problems = sentProblems();
  for (const problem of problems) say(`conformance: ${problem}`);
  say(
    problems.length === 0 ? 'conformance: screens send what is kept' : 'keep it: npm run conformance -- --sent --write',
  );
  return problems.length === 0;
}

const good = values.sent ? sent() : await (values.teeth ? bites() : check());
process.exitCode = good ? 0 : 1;
