/** Watches for stalled printers: it queries them only while pages wait there, and no more often than needed. */
import { expect, it } from 'vitest';
import { PrinterWatch } from '../../../../src/main/labels/printer-watch.ts';
import { VirtualClock } from '../../../campaigns/bench/models/virtual-clock.ts';

function office() {
  const clock = new VirtualClock(1);
  const stopped = new Map<string, string[] | null>([
    ['Labels', null],
    ['Papers', ['media-empty']],
  ]);
  const count = { asked: 0, changed: 0 };
  const watch = new PrinterWatch({
    system: clock,
    backEnd: {
      async printers() {
        count.asked += 1;
        return [...stopped].map(([name, reasons]) => ({
          name,
          description: name,
          isDefault: false,
          stopped: reasons,
          tried: true,
        }));
      },
    },
    changed: () => (count.changed += 1),
  });
  return { clock, stopped, count, watch };
}
const labels = new Set(['Labels']);

it('queries no printer while nothing waits, and not again immediately', async () => {
  const { clock, count, watch } = office();
  await watch.look(new Set());
  expect(count.asked).toBe(0);
  await watch.look(labels);
  await watch.look(labels);
  expect(count.asked).toBe(1);
  clock.pass(3_000);
  await watch.look(labels);
  expect(count).toEqual({ asked: 2, changed: 0 });
});

it('reports once that a printer stopped, why, and that it continues', async () => {
  const { clock, stopped, count, watch } = office();
  stopped.set('Labels', ['media-jam']);
  for (let turn = 0; turn < 3; turn += 1) {
    await watch.look(labels);
    clock.pass(3_000);
  }
  expect(watch.standstill('Labels')).toEqual(['media-jam']);
  // No page waits at the other printer.
  expect(watch.standstill('Papers')).toBeNull();
  expect(count.changed).toBe(1);
  stopped.set('Labels', ['cover-open']);
  await watch.look(labels);
  expect(watch.standstill('Labels')).toEqual(['cover-open']);
  clock.pass(3_000);
  stopped.set('Labels', null);
  await watch.look(labels);
  expect(watch.standstill('Labels')).toBeNull();
  expect(count.changed).toBe(3);
});

it('reports a printer as off while the spooler does not list it', async () => {
  const { clock, stopped, count, watch } = office();
  stopped.set('Labels', ['media-empty']);
  await watch.look(labels);
  stopped.delete('Labels');
  for (let turn = 0; turn < 2; turn += 1) {
    clock.pass(3_000);
    await watch.look(labels);
    expect(watch.standstill('Labels')).toEqual(['offline']);
  }
  expect(count.changed).toBe(2);
  // The print service does not answer.
  stopped.clear();
  clock.pass(3_000);
  await watch.look(labels);
  expect(watch.standstill('Labels')).toEqual(['offline']);
  stopped.set('Labels', null);
  clock.pass(3_000);
  await watch.look(labels);
  expect(watch.standstill('Labels')).toBeNull();
  expect(count).toEqual({ asked: 5, changed: 3 });
});

it('clears a stall without a query when the last page is gone', async () => {
  const { stopped, count, watch } = office();
  stopped.set('Labels', ['media-jam']);
  await watch.look(labels);
  await watch.look(new Set());
  expect(watch.standstill('Labels')).toBeNull();
  expect(count).toEqual({ asked: 1, changed: 2 });
});

it('reports a printer that works if a page is held in its queue, until the page is released', async () => {
  const { clock, stopped, count, watch } = office();
  await watch.look(labels, labels);
  expect(watch.standstill('Labels')).toEqual(['job-held']);
  clock.pass(3_000);
  // What the printer itself reports comes first.
  stopped.set('Labels', ['media-jam']);
  await watch.look(labels, labels);
  expect(watch.standstill('Labels')).toEqual(['media-jam']);
  clock.pass(3_000);
  stopped.set('Labels', null);
  await watch.look(labels, new Set());
  expect(watch.standstill('Labels')).toBeNull();
  expect(count).toEqual({ asked: 3, changed: 3 });
});
