/** A label document on screen: opened, measured, and rendered page by page. */
import type { PDFDocumentLoadingTask, PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import type { PageSize } from '../../shared/label-check.ts';
import { pageSize } from './page-size.ts';
import { pageLimits } from './page-limits.ts';
import type { PdfEngine } from './pdf-engine.ts';
import { inTime, longestWait, type PdfProblem, problemOf, TooSlow } from './pdf-problem.ts';

/** Limit on measured pages; a document may claim to have a million. */
const mostMeasured = 200;

export type PreviewState =
  { kind: 'none' } | { kind: 'opening' } | { kind: 'open'; pages: number } | { kind: 'problem'; problem: PdfProblem };

/** Result of a drawing; `replaced`: a newer drawing took its place. */
export type Drawn = 'drawn' | 'replaced' | 'failed';

export class PdfPreview {
  state = $state.raw<PreviewState>({ kind: 'none' });
  /** The current page, from 1. */
  page = $state(1);
  /** Sizes of the first pages, starting with page 1. */
  sizes = $state.raw<PageSize[]>([]);
  readonly pages = $derived(this.state.kind === 'open' ? this.state.pages : 0);
  readonly #engine: PdfEngine;
  #task: PDFDocumentLoadingTask | null = null;
  #document: PDFDocumentProxy | null = null;
  #drawing: RenderTask | null = null;
  /** The last completed drawing, whose memory serves the next one: to get new memory takes half as long as to draw. */
  #picture: OffscreenCanvas | null = null;
  /** Incremented per document, so that results for an earlier one are dropped. */
  #generation = 0;
  /** Incremented per drawing and per document, because the page of an earlier drawing may arrive last. */
  #turn = 0;
  /** Stops waiting for a document that is no longer wanted. */
  #abandon: () => void = () => undefined;

  constructor(engine: PdfEngine) {
    this.#engine = engine;
  }

  /** Opens and measures a document in place of the current one. Never throws: a failure is stored in `state`. */
  async open(bytes: Uint8Array): Promise<void> {
    const generation = await this.close();
    if (generation !== this.#generation) return;
    this.state = { kind: 'opening' };
    const abandoned = new Promise<null>((resolve) => {
      this.#abandon = () => resolve(null);
    });
    try {
      const read = await inTime(Promise.race([this.#read(bytes), abandoned]));
      if (read === null || generation !== this.#generation) return;
      const { task, document, sizes } = read;
      this.#task = task;
      this.#document = document;
      this.sizes = sizes;
      this.page = 1;
      this.state =
        document.numPages > 0 ? { kind: 'open', pages: document.numPages } : { kind: 'problem', problem: 'empty' };
    } catch (error) {
      if (generation === this.#generation) this.#fail(error);
    }
  }

  /** Shows why the document is not drawn, in place of the document. Never throws. */
  async refuse(problem: PdfProblem): Promise<void> {
    const generation = await this.close();
    if (generation !== this.#generation) return;
    // The worker may still be busy with the document.
    this.#engine.end();
    this.state = { kind: 'problem', problem };
  }

  async #read(bytes: Uint8Array) {
    // pdf.js transfers the buffer, so it gets a copy.
    const task = await this.#engine.open(new Uint8Array(bytes));
    const document = await task.promise;
    const sizes: PageSize[] = [];
    for (let number = 1; number <= Math.min(document.numPages, mostMeasured); number++) {
      const { view, userUnit, rotate } = await document.getPage(number);
      sizes.push(pageSize(view, userUnit, rotate));
    }
    return { task, document, sizes };
  }

  /** Goes to a page; does nothing outside the document. */
  go(page: number): void {
    if (page >= 1 && page <= this.pages) this.page = page;
  }

  /**
   * Draws a page off screen and copies it to the canvas when complete, to avoid flicker.
   * @param width of the picture in device pixels; the height follows
   */
  async draw(canvas: HTMLCanvasElement, number: number, width: number): Promise<Drawn> {
    const document = this.#document;
    if (!document) return 'replaced';
    const turn = ++this.#turn;
    this.#drawing?.cancel();
    let task: RenderTask | null = null;
    try {
      const [page, operations] = await inTime(Promise.all([document.getPage(number), this.#engine.operations()]));
      if (turn !== this.#turn) return 'replaced';
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: width / natural.width });
      const picture = this.#takePicture(Math.round(viewport.width), Math.round(viewport.height));
      const context = picture.getContext('2d');
      if (!context) return 'failed';
      task = page.render({
        // pdf.js renders to both kinds of canvas, but its types allow one.
        canvas: null,
        canvasContext: context as unknown as CanvasRenderingContext2D,
        viewport,
        intent: 'print',
        operationsFilter: pageLimits(operations, performance.now() + longestWait),
      });
      this.#drawing = task;
      await this.#finish(task);
      if (turn !== this.#turn) return 'replaced';
      canvas.width = picture.width;
      canvas.height = picture.height;
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      this.#picture = picture;
      return 'drawn';
    } catch (error) {
      if (turn !== this.#turn) return 'replaced';
      if (error instanceof TooSlow) this.#fail(error);
      return 'failed';
    } finally {
      if (this.#drawing === task) this.#drawing = null;
    }
  }

  /**
   * A canvas to draw on. pdf.js leaves the context of a completed drawing as it found it, and covers the picture with
   * white. One of a drawing that was cancelled or failed is not used again.
   */
  #takePicture(width: number, height: number): OffscreenCanvas {
    const before = this.#picture;
    this.#picture = null;
    return before?.width === width && before.height === height ? before : new OffscreenCanvas(width, height);
  }

  /** Yields to the event loop between steps: with the `print` intent pdf.js renders without a pause. */
  async #finish(task: RenderTask): Promise<void> {
    const end = performance.now() + longestWait;
    let late: (error: TooSlow) => void = () => undefined;
    const tooSlow = new Promise<never>((_resolve, reject) => (late = reject));
    let begun = false;
    task.onContinue = (next: () => void) => {
      if (performance.now() > end) late(new TooSlow());
      // The first step runs at once: a label needs only one.
      else if (begun) setTimeout(next);
      else next();
      begun = true;
    };
    try {
      await inTime(Promise.race([task.promise, tooSlow]));
    } catch (error) {
      if (error instanceof TooSlow) task.cancel();
      throw error;
    }
  }

  /** Closes the document. @returns the generation of the next one */
  async close(): Promise<number> {
    const generation = ++this.#generation;
    this.#turn += 1;
    const task = this.#task;
    const opening = this.state.kind === 'opening';
    this.#drawing?.cancel();
    this.#drawing = null;
    this.#picture = null;
    this.#task = null;
    this.#document = null;
    this.sizes = [];
    this.page = 1;
    this.state = { kind: 'none' };
    // Nothing would stop a load that hangs.
    if (opening) this.#engine.end();
    this.#abandon();
    await task?.destroy().catch(() => undefined);
    return generation;
  }

  #fail(error: unknown): void {
    const problem = problemOf(error);
    this.#document = null;
    this.#task = null;
    // The worker may still be busy with the document.
    this.#engine.end();
    this.state = { kind: 'problem', problem };
  }
}
