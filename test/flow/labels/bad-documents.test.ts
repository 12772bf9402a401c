/**
 * Bad and foreign label documents: what the app makes of each, in which words, and that none of them stops a batch. The
 * page docs/labels.md is the output of this test; `npx vitest run test/flow/labels/bad-documents.test.ts -u` writes it.
 */
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Preflight } from '../../../src/main/labels/preflight.ts';
import type { StartPreflight } from '../../../src/main/labels/preflight-process.ts';
import type { PrintBackEnd } from '../../../src/main/labels/print-back-end.ts';
import { realSystem } from '../../../src/main/system.ts';
import { canCheckAgain, canPrintAnyway, reasonLines } from '../../../src/renderer/labels/batch-words.ts';
import type { BatchView } from '../../../src/shared/labels.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import { preflightAsChild } from '../../fixtures/preflight-process.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { badLabels, type BadLabel, type Verdict } from '../../support/bad-labels.ts';
import { foreignLabels } from '../../support/foreign-labels.ts';
import { labelsPage } from '../../support/labels-page.ts';
import { officeWithDocuments } from './office-with-documents.ts';

const mostMilliseconds = 5_000;
const mostMemory = 300 * 1024 * 1024;
const minute = 60_000;

/** The same codes in every run, because docs/labels.md names them. */
const codeOf = (index: number) => (page: number) => `TD0001${String(index).padStart(3, '0')}${page + 1}`;
const codesOf = ({ code, packageCount }: BadLabel, index: number) =>
  Array.from({ length: packageCount }, (_, page) => (code ?? codeOf(index))(page));

/** Starts the preflight process and records how much memory a document took at most. */
function measuring() {
  const memory: { before: number | null; most: number } = { before: null, most: 0 };
  const start: StartPreflight = (listener) => {
    const process = preflightAsChild(inject('programs').preflight)(listener);
    return {
      ...process,
      memory() {
        const now = process.memory();
        if (now !== null) memory.most = Math.max(memory.most, now - (memory.before ??= now));
        return now;
      },
    };
  };
  return { start, memory };
}

const backEnd: PrintBackEnd = {
  namesJobsFirst: true,
  placesPages: false,
  printers: () =>
    Promise.resolve([{ name: 'Labels', description: 'Labels', isDefault: true, stopped: null, tried: true }]),
  print: async (_request, named) => named('1'),
  jobState: () => Promise.resolve('done'),
  takeOut: () => Promise.resolve(true),
};

type Label = BatchView['labels'][number];

function verdictOf(label: Label): Verdict {
  if (label.state === 'printed') return 'prints';
  if (label.state === 'failed') return 'fails';
  return canPrintAnyway(label) ? 'asks' : 'refuses';
}

describe('bad and foreign documents', () => {
  it('are at least sixty, each with a name of its own', () => {
    expect(badLabels.length).toBeGreaterThanOrEqual(60);
    expect(new Set(badLabels.map(({ name }) => name)).size).toBe(badLabels.length);
  });

  it('are each checked within five seconds and 300 MB', { timeout: 5 * minute }, async () => {
    const { start, memory } = measuring();
    const preflight = new Preflight({ start, system: realSystem, report: () => undefined });
    onTestFinished(() => preflight.close());
    const { labelProfile: placing } = defaultSettings;
    const leaving = { way: 'printer', placing, placesAll: false, title: 'WEB-1' } as const;
    const over: string[] = [];
    for (const [index, bad] of badLabels.entries()) {
      const bytes = await bad.make(codesOf(bad, index));
      // Starts the process if the document before ended it.
      await preflight.prepare(new Uint8Array(), 203, { way: 'file' });
      Object.assign(memory, { before: null, most: 0 });
      const began = performance.now();
      await preflight.prepare(bytes, 203, leaving);
      const took = performance.now() - began;
      const isOver = took > mostMilliseconds || memory.most > mostMemory;
      if (isOver) over.push(`${bad.name}: ${took} ms, ${memory.most} bytes`);
    }
    expect(over).toEqual([]);
  });

  it('stop no batch, and print only if nothing is wrong or the user agrees', { timeout: 5 * minute }, async () => {
    const wanted = badLabels.map((bad, index) => ({ ...bad, name: `ODD-${index}`, code: bad.code ?? codeOf(index) }));
    const { open } = await officeWithDocuments(wanted);
    const { app, orderIds } = await open({ backEnd });
    const { id: batchId } = await app.handlers.batches.start({
      orderIds: wanted.map(({ name }) => orderIds.get(name) ?? ''),
      printer: 'Labels',
    });
    const until = (what: string, fits: (batch: BatchView) => boolean) =>
      waitFor(
        what,
        async () => {
          const batch = await app.handlers.batches.get({ batchId });
          return fits(batch) && batch;
        },
        2 * minute,
      );
    const { labels, hindrance } = await until('the batch', ({ state }) => state !== 'printing');
    expect(hindrance).toBeNull();
    expect(labels.filter(({ state }) => state === 'waiting' || state === 'ready')).toEqual([]);
    const rows = labels.map((label, index) => ({
      name: badLabels[index]?.name ?? '',
      verdict: verdictOf(label),
      words: reasonLines(label)
        .join(' ')
        .replaceAll(/ODD-\d+/g, 'WEB-1'),
    }));
    const verdicts = (all: readonly { name: string; verdict: Verdict }[]) =>
      all.map(({ name, verdict }) => [name, verdict]);
    expect(verdicts(rows)).toEqual(verdicts(badLabels));
    await expect(labelsPage(rows)).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/labels.md'));

    // What the user agrees to leaves too. What cannot be read does not.
    const asking = labels.filter(canPrintAnyway);
    for (const { id } of asking) await app.handlers.batches.decide({ labelId: id, choice: 'print-anyway' });
    const agreed = new Set(asking.map(({ id }) => id));
    const printed = await until('the labels that the user agreed to', (batch) =>
      batch.labels.every(({ id, state }) => !agreed.has(id) || state === 'printed'),
    );
    for (const { id, state } of printed.labels) {
      if (state !== 'printed') await app.handlers.batches.decide({ labelId: id, choice: 'leave-out' });
    }
    expect((await until('the end', ({ state }) => state === 'finished')).hindrance).toBeNull();
  });

  it('are fetched and checked again when the user asks for it', async () => {
    const { make } = foreignLabels.find(({ name }) => name === 'vectors')!;
    const cutOff = async (of: readonly string[]) => {
      const whole = await make(of);
      return whole.subarray(0, Math.floor(whole.length / 2));
    };
    const { codes, documents, open } = await officeWithDocuments([{ name: 'CUT', packageCount: 1, make: cutOff }]);
    const { app, orderIds } = await open({ backEnd });
    const orderId = orderIds.get('CUT') ?? '';
    const { id: batchId } = await app.handlers.batches.start({ orderIds: [orderId], printer: 'Labels' });
    const until = (state: BatchView['state']) =>
      waitFor(state, async () => {
        const batch = await app.handlers.batches.get({ batchId });
        return batch.state === state && batch;
      });
    const [label] = (await until('paused')).labels;
    expect(label).toMatchObject({ state: 'asks', reason: { findings: [{ kind: 'problem', problem: 'damaged' }] } });
    expect(canCheckAgain(label!)).toBe(true);
    documents.set(orderId.replace('orders/', ''), await make(codes.get('CUT') ?? []));
    await app.handlers.batches.decide({ labelId: label!.id, choice: 'again' });
    expect((await until('finished')).labels).toMatchObject([{ state: 'printed' }]);
  });
});
