import { PDFDocument } from '@cantoo/pdf-lib';
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, describe, expect, it } from 'vitest';
import type { PdfEngine } from '../../../../src/renderer/labels/pdf-engine.ts';
import { PdfPreview } from '../../../../src/renderer/labels/pdf-preview.svelte.ts';

/** pdf.js without a worker of the window. */
class NodeEngine implements PdfEngine {
  ended = 0;
  open: PdfEngine['open'] = async (bytes) =>
    getDocument({ data: bytes, verbosity: VerbosityLevel.ERRORS, stopAtErrors: true, useSystemFonts: false });
  operations = () => Promise.resolve(OPS);
  warm = () => undefined;
  end = () => {
    this.ended++;
  };
}

const points = (millimetres: number) => (millimetres / 25.4) * 72;

async function label(pages: number, size: [number, number] = [105, 148], change?: (document: PDFDocument) => void) {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page++) document.addPage([points(size[0]), points(size[1])]);
  change?.(document);
  return document.save();
}

const previews: PdfPreview[] = [];
function preview(engine: PdfEngine = new NodeEngine()): PdfPreview {
  const made = new PdfPreview(engine);
  previews.push(made);
  return made;
}

afterEach(async () => {
  for (const each of previews.splice(0)) await each.close();
});

describe('PdfPreview', () => {
  it('opens a label, counts its pages and measures them', async () => {
    const shown = preview();
    await shown.open(await label(3));
    expect(shown.state).toEqual({ kind: 'open', pages: 3 });
    expect(shown.sizes).toHaveLength(3);
    expect(shown.sizes[0]?.widthMillimetres).toBeCloseTo(105, 1);
    expect(shown.sizes[2]?.heightMillimetres).toBeCloseTo(148, 1);
  });

  it('does not change the given bytes', async () => {
    const bytes = await label(1);
    const length = bytes.byteLength;
    await preview().open(bytes);
    expect(bytes.byteLength).toBe(length);
  });

  it('keeps the page number within the document', async () => {
    const shown = preview();
    await shown.open(await label(2));
    shown.go(2);
    expect(shown.page).toBe(2);
    shown.go(3);
    shown.go(0);
    expect(shown.page).toBe(2);
  });

  it('starts the next document at its first page', async () => {
    const shown = preview();
    await shown.open(await label(2));
    shown.go(2);
    await shown.open(await label(5));
    expect(shown.page).toBe(1);
    expect(shown.pages).toBe(5);
  });

  it('measures only the first pages of a long document', async () => {
    const shown = preview();
    await shown.open(await label(201));
    expect(shown.pages).toBe(201);
    expect(shown.sizes).toHaveLength(200);
  });

  it('reports that something else is not a PDF', async () => {
    const shown = preview();
    await shown.open(new TextEncoder().encode('<Error><Code>AccessDenied</Code></Error>'));
    expect(shown.state).toEqual({ kind: 'problem', problem: 'not-a-pdf' });
  });

  it('reports that a PDF is locked', async () => {
    const shown = preview();
    await shown.open(await label(1, [105, 148], (document) => document.encrypt({ userPassword: 'secret' })));
    expect(shown.state).toEqual({ kind: 'problem', problem: 'locked' });
  });

  it('reports a truncated PDF as unreadable', async () => {
    const shown = preview();
    const bytes = await label(1);
    await shown.open(bytes.slice(0, 40));
    expect(shown.state).toMatchObject({ kind: 'problem' });
  });

  it('stops the engine when a document never finishes', async () => {
    const engine = new NodeEngine();
    engine.open = () => new Promise(() => undefined);
    const shown = preview(engine);
    await shown.open(await label(1));
    expect(shown.state).toEqual({ kind: 'problem', problem: 'too-slow' });
    expect(engine.ended).toBe(1);
  });

  it('shows the document requested last, whatever happens to the one before', async () => {
    const shown = preview();
    const first = shown.open(await label(1));
    const second = shown.open(await label(4));
    await Promise.all([first, second]);
    expect(shown.state).toEqual({ kind: 'open', pages: 4 });
  });
});
