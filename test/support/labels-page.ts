/** The page docs/labels.md: how labels are checked, and what the app makes of each document that the tests know. */
import { leastBarHeight, leastContrast, leastQuietZone } from '../../src/shared/label-check.ts';
import type { Verdict } from './bad-labels.ts';

export interface Row {
  name: string;
  verdict: Verdict;
  /** What the app says. Empty: nothing. */
  words: string;
}

const verdicts: Record<Verdict, string> = {
  prints: 'Prints',
  asks: 'Asks',
  refuses: 'Not printed',
  fails: 'Not fetched',
};

const beginning = `# What a label is checked for

A label leaves as a job of the label printer, through the system’s dialog, or as a file. Whatever the way, the app first
makes the bytes that leave, draws exactly these at the printer’s resolution, and reads the barcode. How and why:
[preflight](decisions/preflight.md).

- **Prints**: nothing is wrong.
- **Asks**: the label is set aside. It prints after “Print anyway”, and the ledger says so.
- **Not printed**: the document cannot be read or prepared. It can be saved and looked at with another program.
- **Not fetched**: the answer of the service is no document. “Try again” fetches it again.

None of these stops a batch. Each is checked within five seconds and 300 MB.
`;

const limits = [
  ['Page', '105 × 148 mm, within 1 mm', 'the contract of the service'],
  ['Barcode', 'one Code 128 on each page', 'the contract of the service'],
  ['Width of the narrowest bar', '2 printer dots', 'finer bars print unevenly'],
  ['Contrast', `${leastContrast * 100} %`, 'ISO/IEC 15416: symbol contrast of grade 4'],
  ['Height of the bars', `${leastBarHeight} mm`, 'ISO/IEC 15417, for scanning by hand'],
  ['Empty space beside the barcode', `${leastQuietZone} widths of the narrowest bar`, 'ISO/IEC 15417'],
  ['Bytes behind the end of the PDF', '1,024', 'readers look for the end in the last kilobyte'],
];

const documents = `## Documents

On A6 paper at 203 dpi. The tests make these documents (\`test/support/bad-labels.ts\`), print them as one batch and write
this table.
`;

const padded = (cells: readonly string[], widths: readonly number[]) =>
  `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;

/** A table as the formatter leaves it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = widths.map((width) => '-'.repeat(width));
  return [head, line, ...rows].map((cells) => padded(cells, widths)).join('\n');
}

export function labelsPage(rows: readonly Row[]): string {
  const cells = rows.map(({ name, verdict, words }) => [name, verdicts[verdict], words === '' ? '–' : words]);
  const parts = [
    beginning,
    `${table(['Checked', 'Limit', 'Source'], limits)}\n`,
    documents,
    `${table(['Document', 'Verdict', 'What the app says'], cells)}\n`,
  ];
  return parts.join('\n');
}
