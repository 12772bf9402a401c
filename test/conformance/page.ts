/** Makes docs/conformance.md out of the rows. */
import { basename } from 'node:path';
import { isReason, namedIn, placeOf, testOf, type Cell, type Rule, type Section } from './row.ts';

const cellText = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
const link = (text: string, file: string) => `[${cellText(text)}](../${file})`;

function cell(value: Cell, show: (text: string) => string): string {
  return isReason(value) ? `*none: ${cellText(value.none)}*` : namedIn(value).map(show).join('<br>');
}

const place = (text: string) => {
  const { file, symbol } = placeOf(text);
  return `${link(basename(file), file)} ${symbol === '' ? '' : `\`${cellText(symbol)}\``}`.trim();
};

const test = (text: string) => {
  const { file, title } = testOf(text);
  return `${link(basename(file, '.test.ts'), file)}: ${cellText(title)}`;
};

const row = (rule: Rule) =>
  [
    `<a id="${rule.id}"></a>${cellText(rule.rule)}`,
    cellText(rule.from),
    cell(rule.client, place),
    cell(rule.service, place),
    cell(rule.test, test),
    cell(rule.screen, (file) => link(basename(file, '.svelte'), file)),
  ].join(' | ');

export interface Totals {
  rows: number;
  operations: number;
  /** Cells that name something, and cells that say why not. */
  filled: number;
  reasons: number;
  /** Different tests named. */
  tests: number;
  /** Rows that the service keeps, and those of them that can be broken to see their test fail. */
  kept: number;
  teeth: number;
}

export function totalsOf(rules: readonly Rule[]): Totals {
  const cells = rules.flatMap(({ client, service, test: tests, screen }) => [client, service, tests, screen]);
  const kept = rules.filter(({ service }) => !isReason(service));
  return {
    rows: rules.length,
    operations: new Set(rules.flatMap(({ operation }) => operation?.name ?? [])).size,
    filled: cells.filter((each) => namedIn(each).length > 0).length,
    reasons: cells.filter(isReason).length,
    tests: new Set(rules.flatMap((rule) => namedIn(rule.test))).size,
    kept: kept.length,
    teeth: kept.filter(({ teeth }) => teeth !== undefined).length,
  };
}

const anchor = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** The whole page. */
export function pageOf(sections: readonly Section[]): string {
  const totals = totalsOf(sections.flatMap(({ rules }) => rules));
  const head = [
    '# Conformance',
    '',
    'What the documents of the two services ask for, row by row: every operation, every numbered rule and every row of a',
    'table, in our own words, with the function of the client, the code of the training service, the test and the screen.',
    'A cell that has nothing to name says why.',
    '',
    'Made by `npm run conformance -- --write` from `test/conformance/rules`; `npm run conformance` runs the tests named',
    'here and fails when a cell is empty, a test did not run, or this page is not what the rows say. Do not edit it.',
    '`npm run conformance -- --teeth` breaks rows picked at random in the service and sees their tests fail.',
    '',
    `${totals.rows} rows, ${totals.operations} operations, ${totals.filled} cells filled, ${totals.reasons} with a reason,`,
    `${totals.tests} tests. The service keeps ${totals.kept} of the rows; ${totals.teeth} of these can be broken on request.`,
    '',
    ...sections.map(({ title, rules }) => `- [${title}](#${anchor(title)}): ${rules.length}`),
  ];
  const tables = sections.flatMap(({ title, rules }) => [
    '',
    `## ${title}`,
    '',
    '<!-- prettier-ignore-start -->',
    'Rule | From | Client | Training service | Test | Screen',
    '--- | --- | --- | --- | --- | ---',
    ...rules.map(row),
    '<!-- prettier-ignore-end -->',
  ]);
  return `${[...head, ...tables].join('\n')}\n`;
}
