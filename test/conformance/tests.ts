/** Runs tests by their names and returns the outcome of each. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** The outcomes of the tests of some files: `file > groups > name` → passed, failed, skipped … */
export interface Outcomes {
  statuses: Map<string, string>;
  /** Why files could not be run at all. */
  broken: string[];
}

/** Reads a report of vitest's `json` reporter. @param folder in which it ran */
export function outcomesOf(report: Report, folder: string): Outcomes {
  const statuses = new Map<string, string>();
  const broken: string[] = [];
  for (const { name, message, assertionResults } of report.testResults) {
    const file = name.slice(folder.length + 1).replaceAll('\\', '/');
    if (assertionResults.length === 0) broken.push(`${file}: ${message.split('\n')[0] ?? 'no test'}`);
    for (const { ancestorTitles, title, status } of assertionResults) {
      const key = [file, ...ancestorTitles, title].join(' > ');
      // Two tests of one name count as the worse of them.
      if (statuses.get(key) !== 'failed') statuses.set(key, status);
    }
  }
  return { statuses, broken };
}

/**
 * Runs test files with vitest and waits.
 * @param folder a checkout of the project with its node_modules
 * @param names of the tests alone that are to run; left out: all of the files
 */
export async function runTests(folder: string, files: readonly string[], names?: readonly string[]): Promise<Outcomes> {
  const place = mkdtempSync(join(tmpdir(), 'depot-desk-conformance-'));
  const file = join(place, 'report.json');
  const pattern = names?.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const args = [
    ...['run', ...files, '--reporter=json', `--outputFile.json=${file}`],
    ...(pattern === undefined ? [] : ['-t', `^(${pattern})$`]),
  ];
  try {
    const said = await new Promise<string>((resolve, reject) => {
      const child = spawn(process.execPath, [join(folder, 'node_modules', 'vitest', 'vitest.mjs'), ...args], {
        cwd: folder,
        env: { ...process.env, TZ: 'Europe/Berlin' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          text = (text + chunk.toString()).slice(-4_000);
        });
      }
      child.on('error', reject);
      child.on('exit', () => resolve(text));
    });
    if (!existsSync(file)) return { statuses: new Map(), broken: [`vitest wrote no report: ${said}`] };
    return outcomesOf(JSON.parse(readFileSync(file, 'utf8')) as Report, folder);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
