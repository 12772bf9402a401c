/** The label preview alone in a window: opens one document after another, and draws its first pages. */
import { PdfPreview, type Drawn } from '../../../src/renderer/labels/pdf-preview.svelte.ts';
import { pdfEngine } from '../../../src/renderer/labels/worker-engine.ts';

/** Pages that are drawn of a document; a damaged one may claim to have a million. */
const mostDrawn = 3;
const width = 800;

const preview = new PdfPreview(pdfEngine);

export interface Previewed {
  /** `open`, or why it cannot be shown. */
  kind: string;
  pages: Drawn[];
  /** How long opening and the slowest page took. */
  milliseconds: number;
}

const stand = {
  /** @param text the document in base64 */
  async show(text: string): Promise<Previewed> {
    const canvas = document.querySelector('canvas');
    if (canvas === null) throw new Error('the page has no canvas');
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    let longest = 0;
    const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const began = performance.now();
      const result = await work();
      longest = Math.max(longest, performance.now() - began);
      return result;
    };
    await timed(() => preview.open(bytes));
    const pages: Drawn[] = [];
    for (let page = 1; page <= Math.min(preview.pages, mostDrawn); page += 1) {
      pages.push(await timed(() => preview.draw(canvas, page, width)));
    }
    const { state } = preview;
    return { kind: state.kind === 'problem' ? state.problem : state.kind, pages, milliseconds: longest };
  },
};
export type PreviewStand = typeof stand;
Object.assign(globalThis, { stand });
