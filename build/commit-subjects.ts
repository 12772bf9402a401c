/** Checks the subjects of new commits: imperative, at most 72 characters, without a period at the end. */
import { spawnSync } from 'node:child_process';
import { root } from './project.ts';

/** The rule applies to commits after this one. */
const lastWithoutRule = '48fa9b1';
const mostCharacters = 72;

/** Imperatives that look like a past tense, a participle or a third person. */
const imperatives =
  /^(Address|Bring|Bypass|Compress|Cross|Dismiss|Embed|Express|Feed|Focus|Need|Pass|Press|Process|Shed|Speed|String)$/;
const notImperative = /(ed|ing|[^s]s)$|^(A|An|The|No|Not|It|This|When|More|New)$/;

/** @returns what is wrong with a subject, or null */
export function problemOf(subject: string): string | null {
  if (subject.length > mostCharacters) return `${subject.length} characters, at most ${mostCharacters} are allowed`;
  const [first = ''] = subject.split(' ');
  if (!/^[A-Z]/.test(first)) return 'begin with a capital letter';
  if (notImperative.test(first) && !imperatives.test(first)) return `"${first}" is not an imperative`;
  return subject.endsWith('.') ? 'no period at the end' : null;
}

if (import.meta.main) {
  const log = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${lastWithoutRule}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (log.status !== 0) {
    process.stdout.write(`not checked: the history does not reach back to ${lastWithoutRule}, or there is no git\n`);
  } else {
    const lines = log.stdout.split('\n').filter(Boolean);
    const wrong = lines.flatMap((line) => {
      const at = line.indexOf(' ');
      const problem = problemOf(line.slice(at + 1));
      return problem === null ? [] : [`${line}: ${problem}`];
    });
    for (const line of wrong) process.stdout.write(`${line}\n`);
    process.stdout.write(`${lines.length} commit subjects checked, ${wrong.length} wrong\n`);
    process.exitCode = wrong.length === 0 ? 0 : 1;
  }
}
