/**
 * Proves that the checkers see: each canary under test/canary must fail, for the reason named here, and the correct
 * files beside them must pass. `svelte-check` in particular can pass while it checks nothing.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { problemOf } from '../build/commit-subjects.ts';
import { problemsOfRows } from '../build/dependency-rows.ts';
import { banned, bannedPhrases } from '../build/plain-words.ts';
import { root } from '../build/project.ts';

const folder = join(root, 'test', 'canary');
const where = 'depot-desk/where-code-belongs';

/** File → the rule that must report it; every other file must be clean. */
const lintCanaries: Record<string, string> = {
  'src/main/outbox/takes-the-clock.ts': 'no-restricted-properties',
  'src/main/outbox/takes-a-timer.ts': 'no-restricted-globals',
  'src/main/outbox/imports-electron.ts': where,
  'src/main/api/opens-the-database.ts': where,
  'src/main/db/parses-stored-json.ts': 'no-restricted-properties',
  'src/shared/imports-node.ts': where,
  'src/shared/one-of-two.ts': 'depot-desk/no-import-cycle',
  'src/shared/other-of-two.ts': 'depot-desk/no-import-cycle',
  'src/shared/too-long-function.ts': 'max-lines-per-function',
  'src/shared/too-many-lines.ts': 'max-lines',
  'src/training/imports-main.ts': where,
  'src/renderer/plans/reads-another-domain.ts': where,
  'src/renderer/plans/reads-the-backend.ts': 'no-restricted-syntax',
  'src/renderer/ui/RawHtml.svelte': 'svelte/no-at-html-tags',
};
/** File → what the type check must say about it. */
const typeCanaries: Record<string, RegExp> = {
  'src/main/uses-the-dom.ts': /error TS2(304|584): Cannot find name 'document'/,
};
const svelteCanaries: Record<string, RegExp> = {
  'src/renderer/ui/WrongType.svelte': /Type 'string' is not assignable to type 'number'/,
  'src/renderer/lib/uses-node.ts': /Cannot find name 'Buffer'/,
};

/** Compares what a checker said with what it had to say, file by file. */
function judge(checker: string, said: Map<string, string[]>, expected: Record<string, RegExp | string>): string[] {
  const problems: string[] = [];
  for (const [file, reason] of Object.entries(expected)) {
    const lines = said.get(file) ?? [];
    const found = lines.some((line) => (typeof reason === 'string' ? line === reason : reason.test(line)));
    if (!found)
      problems.push(`${checker} did not report ${file} (${String(reason)}); it said: ${lines.join('; ') || 'nothing'}`);
  }
  for (const [file, lines] of said) {
    if (!(file in expected)) problems.push(`${checker} reported ${file}, which is correct: ${lines.join('; ')}`);
  }
  return problems;
}

const add = (said: Map<string, string[]>, file: string, line: string) =>
  said.set(file, [...(said.get(file) ?? []), line]);

async function lint(): Promise<string[]> {
  const eslint = new ESLint({ cwd: folder, overrideConfigFile: join(root, 'eslint.config.js') });
  const said = new Map<string, string[]>();
  // The files that only a type check can find wrong are not typed enough for the typed lint rules.
  const others = [...Object.keys(typeCanaries), ...Object.keys(svelteCanaries)];
  for (const result of await eslint.lintFiles(['src'])) {
    const file = result.filePath.slice(folder.length + 1);
    if (others.includes(file)) continue;
    for (const message of result.messages) add(said, file, message.ruleId ?? message.message);
  }
  return judge('eslint', said, lintCanaries);
}

function types(): string[] {
  const result = spawnSync('tsc', ['-p', join(folder, 'tsconfig.node.json'), '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const said = new Map<string, string[]>();
  for (const line of result.stdout.split('\n')) {
    const file = /^(src[^(]+)\(/.exec(line)?.[1];
    if (file !== undefined) add(said, file, line);
  }
  const problems = judge('tsc', said, typeCanaries);
  if (result.status === 0) problems.push('tsc ended with success');
  return problems;
}

function svelte(): string[] {
  const args = ['--workspace', folder, '--tsconfig', join(folder, 'tsconfig.web.json'), '--output', 'machine-verbose'];
  const result = spawnSync('svelte-check', args, { cwd: folder, encoding: 'utf8' });
  const said = new Map<string, string[]>();
  for (const line of result.stdout.split('\n')) {
    const text = line.slice(line.indexOf(' ') + 1);
    if (!text.startsWith('{')) continue;
    const { type, filename, message } = JSON.parse(text) as { type: string; filename: string; message: string };
    if (type === 'ERROR') add(said, filename, message);
  }
  const problems = judge('svelte-check', said, svelteCanaries);
  if (result.status === 0) problems.push('svelte-check ended with success');
  return problems;
}

/** The file that holds every banned phrase, one a line. */
const translated = 'src/shared/sounds-translated.ts';

function words(): string[] {
  const found = bannedPhrases(folder, []);
  const missing = banned.filter(({ say }) => !found.some((one) => one.file === translated && one.say === say));
  return [
    ...missing.map(({ phrase }) => `the check of phrases did not find ${String(phrase)}`),
    ...found
      .filter(({ file }) => file !== translated)
      .map(({ file, phrase }) => `the check of phrases reported "${phrase}" in ${file}`),
  ];
}

const wrongSubjects = [
  'Added a button',
  'Adding a button',
  'Adds a button',
  'The button is there',
  'add a button',
  'Add a button.',
  `Add ${'a very '.repeat(10)}long button`,
];
const goodSubjects = ['Add a button', 'Process stops in chunks', 'Pass the key on', 'Address the review'];

function subjects(): string[] {
  return [
    ...wrongSubjects
      .filter((subject) => problemOf(subject) === null)
      .map((each) => `taken for a good subject: ${each}`),
    ...goodSubjects.filter((subject) => problemOf(subject) !== null).map((each) => `taken for a bad subject: ${each}`),
  ];
}

/** Tables of dependencies that the check must refuse, for a project that uses `one`. */
const wrongTables = ['', '| `one` | MIT | |', '| `one` | MIT | a reason |\n| `two` | MIT | a reason |'];
const goodTable = '| `one` | MIT | a reason |';

function dependencies(): string[] {
  return [
    ...wrongTables
      .filter((table) => problemsOfRows(['one'], table).length === 0)
      .map((table) => `taken for a whole table of dependencies: ${table}`),
    ...problemsOfRows(['one'], goodTable).map((problem) => `a whole table of dependencies was refused: ${problem}`),
  ];
}

const problems = [...(await lint()), ...types(), ...svelte(), ...words(), ...subjects(), ...dependencies()];
for (const problem of problems) process.stdout.write(`canaries: ${problem}\n`);
const count =
  [lintCanaries, typeCanaries, svelteCanaries].reduce((sum, each) => sum + Object.keys(each).length, 0) +
  banned.length +
  wrongSubjects.length +
  wrongTables.length;
if (problems.length === 0) process.stdout.write(`canaries: ${count} canaries were found by the checks\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
