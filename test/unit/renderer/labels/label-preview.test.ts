import { PDFDocument } from '@cantoo/pdf-lib';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LabelCalls, LabelPreview, printedBefore } from '../../../../src/renderer/labels/label-preview.svelte.ts';
import { findingText, printedText } from '../../../../src/renderer/labels/label-words.ts';
import type { PdfEngine } from '../../../../src/renderer/labels/pdf-engine.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { LabelDocument, Print, Printer } from '../../../../src/shared/labels.ts';

const at = Date.parse('2026-06-15T12:00:00Z');
const engine: PdfEngine = {
  open: async (bytes) => getDocument({ data: bytes, verbosity: VerbosityLevel.ERRORS, useSystemFonts: false }),
  warm: () => undefined,
  end: () => undefined,
};
let onePage: Uint8Array;

beforeAll(async () => {
  const document = await PDFDocument.create();
  document.addPage([297.638, 419.528]);
  onePage = await document.save();
});

const printer = (name: string): Printer => ({ name, description: name, isDefault: false });
const print = (state: Print['state'], requestedAt = at): Print => ({
  id: `p${requestedAt}`,
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
  fails?: Partial<Record<'fetch' | 'print' | 'save', AppError>>;
}

const open: LabelPreview[] = [];
async function preview({ printers = [printer('Zebra')], remembered = null, packageCount = 1, fails = {} }: Given = {}) {
  const log: string[] = [];
  const failing = (name: 'fetch' | 'print' | 'save') => {
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
    print: async (argument) => {
      log.push(`print ${argument.orderId} on ${argument.printer}`);
      failing('print');
      return print('handed-over');
    },
    save: async () => {
      failing('save');
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
    expect((await label.print())?.state).toBe('handed-over');
    expect(log).toEqual(['fetch orders/o1', 'print orders/o1 on Zebra']);
  });

  it('does not take a printer by itself: labels on the office’s A4 printer help nobody', async () => {
    const { label, log } = await preview({ printers: [{ ...printer('Office'), isDefault: true }] });
    expect(label.printer).toBeNull();
    expect(label.canPrint).toBe(false);
    expect(await label.print()).toBeNull();
    await label.choosePrinter('Office');
    expect(label.canPrint).toBe(true);
    expect(log).toContain('remember Office');
  });

  it('says that the remembered printer is missing and does not print elsewhere', async () => {
    const { label, log } = await preview({ remembered: 'Old Zebra' });
    expect(label.printerMissing).toBe(true);
    expect(label.canPrint).toBe(false);
    await label.print();
    expect(log).toEqual(['fetch orders/o1']);
  });

  it('finds that pages and packages differ', async () => {
    const { label } = await preview({ packageCount: 3 });
    expect(label.findings.map(findingText)).toEqual(['The order has 3 packages, the label has 1 page.']);
  });

  it('keeps the reason when the label cannot be fetched, and fetches again when asked', async () => {
    const fails = { fetch: new AppError('line.unreachable') as AppError | undefined };
    const { label } = await preview({ remembered: 'Zebra', fails: fails as Record<'fetch', AppError> });
    expect(label.fetchError?.code).toBe('line.unreachable');
    expect(label.canPrint).toBe(false);
    fails.fetch = undefined;
    await label.fetch();
    expect(label.fetchError).toBeNull();
    expect(label.canPrint).toBe(true);
  });

  it('keeps the reason when it could not be printed or saved', async () => {
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

  it('hands a label over once, however often the key is pressed', async () => {
    const { label, log } = await preview({ remembered: 'Zebra' });
    await Promise.all([label.print(), label.print()]);
    expect(log.filter((line) => line.startsWith('print'))).toHaveLength(1);
  });
});

describe('what was printed before', () => {
  it('counts what may be on paper, not what failed', () => {
    expect(printedBefore([print('failed')])).toEqual([]);
    expect(printedBefore([print('requested'), print('failed'), print('done')])).toHaveLength(2);
  });

  it('names when and where', () => {
    expect(printedText([], at)).toBeNull();
    expect(printedText([print('done')], at)).toBe('It was printed from here before: 14:00, on “Zebra”.');
    expect(printedText([print('done'), print('done', at - 86_400_000)], at)).toContain('2 times');
  });
});
