/** The page that shows what the import makes of each file, for a person to read. */
import type { LookedAt } from './looked-at.ts';
import type { NastyFile } from './nasty-file.ts';

export interface Group {
  title: string;
  files: readonly { file: NastyFile; seen: LookedAt }[];
}

const mostShown = 120;
const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text);
/** Letters that are invisible or have a meaning in Markdown. */
const escaped = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('\n', '↵')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\u200F\uFEFF]/g, '')
    .replaceAll(/[ \t]{2,}/g, ' ');

function cellsText({ file, seen }: Group['files'][number]): string {
  const cells = file.cells ?? [];
  return cells
    .map(([at, field]) => `${at + 1}. ${seen.labelOf(field)}: ${cut(seen.textOf(at, field) ?? '')}`)
    .join('<br>');
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

const rowsText = ({ rows, faulty, good, records }: LookedAt) =>
  `${counted(rows, 'row')}, ${faulty} in doubt<br>${counted(records.length, 'record')}, ${good} ready`;

const escapedLines = (lines: readonly string[]) => lines.map((line) => escaped(line)).join('<br>');

function line({ file, seen }: Group['files'][number]): string {
  const cells = [
    `\`${file.name}\`<br>${file.about}`,
    file.rows === null ? '' : escapedLines([seen.how, ...(seen.columns.length > 20 ? [] : seen.columns)]),
    file.rows === null ? '' : cellsText({ file, seen }).split('<br>').map(escaped).join('<br>'),
    file.rows === null ? 'no table' : rowsText(seen),
    escapedLines(seen.words.map((word) => cut(word))),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** @returns the page as Markdown */
export function pageOf(groups: readonly Group[]): string {
  const count = groups.reduce((sum, { files }) => sum + files.length, 0);
  const tables = groups.map(({ title, files }) =>
    [
      `## ${title}`,
      '',
      '| File | Read as, and its columns | Three cells (record, field) | Rows | What is said |',
      '| --- | --- | --- | --- | --- |',
      ...files.map(line),
      '',
    ].join('\n'),
  );
  return [
    '# What the import makes of awkward files',
    '',
    `${count} files as shops and programs send them, each read as stops for a plan of 17 June 2026. The files are made by`,
    '`test/flow/import/nasty/`, and the test there compares this page with what the import does now:',
    '`npx vitest run --project flow test/flow/import/nasty -u` writes it. No row is lost, and rows are joined only when the',
    'person says so. A row is “in doubt” when its cells do not fit the headings or a quotation mark is in the wrong place;',
    'it waits for the person. Line numbers in brackets are those of the file.',
    '',
    ...tables,
  ].join('\n');
}
