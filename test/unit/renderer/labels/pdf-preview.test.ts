import { PDFDocument } from '@cantoo/pdf-lib';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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

/** A canvas of the window, which Node has not. It says which page was drawn on it. */
class Picture {
  shows = 0;
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext = () => this;
}

/** A document of 202 pages. Those that were not measured come when the test says. */
function slowDocument() {
  const arrive = new Map<number, () => void>();
  const page = (number: number) => ({
    ...{ view: [0, 0, 298, 420], userUnit: 1, rotate: 0 },
    getViewport: ({ scale }: { scale: number }) => ({ width: 298 * scale, height: 420 * scale }),
    render: ({ canvasContext }: { canvasContext: Picture }) => {
      canvasContext.shows = number;
      return { promise: Promise.resolve(), cancel: () => undefined };
    },
  });
  const document = {
    numPages: 202,
    getPage: (number: number) =>
      new Promise((resolve) => {
        const come = () => resolve(page(number));
        if (number > 200) arrive.set(number, come);
        else come();
      }),
  };
  const engine = new NodeEngine();
  const task = { promise: Promise.resolve(document), destroy: () => Promise.resolve() };
  engine.open = async () => task as unknown as PDFDocumentLoadingTask;
  return { engine, arrive };
}

/** @param drawn receives the number of each page that is copied to it */
const canvasOf = (drawn: number[]) =>
  ({ getContext: () => ({ drawImage: ({ shows }: Picture) => drawn.push(shows) }) }) as unknown as HTMLCanvasElement;

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

  it.each([[[202, 201]], [[201, 202]]])('shows the page requested last if pages arrive as %j', async (arriving) => {
    vi.stubGlobal('OffscreenCanvas', Picture);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { engine, arrive } = slowDocument();
    const shown = preview(engine);
    await shown.open(await label(1));
    const drawn: number[] = [];
    const canvas = canvasOf(drawn);
    const results = [201, 202].map((page) => shown.draw(canvas, page, 800));
    for (const page of arriving) {
      arrive.get(page)?.();
      await results[page - 201];
    }
    expect(await Promise.all(results)).toEqual(['replaced', 'drawn']);
    expect(drawn).toEqual([202]);
  });
});
