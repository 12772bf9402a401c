/**
 * Benchmarks labels: preflight compared with decoding alone, and a batch with its links, downloads and checks at the
 * service's rate limit (performance, P6).
 *
 *     npm run bench -- labels [--labels 500]
 */
import { parseArgs } from 'node:util';
import { Preflight } from '../../../src/main/labels/preflight.ts';
import { preflightLibraries } from '../../../src/main/labels/preflight-libraries.ts';
import { realSystem } from '../../../src/main/system.ts';
import { readCodes, startReader } from '../../../src/preflight/codes.ts';
import { openPdf, startPdf } from '../../../src/preflight/pdf-pages.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import type { Order } from '../../../src/training/model.ts';
import { renderLabels } from '../../../src/training/labels/render.ts';
import { preflightAsChild } from '../../fixtures/preflight-process.ts';
import { buildPrograms } from '../../fixtures/programs.ts';
import { printBatch } from './models/label-batch.ts';
import { measurePreview } from './models/label-preview.ts';
import { median } from './models/median.ts';

const { values } = parseArgs({ options: { labels: { type: 'string', default: '500' } } });
const say = (text = '') => void process.stdout.write(`${text}\n`);
let missed = 0;
function verdict(passed: boolean): string {
  if (!passed) missed += 1;
  return passed ? 'pass' : 'FAIL';
}

const pages = 100;
const turns = 5;
const orderOf = (turn: number) =>
  ({
    id: 'orders/bench',
    recipient: { name: 'Anna Berger', phone: '030 5550101', email: null, externalId: null },
    address: { addressLineOne: 'Lindenweg 12', addressLineTwo: '41731 Aldermünde' },
    packageInfo: { externalId: 'WEB-1', packageCount: pages },
    deliveryInstructions: { notes: 'Ring twice, second floor' },
    barcodes: Array.from({ length: pages }, (_, index) => `TD${String(1_000_000 + turn * pages + index)}`),
  }) as unknown as Order;
// One for each turn and one to get warm, because what was drawn once is not drawn again.
const documents: Uint8Array[] = [];
for (let turn = 0; turn <= turns; turn += 1) {
  documents.push(await renderLabels(orderOf(turn), Date.parse('2026-06-15T06:00:00Z')));
}
const [warm = new Uint8Array(), ...measured] = documents;

say(
  `Preflight of ${pages} pages in its process, each cut out for the printer, beside drawing and decoding alone; the median`,
);
say('of five turns, warm.');
const { programs, remove } = await buildPrograms();
const preflight = new Preflight({
  start: preflightAsChild(programs.preflight),
  system: realSystem,
  report: say,
});
const { pdfium, zxing } = await preflightLibraries();
await Promise.all([startPdf(pdfium), startReader(zxing)]);
const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
for (const dotsPerInch of [203, 300] as const) {
  const placing = { ...defaultSettings.labelProfile, dotsPerInch };
  const leaving = { way: 'printer', placing, placesAll: false, title: 'WEB-1' } as const;
  await preflight.prepare(warm, dotsPerInch, leaving);
  const document = await openPdf(warm);
  if (typeof document === 'string') throw new Error(document);
  const whole: number[] = [];
  const drawing: number[] = [];
  const decoding: number[] = [];
  for (const bytes of measured) {
    whole.push(await timed(() => preflight.prepare(bytes, dotsPerInch, leaving)));
    let drawn = 0;
    let decoded = 0;
    for (let index = 0; index < pages; index += 1) {
      const page = document.page(index);
      const began = performance.now();
      const raster = page.draw(dotsPerInch);
      drawn += performance.now() - began;
      decoded += await timed(() => readCodes(raster));
      page.close();
    }
    drawing.push(drawn);
    decoding.push(decoded);
  }
  document.close();
  const took = median(whole);
  const goal = dotsPerInch === 203 ? `(≤ 3,000)  ${verdict(took <= 3_000)}` : '';
  say(
    `  ${dotsPerInch} dpi: ${took.toFixed(0)} ms ${goal}; drawing alone ${median(drawing).toFixed(0)} ms, decoding alone ` +
      `${median(decoding).toFixed(0)} ms`,
  );
}
await preflight.close();

say();
const labels = Number(values.labels);
/** One link per label at ten per second (performance, Limits in closed form). */
const least = ((labels - 1) / 10) * 1_000;
say(
  `P6. A batch of ${labels} labels through the whole of main and a service of its own over HTTPS: ten links a second,`,
);
say('downloads, checks and a printer that takes everything; from the click to the last page handed over.');
const batch = await printBatch(labels, programs);
const ratio = batch.took / least;
say(
  `  ${(batch.took / 1_000).toFixed(1)} s, ratio ${ratio.toFixed(3)} (≤ 1.06) to ${(least / 1_000).toFixed(1)} s  ` +
    `${verdict(ratio <= 1.06)}; first page handed over after ${batch.first.toFixed(0)} ms; ${batch.pages} pages`,
);
say(
  `  one label by itself, fetched after the batch: ${batch.single.toFixed(0)} ms (≤ 2 round trips + 30 ms; one round trip ` +
    `to this service ${batch.roundTrip.toFixed(0)} ms)  ${verdict(batch.single <= 2 * batch.roundTrip + 30)}`,
);

say();
say(
  `P10. The preview in the window: from the key to the drawn page, through a label of ${pages} pages; and all of them drawn`,
);
say('as the preview draws and as pdf.js draws for a screen, the median of five turns, one after the other.');
const preview = await measurePreview(pages);
const page = median(preview.pages);
const slowest = preview.pages.toSorted((one, other) => one - other)[Math.floor(preview.pages.length * 0.95)] ?? NaN;
say(`  a page ${page.toFixed(1)} ms (≤ 25)  ${verdict(page <= 25)}; 95 of 100 within ${slowest.toFixed(1)} ms`);
const [ours, theirs] = [median(preview.preview), median(preview.display)];
say(
  `  ${pages} pages ${ours.toFixed(0)} ms, for a screen ${theirs.toFixed(0)} ms: ratio ${(ours / theirs).toFixed(2)} (≤ 0.45)  ` +
    verdict(ours / theirs <= 0.45),
);
say(missed === 0 ? 'All goals reached.' : `${missed} goals missed.`);
remove();
process.exitCode = missed === 0 ? 0 : 1;
