/**
 * Makes the conformance pages out of the rows: docs/conformance.md with the counts and the operations, and a page for each
 * other area in docs/conformance.
 */
import { basename } from 'node:path';
import { isReason, namedIn, placeOf, testOf, type Cell, type Rule, type Section } from './row.ts';

const cellText = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
/** Stands in links for the way from a page's folder to the project's, which only the page knows. */
const top = '{top}/';
const link = (text: string, file: string) => `[${cellText(text)}](${top}${file})`;

function cell(value: Cell, show: (text: string) => string): string {
  return isReason(value) ? `*none: ${cellText(value.none)}*` : namedIn(value).map(show).join('<br>');
}

const place = (text: string) => {
  const { file, symbol } = placeOf(text);
  return `${link(basename(file), file)} ${symbol === '' ? '' : `\`${cellText(symbol)}\``}`.trim();
};

const test = (text: string) => {
  const { file, title } = testOf(text);
  return `${link(basename(file).replace(/\.(test|spec)\.ts$/, ''), file)}: ${cellText(title)}`;
};

const row = (rule: Rule) =>
  [
    `<a id="${rule.id}"></a>${cellText(rule.rule)}`,
    cellText(rule.from),
    cell(rule.client, place),
    cell(rule.service, place),
    cell(rule.test, test),
    cell(rule.screen, (text) => (text.endsWith('.svelte') ? link(basename(text, '.svelte'), text) : test(text))),
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

interface Area {
  /** Of its file: `orders` is docs/conformance/orders.md. The operations are in docs/conformance.md itself. */
  name: string;
  title: string;
  /** Titles of its sections; the first area that fits has them. */
  sections: RegExp;
}

const areas: readonly Area[] = [
  { name: 'operations', title: 'Operations of both services', sections: /^Operations of/ },
  { name: 'orders', title: 'The order service', sections: /^(Orders?|Courier|Pickup location|Shipping labels)\b/ },
  {
    name: 'planning-answers',
    title: 'What the planning service answers',
    sections: /as it is answered$|shared shapes$/,
  },
  {
    name: 'team-input',
    title: 'Drivers, depots and members, as they are sent',
    sections: /^(Driver|Depot|Member)(Create|Update)/,
  },
  { name: 'planning-input', title: 'Plans and stops, as they are sent', sections: /as it is sent$/ },
  { name: 'planning-search', title: 'Search and filters', sections: /stop search$|^Planning: fields|filter language$/ },
  { name: 'planning-rules', title: 'Rules of the planning service', sections: /^Planning/ },
  { name: 'resolved', title: 'Where the documents are silent', sections: /^Resolved/ },
];

/** @param up the way from the page's folder to the project's */
const table = ({ title, rules }: Section, up: string) => [
  '',
  `## ${title}`,
  '',
  '<!-- prettier-ignore-start -->',
  'Rule | From | Client | Training service | Test | Screen',
  '--- | --- | --- | --- | --- | ---',
  ...rules.map((rule) => row(rule).replaceAll(`](${top}`, `](${up}`)),
  '<!-- prettier-ignore-end -->',
];

const pageOf = ({ title }: Area, sections: readonly Section[]) =>
  `${[`# ${title}`, '', 'Made from the rows; see [conformance.md](../conformance.md).', ...sections.flatMap((section) => table(section, '../../'))].join('\n')}\n`;

/** How many operations, in each version that has them, a screen sent in a test; and how many none did. */
function screensOf(rules: readonly Rule[]): { sent: number; none: number } {
  const operations = rules.filter(({ operation }) => operation !== undefined);
  const none = operations.filter(({ screen }) => isReason(screen)).length;
  return { sent: operations.length - none, none };
}

/** @returns the text of each page by its file name in docs */
export function pagesOf(sections: readonly Section[]): Map<string, string> {
  const rules = sections.flatMap((section) => section.rules);
  const totals = totalsOf(rules);
  const screens = screensOf(rules);
  const byArea = Map.groupBy(sections, ({ title }) => areas.find((area) => area.sections.test(title)));
  const all = areas.map((area) => ({ area, sections: byArea.get(area) ?? [] }));
  const operations = all.filter(({ area }) => area.name === 'operations').flatMap((page) => page.sections);
  const pages = all.filter(({ area }) => area.name !== 'operations');
  const contents = pages.flatMap(({ area, sections: own }) => [
    '',
    `**[${area.title}](conformance/${area.name}.md)**`,
    '',
    ...own.map(
      ({ title, rules: { length } }) => `- [${title}](conformance/${area.name}.md#${anchor(title)}): ${length}`,
    ),
  ]);
  const head = [
    '# Conformance',
    '',
    'What the documents of the two services ask for, row by row: every operation, every numbered rule and every row of a',
    'table, in our own words, with the function of the client, the code of the training service, the test and the screen.',
    'A cell that has nothing to name says why.',
    '',
    'Made by `npm run conformance -- --write` from `test/conformance/rules`; `npm run conformance` runs the tests named',
    'here and fails when a cell is empty, a test did not run, or a page is not what the rows say. Do not edit the pages.',
    '`npm run conformance -- --teeth` breaks rows picked at random in the service and sees their tests fail.',
    '',
    `${totals.rows} rows, ${totals.operations} operations, ${totals.filled} cells filled, ${totals.reasons} with a reason,`,
    `${totals.tests} tests. The service keeps ${totals.kept} of the rows; ${totals.teeth} of these can be broken on request.`,
    '',
    `Of ${screens.sent + screens.none} operations, counted in each version that has them, a screen of the app sent`,
    `${screens.sent} in an end-to-end test, which their Screen column names; no screen sent ${screens.none}. Every run of the`,
    'end-to-end tests is compared with that; `npm run conformance -- --sent --write` keeps what the last run sent.',
    ...contents,
    ...operations.flatMap((section) => table(section, '../')),
  ];
  return new Map([
    ['conformance.md', `${head.join('\n')}\n`],
    ...pages.map(({ area, sections: own }): [string, string] => [`conformance/${area.name}.md`, pageOf(area, own)]),
  ]);
}
