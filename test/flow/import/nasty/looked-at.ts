/** Reads a file as the import does and says what a person sees of it. */
import { t } from '../../../../src/messages/index.ts';
import { byColumn, formSteps } from '../../../../src/renderer/import/column-forms.ts';
import { beginsWithRecord, guessed, withGuesses } from '../../../../src/renderer/import/content-columns.ts';
import { recognised } from '../../../../src/renderer/import/headings.ts';
import { textOf, type ItemField } from '../../../../src/renderer/import/fields.ts';
import { checkedItem, itemsOf, tallyOf } from '../../../../src/renderer/import/group.ts';
import { isGood, isIncomplete, linesText, none } from '../../../../src/renderer/import/import-rows.ts';
import type { ImportRow } from '../../../../src/renderer/import/item.ts';
import { nowhere } from '../../../../src/renderer/import/noun.ts';
import { bookSteps } from '../../../../src/renderer/import/row-book.ts';
import { readyText } from '../../../../src/renderer/import/row-texts.ts';
import {
  columnsNotTaken,
  hasNeeded,
  headingsOf,
  lacksColumns,
  numberHeadingOf,
  shortRows,
} from '../../../../src/renderer/import/sheet-facts.ts';
import { factsOf, howText, warningsOf, type SeenSheet } from '../../../../src/renderer/import/sheet-words.ts';
import { allSteps } from '../../../../src/renderer/lib/in-slices.ts';
import { readSheetRows, type SheetResult } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';
import { stopSheet } from '../../../../src/renderer/stops/import/stop-sheet.ts';
import type { NastyFile } from './nasty-file.ts';

const noun = stopSheet({
  clock: { zone: 'Europe/Berlin', day: '2026-06-17' },
  now: Date.UTC(2026, 5, 16, 16),
  drivers: [],
  properties: [],
  country: 'DE',
});

const labelOf = (field: ItemField) => noun.labelOf(field);

export interface LookedAt {
  /** How the file was read, as a text. */
  how: string;
  /** `Heading → field`. */
  columns: readonly string[];
  /** Rows below the headings; those whose cells are in doubt. */
  rows: number;
  faulty: number;
  records: readonly ImportRow[];
  good: number;
  /** Everything that is said, in the order of the screen. */
  words: readonly string[];
  labelOf: (field: ItemField) => string;
  textOf(at: number, field: ItemField): string | undefined;
}

/** Problems and warnings of the rows, the same one once with all its lines. */
function rowWords(rows: readonly ImportRow[]): string[] {
  const byText = new Map<string, number[]>();
  for (const row of rows) {
    const text = row.problem ?? row.duplicate ?? (isIncomplete(row) ? readyText(row) : null);
    if (text !== null) byText.set(text, [...(byText.get(text) ?? []), ...row.item.lines]);
  }
  return [...byText].map(([text, lines]) => `[${linesText(lines)}] ${text}`);
}

const problemOf = (problem: Extract<SheetResult, { kind: 'problem' }>['problem']): LookedAt => ({
  ...{ how: '', columns: [], rows: 0, faulty: 0, records: [], good: 0, textOf: () => undefined, labelOf },
  words: [t(`imports.problem.${problem}`)],
});

const seen = (result: Extract<SheetResult, { kind: 'rows' }>) => {
  const { rows, report = reportOf(rows) } = result;
  const [first = []] = rows;
  const hasHeadings = !beginsWithRecord(noun, rows);
  const named = hasHeadings ? recognised(noun, first) : first.map(() => null);
  const guesses = guessed(noun, hasHeadings ? rows.slice(1) : rows, hasHeadings ? first : null, named);
  const columns = withGuesses(named, guesses);
  const forms = allSteps(formSteps(rows, hasHeadings ? 1 : 0, columns, {}, report));
  const items = itemsOf(noun, rows, columns, { report, forms: byColumn(forms), hasHeadings }).map((item) =>
    checkedItem(noun, item),
  );
  const headings = headingsOf(rows, hasHeadings);
  const notTaken = columnsNotTaken(rows, headings, columns, hasHeadings);
  const sheet: SeenSheet = {
    ...{ noun, report, how: null, headings, notTaken, hasHeadings, joining: 'ask', unusedCorrections: 0, forms },
    ...{ guesses, isRemembered: false },
    tally: tallyOf(rows, items, hasHeadings),
    numberHeading: numberHeadingOf(noun, columns, headings),
    short: shortRows(report, []),
    hasNeeded: hasNeeded(noun, columns),
    lacksColumns: lacksColumns(noun, columns, notTaken),
    hasKnownHeading: columns.some((field) => field !== null),
  };
  return { items, sheet, columns };
};

export async function lookAt({ bytes, choices = {} }: NastyFile): Promise<LookedAt> {
  const result = await readSheetRows(bytes, choices);
  if (result.kind === 'problem') return problemOf(result.problem);
  const { items, sheet, columns } = seen(result);
  const book = bookSteps(items, {
    ...{ noun, joining: 'ask', chosen: none(), refused: none() },
    thereOf: () => nowhere,
    changeOf: () => ({ kind: 'same' }),
  });
  const records = allSteps(book).rows;
  const warnings = warningsOf(sheet, false).map(({ text }) => text);
  return {
    how: result.how === undefined ? '' : howText(result.how),
    columns: columns.flatMap((field, at) =>
      field === null ? [] : [`${sheet.headings[at] ?? ''} → ${noun.labelOf(field)}`],
    ),
    rows: sheet.tally?.rows ?? 0,
    faulty: sheet.tally?.faulty ?? 0,
    records,
    good: records.filter(isGood).length,
    labelOf,
    words: [...factsOf(sheet), ...warnings, ...rowWords(records)],
    textOf: (at, field) => (items[at] === undefined ? undefined : textOf(items[at].fields, field)),
  };
}
