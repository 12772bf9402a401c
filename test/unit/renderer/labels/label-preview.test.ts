import { PDFDocument } from '@cantoo/pdf-lib';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type LabelCalls, LabelPreview } from '../../../../src/renderer/labels/label-preview.svelte.ts';
import {
  barsText,
  failureText,
  findingText,
  pagesText,
  partsOf,
  partText,
  printedBefore,
  printedText,
  readPages,
} from '../../../../src/renderer/labels/label-words.ts';
import type { PdfEngine } from '../../../../src/renderer/labels/pdf-engine.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { Finding } from '../../../../src/shared/label-check.ts';
import type { LabelDocument, Print, Printer } from '../../../../src/shared/labels.ts';

const at = Date.parse('2026-06-15T12:00:00Z');
const engine: PdfEngine = {
  open: async (bytes) => getDocument({ data: bytes, verbosity: VerbosityLevel.ERRORS, useSystemFonts: false }),
  operations: () => Promise.resolve({ save: 10, restore: 11 }),
  warm: () => undefined,
  end: () => undefined,
};
let onePage: Uint8Array;

beforeAll(async () => {
  const document = await PDFDocument.create();
  document.addPage([297.638, 419.528]);
  onePage = await document.save();
});

const printer = (name: string): Printer => ({ name, description: name, isDefault: false, stopped: null, tried: true });
const print = (state: Print['state'], requestedAt = at): Print => ({
  id: `p${requestedAt}`,
  requestId: `r${requestedAt}`,
  batchId: null,
  page: 1,
  desk: 'DESK-1',
  anyway: false,
  content: null,
  orderId: 'orders/o1',
  documentId: 'd',
  printer: 'Zebra',
  state,
  requestedAt,
  job: null,
});

interface Given {
  printers?: Printer[];
  remembered?: string | null;
  packageCount?: number | null;
  findings?: Finding[];
  fails?: Partial<Record<'fetch' | 'check' | 'print' | 'save', AppError>>;
  /** Whether the user cancels the system's dialog. */
  cancels?: boolean;
  /** When the check is over; by default at once. */
  checked?: Promise<void>;
}

const open: LabelPreview[] = [];
async function preview({
  printers = [printer('Zebra')],
  remembered = null,
  packageCount = 1,
  findings = [],
  fails = {},
  cancels = false,
  checked = Promise.resolve(),
}: Given = {}) {
  const log: string[] = [];
  const failing = (name: 'fetch' | 'check' | 'print' | 'save') => {
    const error = fails[name];
    if (error) throw error;
  };
  const document: LabelDocument = {
    id: 'a'.repeat(64),
    orderId: 'orders/o1',
    title: 'WEB-1',
    bytes: onePage,
    packageCount,
    barcodes: ['TD1'],
    fetchedAt: at,
  };
  const calls: LabelCalls = {
    fetch: async ({ orderId }) => {
      log.push(`fetch ${orderId}`);
      failing('fetch');
      return document;
    },
    check: async ({ way }) => {
      log.push(...(way === 'printer' ? [] : [`check ${way}`]));
      failing('check');
      await checked;
      return { findings: [...findings], pages: 1, narrowestBar: 2, dotsPerInch: 203 };
    },
    print: async (argument) => {
      log.push(`print ${argument.orderId} on ${argument.printer}${argument.anyway ? ' anyway' : ''}`);
      failing('print');
      return [print('handed-over')];
    },
    printInDialog: async ({ orderId, pages, anyway }) => {
      log.push(`dialog ${orderId} ${pages?.join() ?? 'all'}${anyway ? ' anyway' : ''}`);
      failing('print');
      return { printed: !cancels };
    },
    save: async ({ anyway }) => {
      failing('save');
      log.push(`save${anyway ? ' anyway' : ''}`);
      return { name: 'WEB-1.pdf' };
    },
    printers: async () => printers,
    rememberedPrinter: async () => remembered,
    rememberPrinter: async (name) => {
      log.push(`remember ${name}`);
    },
  };
  const label = new LabelPreview('orders/o1', calls, engine);
  open.push(label);
  await Promise.all([label.fetch(), label.findPrinters()]);
  return { label, log };
}

afterEach(async () => {
  for (const each of open.splice(0)) await each.pdf.close();
});

describe('LabelPreview', () => {
  it('prints on the remembered printer', async () => {
    const { label, log } = await preview({ remembered: 'Zebra' });
    expect(label.canPrint).toBe(true);
    expect((await label.print())?.[0]?.state).toBe('handed-over');
    expect(log).toEqual(['fetch orders/o1', 'print orders/o1 on Zebra']);
  });

  it('offers the system’s dialog without a printer, but not for a label that cannot be read', async () => {
    const { label, log } = await preview({ printers: [] });
    expect([label.canPrint, label.canPrintInDialog]).toEqual([false, true]);
    expect(await label.printInDialog()).toBe(true);
    expect(log).toContain('dialog orders/o1 all');
    const unreadable = await preview({ findings: [{ kind: 'problem', problem: 'damaged' }] });
    expect(unreadable.label.canPrintInDialog).toBe(false);
    expect(await unreadable.label.printInDialog()).toBe(false);
    expect(unreadable.log).toEqual(['fetch orders/o1']);
  });

  it('reports that nothing was sent when the user cancels the dialog or it fails', async () => {
    const { label } = await preview({ cancels: true });
    expect(await label.printInDialog()).toBe(false);
    expect(label.failure).toBeNull();
    const failing = await preview({ fails: { print: new AppError('printer.failed') } });
    expect(await failing.label.printInDialog()).toBe(false);
    expect(failing.label.failure).toMatchObject({ what: 'print', error: { code: 'printer.failed' } });
  });

  it('chooses no printer automatically, because labels must not go to the office’s A4 printer', async () => {
    const { label, log } = await preview({ printers: [{ ...printer('Office'), isDefault: true }] });
    expect(label.printer).toBeNull();
    expect(label.canPrint).toBe(false);
    expect(await label.print()).toBeNull();
    await label.choosePrinter('Office');
    expect(label.canPrint).toBe(true);
    expect(log).toContain('remember Office');
  });

  it('reports that the remembered printer is missing and does not print elsewhere', async () => {
    const { label, log } = await preview({ remembered: 'Old Zebra' });
    expect(label.printerMissing).toBe(true);
    expect(label.canPrint).toBe(false);
    await label.print();
    expect(log).toEqual(['fetch orders/o1']);
  });

  it('asks before it prints a label with findings, and notes that in the ledger', async () => {
    const { label, log } = await preview({
      remembered: 'Zebra',
      findings: [{ kind: 'pages-differ', pages: 1, packages: 3 }],
    });
    expect(label.findings.map(findingText)).toEqual(['The order has 3 packages, the label has 1 page.']);
    expect(label.asks).toBe(true);
    await label.print(true);
    expect(log.at(-1)).toBe('print orders/o1 on Zebra anyway');
  });

  it('does not print a label that cannot be checked, and does not ask about a mere warning', async () => {
    const locked = await preview({ remembered: 'Zebra', findings: [{ kind: 'problem', problem: 'locked' }] });
    expect(locked.label.canPrint).toBe(false);
    const warned = await preview({
      remembered: 'Zebra',
      findings: [{ kind: 'code-unlisted', page: 1, text: 'X' }],
    });
    expect([warned.label.canPrint, warned.label.asks]).toEqual([true, false]);
  });

  it('prints the entered pages, and nothing while they are invalid', async () => {
    const { label } = await preview({ remembered: 'Zebra' });
    label.pages = '2';
    expect([label.chosenPages, label.canPrint]).toEqual([undefined, false]);
    label.pages = '1';
    expect([label.chosenPages, label.canPrint]).toEqual([[1], true]);
  });

  it('keeps the error when the label cannot be fetched, and fetches again on request', async () => {
    const fails = { fetch: new AppError('line.unreachable') as AppError | undefined };
    const { label } = await preview({ remembered: 'Zebra', fails: fails as Record<'fetch', AppError> });
    expect(label.fetchError?.code).toBe('line.unreachable');
    expect(label.canPrint).toBe(false);
    fails.fetch = undefined;
    await label.fetch();
    expect(label.fetchError).toBeNull();
    expect(label.canPrint).toBe(true);
  });

  it('checks a label again that could not be checked, whether the check did not start or was too slow', async () => {
    const fails = { check: new AppError('label.not-checked') as AppError | undefined };
    const { label, log } = await preview({ remembered: 'Zebra', fails: fails as Record<'check', AppError> });
    expect([label.isUnchecked, label.canPrint]).toEqual([true, false]);
    fails.check = undefined;
    await label.fetch();
    expect([label.isUnchecked, label.canPrint]).toEqual([false, true]);
    expect(log).toEqual(['fetch orders/o1', 'fetch orders/o1']);

    const findings: Finding[] = [{ kind: 'problem', problem: 'too-slow' }];
    const slow = await preview({ remembered: 'Zebra', findings });
    expect([slow.label.isUnchecked, slow.label.canPrint]).toEqual([true, false]);
    findings.pop();
    await slow.label.fetch();
    expect([slow.label.isUnchecked, slow.label.canPrint]).toEqual([false, true]);
  });

  describe('a document that took the check too much memory', () => {
    const findings: Finding[] = [{ kind: 'problem', problem: 'too-large' }];

    it('is offered as a file, and not drawn', async () => {
      const opened = vi.spyOn(engine, 'open');
      onTestFinished(() => opened.mockRestore());
      const { label, log } = await preview({ remembered: 'Zebra', findings });
      expect(label.pdf.state).toEqual({ kind: 'problem', problem: 'too-large' });
      expect(opened).not.toHaveBeenCalled();
      expect([label.canPrint, label.canPrintInDialog, label.isUnchecked]).toEqual([false, false, false]);
      expect(await label.save(true)).toBe('WEB-1.pdf');
      expect(log).toContain('save anyway');
    });

    it('is drawn while its check takes three seconds, and closed when that is over', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const check = Promise.withResolvers<void>();
      const made = preview({ findings, checked: check.promise });
      const [label] = open;
      await vi.advanceTimersByTimeAsync(2_999);
      expect(label?.pdf.state.kind).toBe('none');
      await vi.advanceTimersByTimeAsync(1);
      vi.useRealTimers();
      await vi.waitFor(() => expect(label?.pdf.state.kind).toBe('open'), { timeout: 4_000 });
      const ended = vi.spyOn(engine, 'end');
      onTestFinished(() => ended.mockRestore());
      check.resolve();
      await made;
      expect(label?.pdf.state).toEqual({ kind: 'problem', problem: 'too-large' });
      expect(ended).toHaveBeenCalled();
    });
  });

  it('offers that once: a label that cannot be fetched again has the button in its own place', async () => {
    const fails = { fetch: undefined as AppError | undefined, check: new AppError('label.not-checked') };
    const { label } = await preview({ fails: fails as Record<'fetch' | 'check', AppError> });
    fails.fetch = new AppError('line.unreachable');
    await label.fetch();
    expect([label.checkError?.code, label.isUnchecked]).toEqual(['label.not-checked', false]);
    const warned = await preview({ findings: [{ kind: 'no-code', page: 1 }] });
    expect(warned.label.isUnchecked).toBe(false);
  });

  it('keeps the error when the label cannot be printed or saved', async () => {
    const { label } = await preview({
      remembered: 'Zebra',
      fails: { print: new AppError('printer.failed'), save: new AppError('save.failed') },
    });
    expect(await label.print()).toBeNull();
    expect(label.failure).toMatchObject({ what: 'print', error: { code: 'printer.failed' } });
    expect(await label.save()).toBeNull();
    expect(label.failure).toMatchObject({ what: 'save', error: { code: 'save.failed' } });
    expect(label.printing || label.saving).toBe(false);
  });

  it('prints a label once when the key is pressed twice', async () => {
    const { label, log } = await preview({ remembered: 'Zebra' });
    await Promise.all([label.print(), label.print()]);
    expect(log.filter((line) => line.startsWith('print'))).toHaveLength(1);
  });

  it('checks what leaves through the dialog or as a file before it leaves', async () => {
    const { label, log } = await preview({ findings: [{ kind: 'no-code', page: 1 }] });
    expect(await label.findingsFor('dialog')).toEqual([{ kind: 'no-code', page: 1 }]);
    await label.findingsFor('file');
    await label.save(true);
    expect(log).toEqual(['fetch orders/o1', 'check dialog', 'check file', 'save anyway']);
    const failing = await preview({ fails: { check: new AppError('label.not-checked') } });
    expect(failing.label.checkError?.code).toBe('label.not-checked');
    expect(await failing.label.findingsFor('file')).toBeNull();
    expect(failing.label.failure).toMatchObject({ what: 'save', error: { code: 'label.not-checked' } });
  });

  it('saves a label once when asked twice', async () => {
    const { label, log } = await preview({ remembered: 'Zebra' });
    await Promise.all([label.save(), label.save()]);
    expect(log.filter((line) => line.startsWith('save'))).toHaveLength(1);
  });
});

describe('earlier prints', () => {
  it('count if they may be on paper, not if they failed', () => {
    expect(printedBefore([print('failed')])).toEqual([]);
    const times = [print('requested'), print('failed', at - 1), print('missing', at - 2), print('done', at - 3)];
    expect(printedBefore(times)).toHaveLength(2);
  });

  it('are shown with time and printer', () => {
    expect(printedText([], at)).toBeNull();
    expect(printedText([[print('done')]], at)).toBe('It was printed from this computer before: 14:00, on “Zebra”.');
    expect(printedText([[print('done')], [print('done', at - 86_400_000)]], at)).toContain('2 times');
  });
});

describe('a print that failed midway', () => {
  it('names the pages that may be on paper, and does not say that nothing was printed', () => {
    const failed = (sentPages?: number[]) =>
      failureText({ what: 'print', error: new AppError('printer.failed', { detail: sentPages ? { sentPages } : {} }) });
    expect(failed().title).toBe('The label was not printed');
    expect(failed([1, 2]).title).toBe('Printing stopped partway');
    expect(failed([1, 2]).text).toContain('Pages 1–2 were sent and may be on paper.');
    expect(failed([3]).text).toContain('Page 3 was sent and may be on paper.');
    expect(failureText({ what: 'save', error: new AppError('save.failed') }).title).toBe('The label was not saved');
  });

  it('is listed with the state of the pages that were sent and of those that failed', () => {
    const page = (number: number, state: Print['state']) => ({ ...print(state), id: `p${number}`, page: number });
    const texts = (...pages: Print[]) => {
      const parts = partsOf(pages);
      return parts.map((part) => partText(part, parts.length));
    };
    expect(texts(page(3, 'failed'), page(2, 'handed-over'), page(1, 'done'))).toEqual([
      'Page 3: Failed',
      'Pages 1–2: Sent to printer',
    ]);
    expect(texts(page(2, 'done'), page(1, 'done'))).toEqual(['Printed']);
    expect(texts(page(1, 'failed'))).toEqual(['Failed']);
  });
});

describe('a selection of pages', () => {
  it.each([
    ['', null],
    [' 2 ', [2]],
    ['1-3, 5', [1, 2, 3, 5]],
    ['5,5,4', [4, 5]],
    ['0', undefined],
    ['6', undefined],
    ['3-1', undefined],
    ['a', undefined],
    ['1,', undefined],
  ])('is parsed from %j of five', (typed, pages) => {
    expect(readPages(typed, 5)).toEqual(pages);
  });

  it('is written as ranges', () => {
    expect(pagesText([1, 2, 3, 5])).toBe('1–3, 5');
    expect(pagesText([4])).toBe('4');
  });
});

describe('the words for a finding', () => {
  it.each<[Finding, string]>([
    [
      { kind: 'spoilt-by-placing', page: 1, advice: { kind: 'offset', right: 2, down: -1.5 } },
      'The barcode would be cut off on this paper. Under Settings, move labels to 2 mm right and -1.5 mm down.',
    ],
    [
      { kind: 'spoilt-by-placing', page: 1, advice: { kind: 'paper' } },
      'The barcode does not fit on this paper. Choose larger paper under Settings.',
    ],
    [
      { kind: 'pale', page: 1, contrast: 0.699 },
      'The barcode is too pale: its contrast is 69 %, at least 70 % is needed.',
    ],
    [{ kind: 'low-bars', page: 1, millimetres: 4.04 }, 'The bars are only 4 mm high, at least 5 mm are needed.'],
    [
      { kind: 'narrow-quiet-zone', page: 1, modules: 6.96 },
      'The empty space beside the barcode is too narrow: 7 bar widths, at least 10 are needed.',
    ],
    [{ kind: 'bytes-after-end', bytes: 2_049 }, 'The PDF has 3 kB of other data behind its end.'],
    [{ kind: 'code-of-another', page: 1, text: 'TD1', title: 'WEB-9' }, 'Barcode TD1 belongs to WEB-9.'],
    [
      { kind: 'code-not-of-order', page: 1, text: 'TD1' },
      'Barcode TD1 is not one of this order. It may belong to another one.',
    ],
    [
      { kind: 'printed-since', at, printer: 'Labels' },
      'It was printed after this batch was started: 15 Jun, 14:00, on “Labels”.',
    ],
    [
      { kind: 'printed-since', at, printer: '' },
      'It was printed after this batch was started: 15 Jun, 14:00, on a printer chosen in the system dialog.',
    ],
  ])('%j', (finding, text) => {
    expect(findingText(finding)).toBe(text);
  });

  it('say how wide the narrowest bar is, or that it was not measured', () => {
    expect(barsText({ narrowestBar: 2.03, dotsPerInch: 203 })).toBe('Thinnest bar: 2 dots at 203 dpi');
    expect(barsText({ narrowestBar: null, dotsPerInch: 300 })).toBe('Thinnest bar: not measured');
  });
});
