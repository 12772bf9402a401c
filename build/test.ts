/**
 * `npm test`: runs every check in a fixed order, each within a time budget, and prints a summary. `npm test -- unit
 * e2e` runs only those parts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, versions } from './project.ts';
import { runProgram } from './run-program.ts';
import { playwrightTally, vitestTally, withReason, type Tally } from './test-results.ts';
import { testUpdateKey } from './updates/test-key.ts';
import { errorsFileVariable } from './vitest-errors.ts';

interface Part {
  name: string;
  /** Budget in seconds on two cores. A part that takes much longer is ended, see `mostBudgets`. */
  budget: number;
  /** Skip this part if that one failed. */
  needs?: string;
  run: (limitMilliseconds: number) => Promise<Tally & { ended: boolean }>;
}

/**
 * After so many budgets a part hangs: it is ended and counts as failed. One that works never gets there, even on a
 * computer at half its speed.
 */
const mostBudgets = 5;

const reports = join(root, 'node_modules', '.cache', 'reports');
/** Test builds take updates that a key of this working copy signs. */
const dist = [process.execPath, 'build/dist.ts', '--update-keys', testUpdateKey().publicKey];
/** Debian's tools make a deb, which a test installs and updates. */
const canInstall = process.platform === 'linux' && existsSync('/usr/bin/dpkg-deb');
const shared: NodeJS.ProcessEnv = { TZ: 'Europe/Berlin' };

/** A part made of commands, each of which counts as one test. @param atOnce how many commands run at the same time */
function checks(name: string, budget: number, commands: Record<string, string[]>, needs?: string, atOnce = 1): Part {
  return {
    name,
    budget,
    ...(needs === undefined ? {} : { needs }),
    run: async (limit) => {
      const tally = { passed: 0, failed: [] as string[], skipped: [], ended: false };
      const next = Object.entries(commands).values();
      const runEach = async () => {
        for (const [title, command] of next) {
          const result = await runProgram(command, { env: shared, limitMilliseconds: limit, keepEnd: true });
          if (result.code === 0) tally.passed += 1;
          else tally.failed.push(withReason(title, result.lastLines.slice(-4).join('\n')));
          tally.ended ||= result.ended;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, runEach));
      return tally;
    },
  };
}

function vitest(project: string, budget: number): Part {
  return {
    name: project,
    budget,
    run: async (limit) => {
      const file = join(reports, `${project}.json`);
      const errors = join(reports, `${project}-errors.json`);
      const reporters = ['default', 'json', './build/vitest-errors.ts'].map((name) => `--reporter=${name}`);
      const args = ['run', '--project', project, ...reporters, `--outputFile.json=${file}`];
      const env = { ...shared, [errorsFileVariable]: errors };
      const result = await runProgram(['vitest', ...args], { env, limitMilliseconds: limit });
      const tally = vitestTally(file, errors);
      if (result.code !== 0 && tally.failed.length === 0)
        tally.failed.push(`${project}: vitest ended with ${result.code}`);
      return { ...tally, ended: result.ended };
    },
  };
}

/** How many end-to-end runners run in parallel. A window takes a core and more: on two, a third one only slows the others. */
const desktops = 2;

/** The end-to-end tests, each of whose workers has its own display, bus and keyring (test/support/worker-desktop.ts). */
function playwright(budget: number): Part {
  const runProjects = async (projects: string[], workers: number, limit: number) => {
    const file = join(reports, `e2e-${projects.join('-')}.json`);
    const env = { ...shared, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const chosen = projects.map((name) => `--project=${name}`);
    const command = ['playwright', 'test', '--reporter=list,json', `--workers=${workers}`, ...chosen];
    const result = await runProgram(command, { env, limitMilliseconds: limit });
    const tally = playwrightTally(file);
    if (result.code !== 0 && tally.failed.length === 0) tally.failed.push(`e2e: playwright ended with ${result.code}`);
    return { ...tally, ended: result.ended };
  };
  return {
    name: 'e2e',
    budget,
    needs: 'build',
    run: async (limit) => {
      const until = performance.now() + limit;
      const first = await runProjects(['alone'], 1, limit);
      const rest = await runProjects(['longest', 'others'], desktops, Math.max(1, until - performance.now()));
      return {
        passed: first.passed + rest.passed,
        failed: [...first.failed, ...rest.failed],
        skipped: [...first.skipped, ...rest.skipped],
        ended: first.ended || rest.ended,
      };
    },
  };
}

/** jscpd has a separate binary for each platform. */
const duplicates: Part = {
  name: 'duplicates',
  budget: 10,
  run: async (limit) => {
    const title = 'duplicated lines under 0.3 % (jscpd)';
    if (globSync('node_modules/jscpd-*', { cwd: root }).length === 0) {
      const why = `${title}: jscpd has no program for this platform in the lock file`;
      return { passed: 0, failed: [], skipped: [why], ended: false };
    }
    return checks('duplicates', 10, { [title]: ['jscpd', '--silent'] }).run(limit);
  },
};

/**
 * A new seed with every commit, and always the same one for a commit, so that a commit is either good or not. Campaigns
 * draw theirs.
 */
function seedOfCommit(): number {
  const { stdout, status } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? parseInt(stdout.slice(0, 7), 16) : Math.floor(Math.random() * 2 ** 28);
}

const types = Object.fromEntries(
  ['node', 'preload', 'web', 'test'].map((name) => [
    `types of tsconfig.${name}.json`,
    ['tsc', '-p', `tsconfig.${name}.json`],
  ]),
);

/** Folders that depend on the window's types. The rest of the project is typed without them. */
const windowFolders = [
  'src/renderer',
  'test/unit/renderer',
  'test/unit/preflight',
  'test/e2e',
  'test/campaigns/bench',
  'test/campaigns/documents',
  'test/support',
  'build/screens',
];
/**
 * Two runs of eslint, each with its own types: `--concurrency` would distribute the files and infer all types twice.
 */
const lint = {
  'lint of the window (eslint)': ['eslint', ...windowFolders, '--max-warnings', '0'],
  'lint of the rest (eslint)': [
    ...['eslint', '.', '--max-warnings', '0'],
    ...windowFolders.flatMap((folder) => ['--ignore-pattern', `${folder}/**`]),
  ],
};

const words = {
  'phrases that sound translated': [process.execPath, 'build/plain-words.ts'],
  'subjects of commits': [process.execPath, 'build/commit-subjects.ts'],
  'reasons for dependencies': [process.execPath, 'build/dependency-rows.ts'],
  'advisories of what ships': [process.execPath, 'build/advisories.ts'],
};

const parts: Part[] = [
  checks('format', 30, { 'format (prettier)': ['prettier', '--check', '--log-level', 'warn', '.'] }),
  checks('lint', 120, { ...lint, ...words }, undefined, 2),
  checks(
    'types',
    60,
    {
      'types of components (svelte-check)': [
        ...['svelte-check', '--tsconfig', 'tsconfig.web.json', '--fail-on-warnings', '--output', 'human'],
      ],
      ...types,
    },
    undefined,
    2,
  ),
  checks('knip', 20, { 'unused files, exports and dependencies (knip)': ['knip'] }),
  duplicates,
  checks('canaries', 30, { canaries: [process.execPath, 'test/canaries.ts'] }),
  // The tests that the page names run below. `npm run conformance` compares them by name.
  checks('conformance', 10, { 'conformance page': [process.execPath, 'test/conformance/run.ts', '--light'] }),
  vitest('unit', 70),
  checks('sim', 120, {
    '20,000 fault schedules': [
      ...[process.execPath, 'test/campaigns/sim/run.ts', '--schedules', '20000'],
      ...['--seed', String(seedOfCommit())],
    ],
    'schedules that once ended wrong': [process.execPath, 'test/campaigns/sim/run.ts', '--regressions'],
    'every way in which a crash and two faults can fall on two entries': [
      process.execPath,
      'test/campaigns/sim/run.ts',
      ...['--small', '--crashes', '1', '--faults', '2'],
    ],
    '100 of them on the real SQLite': [
      process.execPath,
      'test/campaigns/sim/run.ts',
      '--schedules',
      '100',
      '--storage',
      'sqlite',
    ],
  }),
  checks('mutate', 120, {
    'each of 40 mutants is seen': [process.execPath, 'test/campaigns/mutate/run.ts', '--sample', '40'],
  }),
  vitest('flow', 280),
  checks('build', 30, {
    build: ['electron-vite', 'build'],
    // The list names what ships. Only a build shows whether it names all.
    'advisories of what the build took in': [process.execPath, 'build/advisories.ts', '--built'],
  }),
  checks(
    'dist',
    60,
    {
      ...(canInstall ? { 'a deb of the next version': [...dist, 'deb', '--app-version', versions.next] } : {}),
      // The packaged folder stays, and the end-to-end test of it follows.
      'the packaged folder (electron-builder), and a deb where the system has the tools': [
        ...dist,
        ...(canInstall ? ['deb'] : []),
      ],
    },
    'build',
  ),
  playwright(600),
  checks(
    'screens',
    5,
    { 'operations that screens sent': [process.execPath, 'test/conformance/run.ts', '--sent'] },
    'e2e',
  ),
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  process.stderr.write(`no such part: ${unknown.join(', ')}. Parts: ${parts.map((part) => part.name).join(', ')}\n`);
  process.exit(2);
}
const chosen = parts.filter((part) => wanted.length === 0 || wanted.includes(part.name));

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const total: Tally = { passed: 0, failed: [], skipped: [] };
const failedParts = new Set<string>();
const lines: string[] = [];

for (const part of chosen) {
  if (part.needs !== undefined && failedParts.has(part.needs)) {
    total.failed.push(`${part.name}: not run, because ${part.needs} failed`);
    failedParts.add(part.name);
    lines.push(`  ${part.name.padEnd(9)} not run`);
    continue;
  }
  process.stdout.write(`\n── ${part.name} (budget ${part.budget} s)\n`);
  const started = performance.now();
  const result = await part.run(mostBudgets * part.budget * 1_000);
  const seconds = (performance.now() - started) / 1_000;
  if (result.ended) result.failed.push(`${part.name}: ended after ${mostBudgets} times its budget of ${part.budget} s`);
  total.passed += result.passed;
  total.failed.push(...result.failed);
  total.skipped.push(...result.skipped);
  if (result.failed.length > 0) failedParts.add(part.name);
  const over = seconds > part.budget ? ', OVER BUDGET' : '';
  const counts = `${result.passed} passed, ${result.failed.length} failed, ${result.skipped.length} skipped`;
  lines.push(`  ${part.name.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s of ${part.budget} s${over}: ${counts}`);
}

process.stdout.write(`\n${lines.join('\n')}\n`);
for (const title of total.skipped) process.stdout.write(`SKIPPED  ${title}\n`);
for (const title of total.failed) process.stdout.write(`FAILED   ${title}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped\n`);
process.exit(total.failed.length === 0 ? 0 : 1);
