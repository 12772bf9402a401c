/** Orders whose labels vary in everything that could trip up a printer: code lengths, and one to twenty pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { dice, type Dice } from '../../../src/training/data/dice.ts';
import { startService, type RunningService } from '../../../src/training/server.ts';

export interface LabelOrders {
  service: RunningService;
  /** Their names in order of entry. */
  names: string[];
}

const mostPages = 20;
const letters = {
  digits: '0123456789',
  capitals: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-',
  all: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-./+_%',
};
/** How many characters of each kind fit on A6 with bars of two dots. A pair of digits takes the space of one letter. */
const lengths: Record<keyof typeof letters, [least: number, most: number]> = {
  digits: [6, 44],
  capitals: [5, 28],
  all: [5, 28],
};

/** A unique code: its last characters are a counter. */
function newCode(chance: Dice, number: number): string {
  const kind = chance.weighted<keyof typeof letters>({ digits: 1, capitals: 2, all: 1 });
  const [least, most] = lengths[kind];
  const own = String(number).padStart(5, '0');
  const length = chance.whole(least, most) - own.length;
  return Array.from({ length: Math.max(0, length) }, () => chance.pick(Array.from(letters[kind]))).join('') + own;
}

const names = [
  'Anna Berger',
  'Zoë Weiß',
  'Björn Łukasz Ångström-Öztürk',
  'Nikolaos Παπαδόπουλος',
  'X',
  'Jo Van der Velde',
];
const notes = [
  'Ring twice',
  'Second floor, behind the bakery; the bell does not work. Please call before you come.',
  '',
];

function post(service: RunningService, path: string, body: unknown): Promise<number> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${service.ordersKey}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    const sent = request(
      `${service.address}/connect/v1${path}`,
      { method: 'POST', ca: service.authority, headers },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

interface Written {
  kind: string;
  put?: { orders?: { order: { packageInfo: { externalId: string | null }; barcodes: string[] } }[] };
}

/**
 * Starts a service with these orders among its own. The service creates codes of one length only, so the codes in its
 * records are replaced while it is stopped.
 *
 * @param seed the same seed gives the same orders
 */
export async function serveLabelOrders(folder: string, count: number, seed: number): Promise<LabelOrders> {
  const chance = dice(seed, 'labels');
  const first = await startService({ folder });
  const made = Array.from({ length: count }, (_, index) => `RASTER-${seed}-${index + 1}`);
  for (let from = 0; from < count; from += 100) {
    const orders = made.slice(from, from + 100).map((externalId) => ({
      address: { addressLineOne: 'Lindenallee 4' },
      recipient: { name: chance.pick(names), phone: '030 5550101' },
      deliveryInstructions: { notes: chance.pick(notes) || null },
      // Most orders have few packages, some up to twenty.
      packageInfo: { externalId, packageCount: 1 + Math.floor(mostPages * chance.next() ** 16) },
    }));
    const status = await post(first, '/orders:import', { orders });
    if (status !== 200) throw new Error(`the orders were not imported: ${status}`);
  }
  await first.close();
  rewriteCodes(join(folder, 'journal.jsonl'), made, chance);
  return { service: await startService({ folder }), names: made };
}

function rewriteCodes(journal: string, made: readonly string[], chance: Dice): void {
  const own = new Set(made);
  let number = 0;
  const lines = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const written = JSON.parse(line) as Written;
      for (const { order } of written.put?.orders ?? []) {
        if (!own.has(order.packageInfo.externalId ?? '')) continue;
        order.barcodes = order.barcodes.map(() => newCode(chance, (number += 1)));
      }
      return `${JSON.stringify(written)}\n`;
    });
  if (number === 0) throw new Error('the service keeps its orders in another way now');
  writeFileSync(journal, lines.join(''));
}
