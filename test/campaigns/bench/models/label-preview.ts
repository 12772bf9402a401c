/** Measures the label preview in the real window, compared with the bundled pdf.js and its two rendering intents. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { out } from '../../../../build/project.ts';
import { startApp, temporaryFolder } from '../../../support/app.ts';
import { callBackend, openConnected, openLabel } from '../../../support/screens.ts';
import { startTrainingService } from '../../../support/training-service.ts';
import { importOrders } from './label-batch.ts';

export interface PreviewTimes {
  /** From the key press to the rendered page, for every page but the first, in milliseconds. */
  pages: number[];
  /** All pages of a newly opened document, rendered as the preview does, and as pdf.js does for a screen. */
  preview: number[];
  display: number[];
}

const turns = 5;

/** Pages through the open label by keyboard. @returns the milliseconds until each page was rendered */
function pageThrough(window: Page, pages: number): Promise<number[]> {
  return window.evaluate(async (count) => {
    const canvas = document.querySelector('[role="dialog"] canvas');
    const room = canvas?.closest('[role="group"]');
    if (!canvas || !room) throw new Error('no label is open');
    const times: number[] = [];
    for (let page = 2; page <= count; page += 1) {
      const began = performance.now();
      await new Promise<void>((resolve) => {
        // The canvas is resized in the same step in which it is drawn.
        const seen = new MutationObserver(() => {
          seen.disconnect();
          resolve();
        });
        seen.observe(canvas, { attributes: true });
        room.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true }));
      });
      times.push(performance.now() - began);
    }
    return times;
  }, pages);
}

interface Drawing {
  intent: 'print' | 'display';
  /** File names of the app's assets. */
  assets: string[];
  orderId: string;
}

/** Renders every page of the order's label in sequence. @returns milliseconds */
function drawAll(window: Page, drawing: Drawing): Promise<number> {
  return window.evaluate(async ({ intent, assets, orderId }) => {
    type Answer = { value: { bytes: Uint8Array<ArrayBuffer> } };
    const { backend } = globalThis as unknown as { backend: { call: (...all: unknown[]) => Promise<Answer> } };
    const { value } = await backend.call('labels', 'fetch', { orderId });
    const addressOf = (begin: string) =>
      new URL(`assets/${assets.find((name) => name.startsWith(begin)) ?? begin}`, location.href).href;
    const pdfjs = (await import(addressOf('pdf-'))) as typeof import('pdfjs-dist');
    const port = new Worker(addressOf('pdf.worker'), { type: 'module' });
    const worker = pdfjs.PDFWorker.create({ port });
    class Fonts {
      async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
        const response = await fetch(addressOf(`${filename.replace(/\.\w+$/, '')}-`));
        return new Uint8Array(await response.arrayBuffer());
      }
    }
    const document = await pdfjs.getDocument({
      data: value.bytes,
      worker,
      useSystemFonts: false,
      useWorkerFetch: false,
      useWasm: false,
      BinaryDataFactory: Fonts,
    }).promise;
    let before: OffscreenCanvas | null = null;
    const draw = async (number: number) => {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: 800 / page.getViewport({ scale: 1 }).width });
      const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
      // The preview draws on the canvas of the last page, if that has the same size.
      const isSame = intent === 'print' && before?.width === width && before.height === height;
      const picture: OffscreenCanvas = isSame && before !== null ? before : new OffscreenCanvas(width, height);
      const canvasContext = picture.getContext('2d') as unknown as CanvasRenderingContext2D;
      const task = page.render({ canvas: null, canvasContext, viewport, intent });
      let begun = false;
      if (intent === 'print')
        task.onContinue = (next: () => void) => {
          if (begun) setTimeout(next);
          else next();
          begun = true;
        };
      await task.promise;
      before = picture;
    };
    // The first page loads the fonts.
    await draw(1);
    const began = performance.now();
    for (let number = 1; number <= document.numPages; number += 1) await draw(number);
    const took = performance.now() - began;
    worker.destroy();
    port.terminate();
    return took;
  }, drawing);
}

/** @param count the label's page count */
export async function measurePreview(count: number): Promise<PreviewTimes> {
  const [serviceFolder, profile] = [temporaryFolder('bench-service'), temporaryFolder('bench-profile')];
  const service = await startTrainingService(serviceFolder.path);
  await importOrders(service, [{ externalId: 'PREVIEW-1', packageCount: count }]);
  const app = await startApp({ profile: profile.path });
  try {
    await openConnected(app, service);
    await openLabel(app.window, 'PREVIEW-1');
    await app.window.locator('[role="dialog"] [data-drawn="drawn"]').waitFor();
    const pages = await pageThrough(app.window, count);
    const { rows } = await callBackend<{ rows: { id: string; externalId: string | null }[] }>(
      app.window,
      'orders',
      'list',
      { cursor: null },
    );
    const orderId = rows.find(({ externalId }) => externalId === 'PREVIEW-1')?.id ?? '';
    const assets = readdirSync(join(out, 'renderer', 'assets'));
    const times: PreviewTimes = { pages, preview: [], display: [] };
    for (let turn = 0; turn < turns; turn += 1) {
      times.preview.push(await drawAll(app.window, { intent: 'print', assets, orderId }));
      times.display.push(await drawAll(app.window, { intent: 'display', assets, orderId }));
    }
    return times;
  } finally {
    await app.kill();
    await service.kill();
    serviceFolder.remove();
    profile.remove();
  }
}
