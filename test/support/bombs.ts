/** Two small label documents of one page that unpack to gigabytes or draw for ever (row 8 of the list of attacks). */
import { drawLabels } from '../../src/training/labels/render.ts';
import { spoiltLabels } from '../../src/training/labels/spoilt.ts';
import type { Order } from '../../src/training/model.ts';

export interface Bomb {
  name: string;
  /** What it is refused for; null: it may also be drawn within its bounds. */
  problem: RegExp | null;
  make: () => Promise<Uint8Array>;
}

const at = Date.parse('2026-06-15T06:00:00Z');
const order = {
  id: 'orders/o1',
  recipient: { name: 'Anna Berger', phone: '030 5550101', email: null, externalId: null },
  address: { addressLineOne: 'Lindenweg 12', addressLineTwo: '41731 Aldermünde' },
  packageInfo: { externalId: 'WEB-1', packageCount: 1 },
  deliveryInstructions: { notes: 'Ring twice' },
  barcodes: ['TD0001001'],
} as unknown as Order;

/** Some twenty megabytes of drawing in a few kilobytes, within states that are never left. */
async function endless(): Promise<Uint8Array> {
  const document = await drawLabels(order, at);
  const { context } = document;
  const content = 'q '.repeat(12_000) + '0 0 297 419 re f* 0 0 m 297 419 l 10 20 30 40 50 60 c S '.repeat(400_000);
  for (const page of document.getPages()) page.node.addContentStream(context.register(context.flateStream(content)));
  return document.save();
}

export const bombs: readonly Bomb[] = [
  {
    name: 'a picture of 100,000 × 100,000 pixels',
    problem: /^too-(slow|large)$/,
    make: () => spoiltLabels('HUGE-IMAGE', order, at),
  },
  { name: 'a page that is drawn for ever', problem: null, make: endless },
];
