/** What is wrong with the rows of the conformance page, without running a test. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../src/shared/endpoints.ts';
import { isReason, namedIn, placeOf, testOf, type Cell, type Rule } from './row.ts';
import { root } from '../../build/project.ts';

/** Texts of files, each read once; undefined for one that is not there. */
function reader(folder: string): (file: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return (file) => {
    if (!texts.has(file)) {
      const path = join(folder, file);
      texts.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
    }
    return texts.get(file);
  };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `it.each` titles: what stands for a value matches any text. */
function patternOf(literal: string): RegExp {
  const parts = literal.split(/%[sdifjo#$]|\$\{[^}]*\}|\$[\w.]+/);
  return new RegExp(`^${parts.map(escaped).join('.+')}$`, 's');
}

/** Whether a test file says this title, as it is or as the pattern of a table's titles. */
export function saysTitle(source: string, title: string): boolean {
  const literals = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, single, double, template]) => (single ?? double ?? template ?? '').replace(/\\(['"`\\])/g, '$1'),
  );
  return literals.some((text) => text === title || (/[%$]/.test(text) && patternOf(text).test(title)));
}

/** The problem of a reason, if any: a word or two explain nothing. */
const poorReason = (cell: Cell) => isReason(cell) && cell.none.trim().length < 12;

/** Problems of one row's cells; empty when each names what is there. */
function cellProblems(rule: Rule, read: (file: string) => string | undefined): string[] {
  const problems: string[] = [];
  const say = (problem: string) => problems.push(`${rule.id}: ${problem}`);
  for (const name of ['client', 'service', 'test', 'screen'] as const) {
    const cell = rule[name];
    if (poorReason(cell)) say(`the reason of the cell "${name}" says nothing`);
    if (!isReason(cell) && namedIn(cell).length === 0) say(`the cell "${name}" is empty`);
  }
  for (const place of namedIn(rule.client)) {
    const { file, symbol } = placeOf(place);
    const exported = new RegExp(`^export .*\\b${escaped(symbol)}\\b`, 'm');
    if (symbol === '' || !exported.test(read(file) ?? '')) say(`${file} exports no ${symbol || '(no name given)'}`);
  }
  for (const place of namedIn(rule.service)) {
    const { file, symbol } = placeOf(place);
    if (!file.startsWith('src/training/')) say(`${file} is no file of the training service`);
    if (symbol === '' || !(read(file) ?? '').includes(symbol)) say(`${file} does not have "${symbol}"`);
  }
  const isTest = (name: string) => name.includes(' > ');
  for (const test of [...namedIn(rule.test), ...namedIn(rule.screen).filter(isTest)]) {
    const { file, title } = testOf(test);
    const source = read(file);
    const last = title.split(' > ').at(-1) ?? '';
    if (source === undefined) say(`there is no ${file}`);
    else if (last === '' || !saysTitle(source, last)) say(`${file} has no test "${title}"`);
  }
  for (const screen of namedIn(rule.screen)) {
    if (!isTest(screen) && read(screen) === undefined) say(`there is no ${screen}`);
  }
  if (rule.teeth) {
    const { file, find, replace } = rule.teeth;
    const times = find === '' ? 0 : (read(file) ?? '').split(find).length - 1;
    if (!file.startsWith('src/training/')) say(`${file} is no file of the training service`);
    if (times !== 1) say(`what breaks it occurs ${times} times in ${file}: ${JSON.stringify(find)}`);
    if (find === replace) say('what breaks it changes nothing');
  } else if (!isReason(rule.service)) say('nothing is known that breaks it');
  return problems;
}

/** Operations without a row, and rows of operations that are none. */
function operationProblems(rules: readonly Rule[], endpoints: Readonly<Record<string, Endpoint>>): string[] {
  const wanted = Object.entries(endpoints).flatMap(([name, { versions }]) => versions.map((each) => `${name} ${each}`));
  const have = rules.flatMap(({ operation }) => (operation ? [`${operation.name} ${operation.version}`] : []));
  return [
    ...wanted.filter((name) => !have.includes(name)).map((name) => `the operation ${name} has no row`),
    ...have.filter((name) => !wanted.includes(name)).map((name) => `there is no operation ${name}`),
  ];
}

/**
 * Everything that is wrong with the rows; one line each.
 * @param endpoints the endpoint table of src/shared
 */
export function problemsOf(
  rules: readonly Rule[],
  endpoints: Readonly<Record<string, Endpoint>>,
  folder = root,
): string[] {
  const read = reader(folder);
  const ids = rules.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: two rows have this id`),
    ...rules.flatMap((rule) => cellProblems(rule, read)),
    ...operationProblems(rules, endpoints),
  ];
}
