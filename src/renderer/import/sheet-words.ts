/** What is said of a file above its rows: facts in one line, and warnings that ask for something. */
import type { ColumnForm, Joining, SheetReport } from '../../shared/imports.ts';
import { t, type PlainKey } from '../../messages/index.ts';
import { formatDay } from '../lib/format.ts';
import { noDelimiter, type SheetHow } from '../lib/sheet/sheet-choices.ts';
import { inForm, isDayForm, type FormOfColumn } from './column-forms.ts';
import type { Guess } from './content-columns.ts';
import type { Tally } from './group.ts';
import type { SheetNoun } from './noun.ts';

/** A file and how its rows are read. */
export interface SeenSheet {
  noun: SheetNoun;
  report: SheetReport;
  how: SheetHow | null;
  tally: Tally | null;
  hasHeadings: boolean;
  /** The columns are those of the last file with these headings. */
  isRemembered: boolean;
  headings: readonly string[];
  /** Heading of the column with the number. */
  numberHeading: string | null;
  notTaken: readonly string[];
  /** Keys of rows with missing cells at their end that are not accepted yet. */
  short: readonly string[];
  hasNeeded: boolean;
  lacksColumns: boolean;
  hasKnownHeading: boolean;
  /** Columns that no heading names, recognised by what is in them. */
  guesses: readonly Guess[];
  joining: Joining;
  unusedCorrections: number;
  /** How columns write days and decimal numbers. */
  forms: readonly FormOfColumn[];
}

/** What a warning is about; each has its own buttons. */
export type WarningKind =
  | 'one-column'
  | 'unknown-headings'
  | 'by-content'
  | 'lacks-columns'
  | 'short'
  | 'separate'
  | 'ask-joining'
  | 'joined'
  | 'unused-corrections'
  | 'needs-address'
  | 'form';

export interface SheetWarning {
  kind: WarningKind;
  tone: 'info' | 'warning';
  text: string;
  /** The column whose form is to be chosen. */
  column?: FormOfColumn;
}

const mostNames = 6;
const namesOf = (names: readonly string[]) =>
  names.length > mostNames ? `${names.slice(0, mostNames).join(', ')}, …` : names.join(', ');

const delimiterKeys: Readonly<Record<string, PlainKey>> = {
  ';': 'imports.delimiter.semicolon',
  ',': 'imports.delimiter.comma',
  '\t': 'imports.delimiter.tab',
  '|': 'imports.delimiter.pipe',
  [noDelimiter]: 'imports.delimiter.none',
};

/** A delimiter in words; an unusual one as it is. */
export const delimiterText = (delimiter: string): string => {
  const key = delimiterKeys[delimiter];
  return key === undefined ? delimiter : t(key);
};

/** How the file was read, in words. */
export function howText(how: SheetHow): string {
  if (how.kind === 'workbook') return t('imports.readSheet', { name: how.sheets[how.sheet]?.name ?? '' });
  const { encoding, delimiter } = how;
  return t('imports.readText', { encoding: t(`imports.encoding.${encoding}`), delimiter: delimiterText(delimiter) });
}

/** How many rows the file has, and what of it is not read or not used. */
export function factsOf(sheet: SeenSheet): string[] {
  const { report, how, tally, hasHeadings, numberHeading, notTaken, noun } = sheet;
  if (tally === null) return [];
  const { rows: count, read, faulty } = tally;
  const { blankLines, otherSheets, above = [], hiddenRows = 0, mergedCells = 0 } = report;
  const number =
    numberHeading === null
      ? t(`${noun.words}.numberFromNone`)
      : t(`${noun.words}.numberFrom`, { heading: numberHeading });
  const some = (of: readonly unknown[] | number, text: () => string) =>
    (typeof of === 'number' ? of : of.length) === 0 ? [] : [text()];
  return [
    ...(how === null ? [] : [howText(how)]),
    faulty === 0 ? t('imports.rowsAllRead', { count }) : t('imports.rowsRead', { count, read, faulty }),
    hasHeadings ? t('imports.headingLine', { line: String(report.lines[0] ?? 1) }) : t('imports.noHeadings'),
    ...some(above, () => t('imports.above', { count: above.length, names: namesOf(above) })),
    ...some(blankLines, () => t('imports.blankLines', { count: blankLines })),
    ...some(hiddenRows, () => t('imports.hiddenRows', { count: hiddenRows })),
    ...some(mergedCells, () => t('imports.mergedCells', { count: mergedCells })),
    ...(sheet.isRemembered ? [t('imports.columnsAsBefore')] : []),
    ...(noun.joinsBy === null ? [] : [number]),
    ...some(notTaken, () => t('imports.columnsNotTaken', { count: notTaken.length, names: namesOf(notTaken) })),
    ...formFacts(sheet),
    ...some(otherSheets, () => t('imports.otherSheets', { count: otherSheets.length, names: namesOf(otherSheets) })),
  ];
}

/** What the person has to look at before the rows. @param isSaved some records are saved already */
export function warningsOf(sheet: SeenSheet, isSaved: boolean): SheetWarning[] {
  const { noun, report, notTaken, short, unusedCorrections } = sheet;
  const made: SheetWarning[] = [];
  const warn = (kind: WarningKind, text: string) => made.push({ kind, tone: 'warning', text });
  if (report.isOneColumn) warn('one-column', t('imports.oneColumn'));
  if (sheet.hasHeadings && !sheet.hasKnownHeading && !isSaved) {
    const of = { line: String(report.lines[0] ?? 1), headings: namesOf(sheet.headings.filter(Boolean)) };
    warn('unknown-headings', t(`${noun.words}.unknownHeadings`, of));
  }
  if (sheet.guesses.length > 0 && !isSaved) {
    const names = sheet.guesses.map(({ at, field }) => `${headingAt(sheet, at)}: ${noun.labelOf(field)}`).join(' · ');
    warn('by-content', t('imports.byContent', { count: sheet.guesses.length, names }));
  }
  if (sheet.hasNeeded && sheet.lacksColumns) {
    warn('lacks-columns', t(`${noun.words}.lacksColumns`, { count: notTaken.length, names: namesOf(notTaken) }));
  }
  if (short.length > 0) warn('short', t('imports.shortText', { count: short.length }));
  made.push(...formWarnings(sheet), ...joiningWords(sheet));
  if (unusedCorrections > 0) {
    warn('unused-corrections', t(`${noun.words}.unusedCorrections`, { count: unusedCorrections }));
  }
  if (!sheet.hasNeeded) warn('needs-address', t(`${noun.words}.needsAddress`));
  return made;
}

/** The form of a column, as an answer to how it is written: `day first`. */
export const formText = (form: ColumnForm): string => t(`imports.form.${form}`);

/** A value of a column as it is read: `17 June 2026`, `17 June 2026 09:00`. */
function readValue({ field, form, example }: FormOfColumn): string {
  const value = inForm(example, field, form);
  return isDayForm(form) ? value.replaceAll(/(?<!\d)\d{4}-\d{2}-\d{2}(?![\dT])/g, (day) => formatDay(day, 0)) : value;
}

const headingAt = ({ headings }: SeenSheet, at: number): string =>
  headings[at] || t('imports.columnAt', { at: String(at + 1) });

const formFacts = (sheet: SeenSheet): string[] =>
  sheet.forms
    .filter(({ by }) => by === 'sure' || by === 'chosen')
    .map(({ at, form }) => t('imports.formOf', { heading: headingAt(sheet, at), form: formText(form) }));

function formWarnings(sheet: SeenSheet): SheetWarning[] {
  return sheet.forms.flatMap((column): SheetWarning[] => {
    if (column.by !== 'open' && column.by !== 'mixed') return [];
    const of = { heading: headingAt(sheet, column.at), example: column.example, value: readValue(column) };
    const text = t(column.by === 'open' ? 'imports.formOpen' : 'imports.formMixed', of);
    return [{ kind: 'form', tone: 'warning', text, column }];
  });
}

function joiningWords({ noun, tally, joining, numberHeading }: SeenSheet): SheetWarning[] {
  if (tally === null) return [];
  const { rows, items, joined: count } = tally;
  const heading = numberHeading ?? '';
  if (joining === 'separate') {
    return [{ kind: 'separate', tone: 'info', text: t(`${noun.words}.joinNot`, { items, heading }) }];
  }
  if (count === 0) return [];
  return joining === 'ask'
    ? [{ kind: 'ask-joining', tone: 'warning', text: t(`${noun.words}.joinAsk`, { rows, items, count, heading }) }]
    : [{ kind: 'joined', tone: 'info', text: t(`${noun.words}.joinDone`, { rows, items, count, heading }) }];
}
