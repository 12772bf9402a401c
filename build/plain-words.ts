/**
 * Finds phrases that sound translated in all text of the repository: code, comments, test names and pages. The list is
 * short and grows with findings from reviews. docs/words.md has the full glossary.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

interface Banned {
  phrase: RegExp;
  /** What to write instead. */
  say: string;
}

export const banned: readonly Banned[] = [
  { phrase: /\banew\b/, say: 'again' },
  { phrase: /kept? from (its|the|all) events/, say: 'blocks the event loop' },
  {
    phrase: /\bthe line (is|was|comes|came) (up|down|back)\b|\bline is (up|down|bad)\b/,
    say: 'online, offline, a flaky network',
  },
  { phrase: /\bwait(s|ed|ing)? for the line\b/, say: 'offline' },
  { phrase: /\ball the same\b/, say: 'anyway' },
  { phrase: /\bwhat (became|becomes|has become|came|comes) of\b/, say: 'the result of, what happened to' },
  { phrase: /\bwait(s|ed|ing)? to be made\b/, say: 'is waiting to be created' },
  { phrase: /\bwhat (is|was) picked\b/, say: 'the selected …' },
  { phrase: /\bwhat (is|was) typed (of|behind|over)\b/, say: 'the edits to …' },
  { phrase: /\bqueue's word\b|\bwithout a word\b/, say: 'name what is or is not said' },
  { phrase: /\bwhoever looks after\b/, say: 'your administrator' },
  { phrase: /\bday close\b/, say: 'end of day' },
  { phrase: /\b(go|goes|going|gone|went) on with\b/, say: 'continue, resume' },
  { phrase: /\bput into another plan\b/, say: 'move to another plan' },
  { phrase: /\bpaper in it\b/, say: 'paper size' },
  { phrase: /\bno \w+ fits\b/, say: 'no matching …' },
  { phrase: /\b(has|have|had) (its|their) (next )?turns?\b/, say: 'runs, is scheduled' },
  { phrase: /\bin the same breath\b|\bof its own accord\b|\bat all events\b/, say: 'plain words' },
  { phrase: /\blook(s|ed)? on the service\b/, say: 'check the service' },
  { phrase: /\b(a|the) (letter|bit|sign) that (flips|flipped|ended)\b/, say: 'a flipped bit, a changed character' },
];

/** The list itself and the glossary contain the banned phrases. */
const exempt = ['build/plain-words.ts', 'docs/words.md'];
const patterns = [
  '{src,test,build,docs,resources}/**/*.{ts,js,mjs,cjs,svelte,css,md}',
  '*.{md,js,ts}',
  '.github/**/*.yml',
];

export interface Found {
  /** Relative to the folder, with forward slashes. */
  file: string;
  line: number;
  phrase: string;
  say: string;
}

/** @param exclude glob patterns of files to skip */
export function bannedPhrases(folder: string, exclude: readonly string[] = ['test/canary/**']): Found[] {
  return globSync(patterns, { cwd: folder, exclude: [...exclude] })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !exempt.includes(file))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((text, index) => foundIn(text).map((found) => ({ file, line: index + 1, ...found }))),
    );
}

const foundIn = (text: string) =>
  banned.flatMap(({ phrase, say }) => {
    const found = new RegExp(phrase, 'i').exec(text);
    return found === null ? [] : [{ phrase: found[0], say }];
  });

if (import.meta.main) {
  const found = bannedPhrases(join(import.meta.dirname, '..'));
  for (const { file, line, phrase, say } of found) process.stdout.write(`${file}:${line}: "${phrase}": say ${say}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
