/** Tests that do not run on Windows, or not under Wine, each with its reason. A row that fits no test fails the run. */

export interface Difference {
  /** Relative to the project, with slashes. */
  file: string;
  /** Part of the test's full name; missing: every test of the file. */
  test?: RegExp;
  /** Why it does not run, as a sentence. */
  reason: string;
}

/** Wine shows what a link leads to, and Windows lets only few people make one. */
const links = 'A link to a file is not seen as one under Wine.';
const modes = 'Windows has no modes of files: what a user keeps lies in a folder that is private to that user.';

const readers = 'Documents are read back by pdfinfo, pdftoppm, pdftotext and zbarimg, which are there on Linux alone.';
const signals = 'Windows has no signals: a program that is asked to end is ended.';

const printer = 'The printer in software needs CUPS, which Linux has.';

export const differences: readonly Difference[] = [
  { file: 'test/unit/main/private-files.test.ts', test: /^what only this user may read/, reason: modes },
  { file: 'test/flow/db/outbox-file.test.ts', test: /keeps nothing of a row that was deleted/, reason: modes },
  { file: 'test/flow/db/outbox-file.test.ts', test: /is copied into no file that a link leads to/, reason: links },
  { file: 'test/flow/app/left-behind.test.ts', test: /^all files are for this user alone/, reason: modes },
  { file: 'test/flow/app/transfer.test.ts', test: /takes all waiting entries along/, reason: modes },
  { file: 'test/flow/app/labels.test.ts', test: /is fetched, stored by its hash/, reason: readers },
  { file: 'test/flow/labels/no-word-afterwards.test.ts', test: /each page separately|chosen pages/, reason: readers },
  { file: 'test/flow/labels/place-page.test.ts', test: /./, reason: readers },
  { file: 'test/flow/training/labels.test.ts', test: /^draws/, reason: readers },
  {
    file: 'test/flow/training/labels-spoilt.test.ts',
    test: /other external id|BAD-(A4|4X6|ROTATED|TWO-CODES|NO-CODE|SAME-CODE|CODE-39|TOO-DENSE|PASSWORD|HUGE-IMAGE)/,
    reason: readers,
  },
  { file: 'test/flow/training/labels-letters.test.ts', test: /are on the page itself/, reason: readers },
  ...['a6-203', 'a6-300', '4x6-203', '4x6-300'].map((paper) => ({
    ...{ file: `test/flow/labels/leaves-as-checked-${paper}.test.ts`, test: /^on .* paper at/, reason: printer },
  })),
  ...['take-out', 'standstill', 'raw-queue', 'one-sided', 'raster'].map((name) => ({
    ...{ file: `test/flow/labels/${name}.test.ts`, reason: printer },
  })),
  { file: 'test/flow/labels/test-printer.test.ts', test: /^the software printer/, reason: printer },
  {
    file: 'test/flow/api/transport-chromium.test.ts',
    test: /^Chromium’s stack/,
    reason: 'Electron here is the one for Linux.',
  },
  {
    file: 'test/flow/training/examples.test.ts',
    reason: 'The examples of the page are commands of a shell, with curl.',
  },
  { file: 'test/flow/training/survival.test.ts', test: /killed at once|a kill while/, reason: signals },
  {
    file: 'test/flow/db/crash.test.ts',
    reason: 'Processes are killed at their system calls by strace, a program of Linux.',
  },
];

/** @param file relative to the project @param fullName of the test, its suites before it */
export function differenceOf(file: string, fullName: string): Difference | undefined {
  return differences.find((row) => row.file === file && (row.test?.test(fullName) ?? true));
}
