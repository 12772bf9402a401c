/**
 * Known survivors. `accepted.ts` lists equivalent mutants with reasons. `survivors.txt` lists those that still need a
 * test, from the last campaign of each file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepted } from './accepted.ts';
import { keyOf, type Mutant } from './mutant.ts';

const file = join(import.meta.dirname, 'survivors.txt');

export interface OfFile {
  /** What the code of the file was, without its comments (fingerprint.ts). */
  code: string;
  mutants: number;
  killed: number;
  seconds: number;
  survivors: string[];
  /** Test files that detected any of them, the most successful first. */
  tests: string[];
}

const head = /^# (\S+) mutants=(\d+) killed=(\d+) survived=\d+ seconds=(\d+) code=(\w+)$/;
const seenBy = '# seen by ';

/** The results of each file's last campaign. */
export function lastCampaigns(): Map<string, OfFile> {
  const found = new Map<string, OfFile>();
  let current: OfFile | undefined;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, name, mutants, killed, seconds, code = ''] = head.exec(line) ?? [];
    if (name !== undefined) {
      current = {
        code,
        mutants: Number(mutants),
        killed: Number(killed),
        seconds: Number(seconds),
        survivors: [],
        tests: [],
      };
      found.set(name, current);
    } else if (line.startsWith(seenBy)) current?.tests.push(...line.slice(seenBy.length).split(' '));
    else if (line !== '') current?.survivors.push(line);
  }
  return found;
}

export function writeCampaigns(campaigns: ReadonlyMap<string, OfFile>): void {
  const lines = [...campaigns]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, { code, mutants, killed, seconds, survivors, tests }]) => {
      const outcome = `mutants=${mutants} killed=${killed} survived=${survivors.length}`;
      const counts = `${outcome} seconds=${Math.round(seconds)} code=${code}`;
      const by = tests.length === 0 ? [] : [`${seenBy}${tests.join(' ')}`];
      return [`# ${name} ${counts}`, ...by, ...survivors, ''];
    });
  writeFileSync(file, lines.join('\n'));
}

export const acceptedKeys: ReadonlySet<string> = new Set(accepted.map(({ mutant }) => mutant));

/** Accepted mutants that no longer exist: the code changed, so the line has to be updated or removed. */
export function staleAccepted(mutants: readonly Mutant[]): string[] {
  const keys = new Set(mutants.map(keyOf));
  return accepted.map(({ mutant }) => mutant).filter((mutant) => !keys.has(mutant));
}
