/**
 * The page that leaves is the page that was checked: documents as other programs make them leave in every way, on every
 * paper and at two resolutions. A decoder that the app does not use reads the order's code from what left, or the app
 * had asked before. Each paper and resolution has a file of tests, so that they run beside one another.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { weightOf, type Finding, type LabelWay } from '../../../src/shared/label-check.ts';
import type { LabelDocument } from '../../../src/shared/labels.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import type { TestApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { containerCode, foreignLabels } from '../../support/foreign-labels.ts';
import { drawEachDocument, readDrawnPages, whyNotRead, type Dots, type DrawnPage } from '../../support/label-tools.ts';
import { fetchLabel, officeWithDocuments, type OpenOffice, type OrderWithDocument } from './office-with-documents.ts';
import { outlets, printer, type Outlets } from './outlets.ts';

const reason = whyNotRead();
if (reason !== undefined) process.stdout.write(`\nNOT TESTED: labels that leave as they were checked: ${reason}\n\n`);

const minutes = 60_000;

/** A document that left, and the codes that belong on its pages. */
interface Left {
  name: string;
  way: LabelWay | 'Chromium';
  bytes: Buffer;
  codes: readonly string[];
  /** What the app asked about before. */
  asked: readonly Finding[];
}

/** Each kind of document with each of these numbers of pages. */
const withPages = (...counts: number[]): OrderWithDocument[] =>
  foreignLabels.flatMap(({ make, code }, index) =>
    counts.map((packageCount) => ({
      ...{ name: `FOREIGN-${index}-${packageCount}`, packageCount, make },
      ...(code === undefined ? {} : { code: (page: number) => containerCode(packageCount * 10 + page) }),
    })),
  );

/** Lets the label of an order leave in one way, whatever the app finds. Nothing leaves if the app refuses. */
async function leave(
  app: TestApp,
  { printed, saved }: Outlets,
  { id: documentId, orderId }: LabelDocument,
  way: LabelWay,
): Promise<{ asked: Finding[]; documents: Buffer[] }> {
  const { findings } = await app.handlers.labels.check({ documentId, orderId, way, pages: null });
  const asked = findings.filter((finding) => weightOf(finding) !== 'say');
  if (asked.some((finding) => weightOf(finding) === 'refuse')) return { asked, documents: [] };
  const anyway = asked.length > 0;
  printed.splice(0);
  if (way === 'file') {
    await app.handlers.labels.save({ documentId, orderId, anyway });
    return { asked, documents: existsSync(saved) ? [readFileSync(saved)] : [] };
  }
  const pages = { documentId, orderId, pages: null, anyway };
  if (way === 'dialog') await app.handlers.labels.printInDialog(pages);
  else await app.handlers.labels.print({ ...pages, printer: printer.name });
  return { asked, documents: [...printed] };
}

/** What leaves for the printer has a document for each page. */
const codesOf = (way: LabelWay, codes: readonly string[], index: number) =>
  way === 'printer' ? [codes[index] ?? ''] : codes;

async function leaveInEveryWay(office: OpenOffice, at: Outlets, codes: ReadonlyMap<string, string[]>): Promise<Left[]> {
  const left: Left[] = [];
  for (const name of codes.keys()) {
    const label = await fetchLabel(office.app, office.orderIds.get(name) ?? '');
    for (const way of ['printer', 'dialog', 'file'] as const) {
      const { asked, documents } = await leave(office.app, at, label, way);
      for (const [index, bytes] of documents.entries()) {
        left.push({ name, way, bytes, asked, codes: codesOf(way, codes.get(name) ?? [], index) });
      }
    }
  }
  return left;
}

async function leaveThroughChromium(
  office: OpenOffice,
  at: Outlets,
  codes: ReadonlyMap<string, string[]>,
): Promise<Left[]> {
  const left: Left[] = [];
  for (const name of codes.keys()) {
    const label = await fetchLabel(office.app, office.orderIds.get(name) ?? '');
    const { asked, documents } = await leave(office.app, at, label, 'printer');
    for (const [index, bytes] of documents.entries()) {
      left.push({ name, way: 'Chromium', bytes, asked, codes: codesOf('printer', codes.get(name) ?? [], index) });
    }
  }
  return left;
}

/** GS1-128 is compared by its data: no brackets, no function characters. */
const dataOf = (code: string) => code.replaceAll(/\((\d+)\)|\u001d/g, '$1');
const keyOf = ({ bytes }: Left) => createHash('sha256').update(bytes).digest('hex');
const kindOf = (name: string) => foreignLabels[Number(name.split('-')[1])]?.name;

/** The pages of each document that left, as its printer draws them: the documents by their bytes, each drawn once. */
async function drawLeft(left: readonly Left[], dotsPerInch: number): Promise<ReadonlyMap<string, DrawnPage[]>> {
  const folder = temporaryFolder();
  const files = new Map<string, string>();
  for (const one of left) {
    const key = keyOf(one);
    if (files.has(key)) continue;
    files.set(key, join(folder, `${key}.pdf`));
    writeFileSync(join(folder, `${key}.pdf`), one.bytes);
  }
  const drawn = await drawEachDocument([...files.values()], folder, dotsPerInch);
  return new Map([...files.keys()].map((key, index) => [key, drawn[index] ?? []]));
}

/** What left with other codes than the order's, although the app had not asked. @param paper in dots, for a dialog */
async function exceptions(left: readonly Left[], drawn: ReadonlyMap<string, DrawnPage[]>, paper?: Dots) {
  const pages = left.map((one) => drawn.get(keyOf(one)) ?? []);
  const read = await readDrawnPages(pages.flat(), paper);
  return left.flatMap((one, index) => {
    const found = (pages[index] ?? []).map((page) => (read.get(page) ?? []).map(dataOf));
    const isRight = JSON.stringify(found) === JSON.stringify(one.codes.map((code) => [dataOf(code)]));
    return isRight || one.asked.length > 0 ? [] : [{ kind: kindOf(one.name), way: one.way, found, codes: one.codes }];
  });
}

const settings = (stock: 'a6' | '4x6', dotsPerInch: 203 | 300) => ({
  labelProfile: { ...defaultSettings.labelProfile, stock, dotsPerInch },
});

/** A row of the matrix: paper and resolution. */
interface LeavingRow {
  stock: 'a6' | '4x6';
  dotsPerInch: 203 | 300;
}

async function leavesAsChecked({ stock, dotsPerInch }: LeavingRow): Promise<void> {
  const wanted = withPages(1, 2);
  const { codes, documents, open } = await officeWithDocuments(wanted);
  const at = outlets();
  const { backEnd, showPrintDialog, saved } = at;
  const common = { settings: settings(stock, dotsPerInch), showPrintDialog, saveTo: saved };
  const office = await open({ ...common, backEnd: backEnd(false) });
  const left = await leaveInEveryWay(office, at, codes);
  await office.app.close();
  left.push(...(await leaveThroughChromium(await open({ ...common, backEnd: backEnd(true) }), at, codes)));

  // Every document left in every way: a job for each page at the printer and through Chromium, and two as a whole.
  const pages = wanted.reduce((sum, { packageCount }) => sum + packageCount, 0);
  expect(left).toHaveLength(2 * pages + 2 * wanted.length);
  const drawn = await drawLeft(left, dotsPerInch);
  expect(await exceptions(left, drawn)).toEqual([]);
  const asked = left.filter(({ way, asked: found }) => way === 'printer' && found.length > 0);
  const expected = foreignLabels.filter(({ asksOn }) => asksOn.includes(stock)).map(({ name }) => name);
  expect([...new Set(asked.map(({ name }) => kindOf(name)))]).toEqual(expected);

  // In a dialog, somebody may choose A4 paper. The page is then printed in its middle.
  const a4 = {
    width: Math.round((210 * dotsPerInch) / 25.4),
    height: Math.round((297 * dotsPerInch) / 25.4),
  };
  const dialogs = left.filter(({ way }) => way === 'dialog');
  expect(await exceptions(dialogs, drawn, a4)).toEqual([]);

  // A document that lies as its paper does is not touched.
  const plain = left.find(({ name, way }) => name === 'FOREIGN-0-1' && way === 'printer');
  const asItCame = documents.get((office.orderIds.get('FOREIGN-0-1') ?? '').replace('orders/', ''));
  expect(plain?.bytes.equals(asItCame ?? new Uint8Array())).toBe(stock === 'a6');
}

/** Declares the tests of a row: every kind of document, in every way. */
export function describeLeaving(row: LeavingRow): void {
  describe.skipIf(reason !== undefined)(`on ${row.stock} paper at ${row.dotsPerInch} dpi`, () => {
    it('leaves with the codes of the order, or was asked about', { timeout: 8 * minutes }, () => leavesAsChecked(row));
  });
}
