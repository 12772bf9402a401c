/** The training service in its own process, which a test can kill and restart. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { out } from '../../build/project.ts';
import type { ServiceAccess } from './plain-client.ts';
import { start, waitFor } from './processes.ts';

export interface TrainingService extends ServiceAccess {
  /** Key of the control API. */
  controlKey: string;
  /** Kills the service. */
  kill: () => Promise<void>;
  /** Restarts the service with the same address, keys and data. */
  startAgain: () => Promise<TrainingService>;
  output: () => string;
  /** The folder of its state. */
  folder: string;
}

/**
 * Starts the service and waits until it answers. The same folder gives the same keys, data and port.
 * @param folder the folder of its state
 * @param more further command-line arguments, such as `--size`, `large`
 * @param limitMilliseconds how long it may take: the large data takes some seconds to generate
 */
export async function startTrainingService(
  folder: string,
  more: readonly string[] = [],
  limitMilliseconds = 15_000,
): Promise<TrainingService> {
  const args = [join(out, 'main', 'training.js'), '--json', '--data', folder, ...more];
  const service = await start(process.execPath, args);
  const hasBegun = () => {
    if (service.child.exitCode !== null) throw new Error(`the training service ended:\n${service.output()}`);
    return service
      .output()
      .split('\n')
      .find((each) => each.startsWith('{') && each.endsWith('}'));
  };
  const line = await waitFor('the training service', hasBegun, limitMilliseconds);
  const access = JSON.parse(line) as ServiceAccess & { controlKey: string };
  return {
    ...access,
    folder,
    kill: () => service.stop('SIGKILL'),
    startAgain: () => startTrainingService(folder, more, limitMilliseconds),
    output: service.output,
  };
}

/** Sends one request to the service's control API: faults, switches, clock. */
export function control(
  { address, authorityFile, controlKey }: Pick<TrainingService, 'address' | 'authorityFile' | 'controlKey'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const url = `${address.replace('127.0.0.1', 'localhost')}/training/v1${path}`;
  const headers = {
    authorization: `Bearer ${controlKey}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, ca: readFileSync(authorityFile) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(JSON.parse(text) as Record<string, unknown>);
        else reject(new Error(`${method} ${path}: ${String(answer.statusCode)} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/**
 * Removes orders from the data of a stopped service.
 * @param at when they were removed, milliseconds since the epoch
 */
export function removeOrders({ folder }: Pick<TrainingService, 'folder'>, orders: readonly string[], at: number): void {
  const gone = { kind: 'records', made: 0, at, remove: { orders } };
  appendFileSync(join(folder, 'journal.jsonl'), `${JSON.stringify(gone)}\n`);
}

/**
 * Adds copies of a stop to the data of a stopped service: each has a recipient, a house and a place of its own around
 * it, and every third one a time window. Imports would take ten minutes for ten thousand.
 *
 * @param stop as the service returns it
 * @param at when they were made, milliseconds since the epoch
 */
export function addStops(
  { folder }: Pick<TrainingService, 'folder'>,
  stop: Record<string, unknown> & { id: string; address: Record<string, string | number | null> },
  count: number,
  at: number,
): void {
  const [latitude, longitude] = [Number(stop.address['latitude']), Number(stop.address['longitude'])];
  const copies = Array.from({ length: count }, (_, index) => {
    // Scattered, and always in the same way: the golden angle, denser in the middle.
    const [distance, angle] = [0.16 * ((index + 1) / count) ** 0.7, index * 2.399_963];
    const address = {
      ...stop.address,
      addressLineOne: `Lindenallee ${index + 1}`,
      address: `Lindenallee ${index + 1}, ${stop.address['addressLineTwo'] ?? ''}`,
      latitude: latitude + distance * Math.sin(angle),
      longitude: longitude + 1.6 * distance * Math.cos(angle),
    };
    const phone = `+49 30 ${5_550_000 + index}`;
    const recipient = { name: `${recipients[index % recipients.length]} ${index + 1}`, phone };
    const id = `${stop.id.slice(0, -6)}${String(index).padStart(6, '0')}`;
    const time = (hour: number) => (index % 3 === 0 ? { hour, minute: 0 } : null);
    const timing = { estimatedAttemptDuration: null, earliestAttemptTime: time(9), latestAttemptTime: time(13) };
    return { ...stop, id, address, recipient, timing, barcodes: [] };
  });
  putStops({ folder }, copies, at);
}

/**
 * Puts stops without a route into the data of a stopped service, just as they are: no check of the service sees them.
 *
 * @param stops as the service returns them, with ids of their own
 * @param at when they were made, milliseconds since the epoch
 */
export function putStops({ folder }: Pick<TrainingService, 'folder'>, stops: readonly object[], at: number): void {
  const stored = stops.map((stop) => ({ stop: { ...stop, route: null }, routeId: null, createdAt: at }));
  const change = { kind: 'records', made: 0, at, put: { stops: stored } };
  appendFileSync(join(folder, 'journal.jsonl'), `${JSON.stringify(change)}\n`);
}

const recipients = ['Anna Berger', 'Zoë Kern', 'Ömer Aydın', 'Bäckerei Kohl', 'Praxis Dr. Lang', 'Paul Winter'];

/**
 * Changes the keys of a stopped service.
 * @param folder of a service that has run before
 */
export function changeKeys(folder: string, keys: { planningKey: string; ordersKey: string }): void {
  const file = join(folder, 'service.json');
  const identity = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...identity, ...keys }));
}
