/**
 * The page that leaves is the page that was checked: documents as other programs make them leave in every way, on every
 * paper and at two resolutions. A decoder that the app does not use reads the order's code from what left, or the app
 * had asked before.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PrintBackEnd, PlacedDocument } from '../../../src/main/labels/print-back-end.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { weightOf, type Finding, type LabelWay } from '../../../src/shared/label-check.ts';
import type { BatchView, LabelDocument } from '../../../src/shared/labels.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import type { TestApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { containerCode, foreignLabels } from '../../support/foreign-labels.ts';
import { readEachDocument, whyNotRead } from '../../support/label-tools.ts';
import { fetchLabel, officeWithDocuments, type OpenOffice, type OrderWithDocument } from './office-with-documents.ts';

const reason = whyNotRead();
if (reason !== undefined) process.stdout.write(`\nNOT TESTED: labels that leave as they were checked: ${reason}\n\n`);

const printer = { name: 'Labels', description: 'Labels', isDefault: true, stopped: null, tried: true };
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

/** Everything that prints or saves, and keeps what it gets. */
function outlets() {
  const folder = temporaryFolder();
  const printed: Buffer[] = [];
  const saved = join(folder, 'saved.pdf');
  const backEnd = (placesPages: boolean): PrintBackEnd => ({
    namesJobsFirst: true,
    placesPages,
    printers: () => Promise.resolve([printer]),
    async print({ file }, named) {
      printed.push(readFileSync(file));
      named(String(printed.length));
    },
    jobState: () => Promise.resolve('done'),
    takeOut: () => Promise.resolve(true),
  });
  const showPrintDialog = async ({ file }: PlacedDocument, begins: () => void) => {
    begins();
    printed.push(readFileSync(file));
    return true;
  };
  return { printed, saved, backEnd, showPrintDialog };
}

type Outlets = ReturnType<typeof outlets>;

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
const kindOf = (name: string) => foreignLabels[Number(name.split('-')[1])]?.name;

/** What left with other codes than the order's, although the app had not asked. @param paper in dots, for a dialog */
async function exceptions(left: readonly Left[], dotsPerInch: number, paper?: { width: number; height: number }) {
  const folder = temporaryFolder();
  const files = new Map<string, string>();
  const keyOf = ({ bytes }: Left) => createHash('sha256').update(bytes).digest('hex');
  for (const one of left) {
    const file = join(folder, `${keyOf(one)}.pdf`);
    if (!files.has(keyOf(one))) writeFileSync(file, one.bytes);
    files.set(keyOf(one), file);
  }
  const read = await readEachDocument([...files.values()], folder, dotsPerInch, paper);
  const codes = new Map([...files.keys()].map((key, index) => [key, read[index] ?? []]));
  return left.flatMap((one) => {
    const found = (codes.get(keyOf(one)) ?? []).map((page) => page.map(dataOf));
    const isRight = JSON.stringify(found) === JSON.stringify(one.codes.map((code) => [dataOf(code)]));
    return isRight || one.asked.length > 0 ? [] : [{ kind: kindOf(one.name), way: one.way, found, codes: one.codes }];
  });
}

const settings = (stock: 'a6' | '4x6', dotsPerInch: 203 | 300) => ({
  labelProfile: { ...defaultSettings.labelProfile, stock, dotsPerInch },
});

describe.skipIf(reason !== undefined).each([
  ['a6', 203, [1]],
  ['a6', 300, [1]],
  ['4x6', 203, [1, 2]],
  ['4x6', 300, [1]],
] as const)('on %s paper at %i dpi', (stock, dotsPerInch, pageCounts) => {
  it('leaves with the codes of the order, or was asked about', { timeout: 5 * minutes }, async () => {
    const wanted = withPages(...pageCounts);
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
    expect(await exceptions(left, dotsPerInch)).toEqual([]);
    const asked = left.filter(({ way, asked: found }) => way === 'printer' && found.length > 0);
    const expected = foreignLabels.filter(({ asksOn }) => asksOn.includes(stock)).map(({ name }) => name);
    expect([...new Set(asked.map(({ name }) => kindOf(name)))]).toEqual(expected);

    // In a dialog, somebody may choose A4 paper. The page is then printed in its middle.
    const a4 = {
      width: Math.round((210 * dotsPerInch) / 25.4),
      height: Math.round((297 * dotsPerInch) / 25.4),
    };
    const dialogs = left.filter(({ way }) => way === 'dialog');
    expect(await exceptions(dialogs, dotsPerInch, a4)).toEqual([]);

    // A document that lies as its paper does is not touched.
    const plain = left.find(({ name, way }) => name === 'FOREIGN-0-1' && way === 'printer');
    const asItCame = documents.get((office.orderIds.get('FOREIGN-0-1') ?? '').replace('orders/', ''));
    expect(plain?.bytes.equals(asItCame ?? new Uint8Array())).toBe(stock === 'a6');
  });
});

describe('a label that was checked before the paper was changed', () => {
  it('is checked again, and asks if the code would be cut off', async () => {
    const make = (kind: string) => foreignLabels.find(({ name }) => name === kind)!.make;
    const { open } = await officeWithDocuments([
      { name: 'FIRST', packageCount: 1, make: make('vectors') },
      { name: 'SECOND', packageCount: 1, make: make('a code at the edge') },
    ]);
    const at = outlets();
    const works = at.backEnd(false);
    const held = Promise.withResolvers<void>();
    let isBroken = true;
    const backEnd: PrintBackEnd = {
      ...works,
      async print(request, named) {
        await held.promise;
        if (isBroken) throw new AppError('printer.failed');
        await works.print(request, named);
      },
    };
    const { app, orderIds } = await open({ backEnd });
    const ids = ['FIRST', 'SECOND'].map((name) => orderIds.get(name) ?? '');
    const { id: batchId } = await app.handlers.batches.start({ orderIds: ids, printer: printer.name });
    const until = (what: string, fits: (batch: BatchView) => boolean) =>
      waitFor(what, async () => {
        const batch = await app.handlers.batches.get({ batchId });
        return fits(batch) && batch;
      });
    await until('both checks', ({ labels }) => labels.every(({ state }) => state === 'ready'));
    held.resolve();
    await until('the pause', ({ state }) => state === 'paused');

    const { labelProfile } = await app.handlers.settings.get();
    await app.handlers.settings.set({ labelProfile: { ...labelProfile, stock: '4x6' } });
    isBroken = false;
    await app.handlers.batches.continue({ batchId });
    const { labels } = await until('the second label', (batch) => batch.labels[1]?.state === 'asks');
    expect(labels[0]?.state).toBe('printed');
    const reasons = labels[1]?.reason?.kind === 'found' ? labels[1].reason.findings.map(({ kind }) => kind) : [];
    expect(reasons.some((kind) => kind === 'spoilt-by-placing' || kind === 'narrow-quiet-zone')).toBe(true);
    expect(at.printed).toHaveLength(1);
    await app.handlers.batches.decide({ labelId: labels[1]?.id ?? '', choice: 'print-anyway' });
    await until('the end', ({ state }) => state === 'finished');
    expect(at.printed).toHaveLength(2);
  });
});
