/** Prints a batch of labels with main, without a window, from a training service in its own process. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { createApp } from '../../../../src/main/app.ts';
import { plainNetwork } from '../../../../src/main/api/transports.ts';
import { CrashReports } from '../../../../src/main/crashes.ts';
import type { PrintBackEnd } from '../../../../src/main/labels/print-back-end.ts';
import { realSystem } from '../../../../src/main/system.ts';
import { defaultSettings } from '../../../../src/shared/settings.ts';
import { alwaysHere } from '../../../fixtures/attendance.ts';
import { preflightAsChild } from '../../../fixtures/preflight-process.ts';
import type { Programs } from '../../../fixtures/programs.ts';
import { temporaryFolder } from '../../../support/app.ts';
import { PlainClient } from '../../../support/plain-client.ts';
import { startTrainingService, type TrainingService } from '../../../support/training-service.ts';
import { desktopOf, noTraining } from '../../../fixtures/desktop.ts';
import { eachOnItsOwn } from '../../../fixtures/each-on-its-own.ts';
import { noPolicy, noUpdates } from '../../../fixtures/no-updates.ts';

export interface BatchTimes {
  /** From the click to the last page and to the first one, in milliseconds. */
  took: number;
  first: number;
  pages: number;
  /** The time for fetching one label, and for a plain read as its baseline. */
  single: number;
  roundTrip: number;
}

const until = async <Value>(look: () => Promise<Value | undefined>): Promise<Value> => {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Imports orders in batches of 100. */
export async function importOrders(
  service: TrainingService,
  packages: readonly { externalId: string; packageCount: number }[],
): Promise<void> {
  const agent = new Agent({ ca: readFileSync(service.authorityFile) });
  for (let from = 0; from < packages.length; from += 100) {
    const orders = packages
      .slice(from, from + 100)
      .map((packageInfo) => ({ address: { addressLineOne: 'Lindenallee 4' }, packageInfo }));
    const body = JSON.stringify({ orders });
    const headers = {
      authorization: `Bearer ${service.ordersKey}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    await new Promise<void>((resolve, reject) => {
      const sent = request(
        `${service.address}/connect/v1/orders:import`,
        { method: 'POST', agent, headers },
        (answer) => {
          answer.resume().on('end', () => {
            if (answer.statusCode === 200) resolve();
            else reject(new Error(`import: ${answer.statusCode ?? 0}`));
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
  agent.destroy();
}

/** @param programs the built programs that main starts */
export async function printBatch(count: number, programs: Programs): Promise<BatchTimes> {
  const [serviceFolder, profile] = [temporaryFolder('bench-service'), temporaryFolder('bench-profile')];
  const service = await startTrainingService(serviceFolder.path);
  const externalIds = Array.from({ length: count }, (_, index) => `BENCH-${index}`);
  await importOrders(
    service,
    externalIds.map((externalId) => ({ externalId, packageCount: 1 })),
  );
  let pages = 0;
  let firstAt = 0;
  const backEnd: PrintBackEnd = {
    namesJobsFirst: true,
    placesPages: false,
    printers: () => Promise.resolve([{ name: 'Labels', description: '', isDefault: true, stopped: null, tried: true }]),
    print: (_request, named) => {
      pages += 1;
      firstAt ||= performance.now();
      named(String(pages));
      return Promise.resolve();
    },
    jobState: () => Promise.resolve('done'),
    takeOut: () => Promise.resolve(true),
  };
  writeFileSync(join(profile.path, 'settings.json'), JSON.stringify({ ...defaultSettings, desksBehindThisAddress: 1 }));
  const clipboard = { text: '' };
  const app = await createApp({
    folder: profile.path,
    version: '0.0.0',
    system: realSystem,
    attendance: alwaysHere,
    log: { info: () => undefined, warn: () => undefined },
    crashes: new CrashReports({ folder: profile.path, system: realSystem, about: '' }),
    cacheWorker: new URL(programs.cacheWorker),
    startPreflight: preflightAsChild(programs.preflight),
    keyStore: { read: () => Promise.resolve(null), write: () => Promise.resolve(), remove: () => Promise.resolve() },
    backEnd,
    desktop: desktopOf(clipboard),
    training: noTraining,
    network: plainNetwork,
    times: {},
    policy: noPolicy,
    updates: noUpdates,
    notices: [],
    push: () => undefined,
  });
  const handlers = eachOnItsOwn(app.handlers);
  clipboard.text = service.ordersKey;
  await handlers.connections.pasteKey({ kind: 'orders' });
  const authority = readFileSync(service.authorityFile, 'utf8');
  await handlers.connections.connect({ address: service.address, authority });
  const read = async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof handlers.orders.list>> = await handlers.orders.list({ cursor });
      ids.push(...page.rows.filter((row) => row.externalId?.startsWith('BENCH-')).map((row) => row.id));
      cursor = page.cursor;
    } while (cursor !== null);
    return ids;
  };
  const orderIds = await until(async () => {
    const ids = await read();
    return ids.length === count ? ids : undefined;
  });
  // Wait until the list's reads no longer count against the limit.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const began = performance.now();
  const { id } = await handlers.batches.start({ orderIds, printer: 'Labels' });
  await until(async () => ((await handlers.batches.get({ batchId: id })).state === 'finished' ? true : undefined));
  const took = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const singleBegan = performance.now();
  await handlers.labels.fetch({ orderId: orderIds[0] ?? '' });
  const single = performance.now() - singleBegan;
  const client = new PlainClient(service);
  await client.get('/connect/v1/couriers');
  const readBegan = performance.now();
  await client.get('/connect/v1/couriers');
  const roundTrip = performance.now() - readBegan;
  client.close();
  await app.close();
  await service.kill();
  serviceFolder.remove();
  profile.remove();
  return { took, first: firstAt - began, pages, single, roundTrip };
}
