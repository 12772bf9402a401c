/** The app with orders of the training service whose label links lead to documents of the test. */
import { expect, onTestFinished } from 'vitest';
import { AppError } from '../../../src/shared/errors.ts';
import type { LabelDocument } from '../../../src/shared/labels.ts';
import { startService } from '../../../src/training/server.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import type { TestAppOptions } from '../../fixtures/open-app.ts';
import { passOn, startScriptedServer } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { PlainClient } from '../../support/plain-client.ts';
import { send, somewhere } from '../training/order-helpers.ts';
import { clientOf, handClock } from '../training/support.ts';

export interface OrderWithDocument {
  /** External id, unique among the orders. */
  name: string;
  packageCount: number;
  /** The label document of the order. */
  make: (codes: readonly string[]) => Promise<Uint8Array>;
  /** Replaces the service's code of a page, from 0. */
  code?: (page: number) => string;
}

export interface OpenOffice {
  app: TestApp;
  /** Ids by external id. */
  orderIds: Map<string, string>;
}

/** Ids of all orders that the app knows, by external id. */
async function knownOrders(app: TestApp): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof app.handlers.orders.list>> = await app.handlers.orders.list({ cursor });
    for (const { id, externalId } of page.rows) if (externalId !== null) known.set(externalId, id);
    cursor = page.cursor;
  } while (cursor !== null);
  return known;
}

/**
 * @returns the codes of each order by its external id, and a function that opens an app at this service; several apps
 *   may be open
 */
export async function officeWithDocuments(wanted: readonly OrderWithDocument[]) {
  const service = await startService({ folder: temporaryFolder() });
  onTestFinished(() => service.close());
  const client = clientOf(service, handClock());
  for (let from = 0; from < wanted.length; from += 100) {
    const orders = wanted
      .slice(from, from + 100)
      .map(({ name, packageCount }) => ({ address: somewhere, packageInfo: { externalId: name, packageCount } }));
    expect((await send(client, 'POST', '/orders:import', { orders })).status).toBe(200);
  }
  const reader = new PlainClient(service);
  const made = new Map((await reader.orders()).map((order) => [order.packageInfo?.externalId, order]));
  reader.close();
  const codes = new Map<string, string[]>();
  const documents = new Map<string, Uint8Array>();
  const replaced = new Map<string, string>();
  for (const { name, make, code } of wanted) {
    const order = made.get(name);
    if (order === undefined) throw new Error(`the service has no order ${name}`);
    const own = code === undefined ? order.barcodes : order.barcodes.map((_code, page) => code(page));
    for (const [page, before] of order.barcodes.entries()) {
      if (own[page] !== before) replaced.set(before, own[page] ?? '');
    }
    codes.set(name, own);
    documents.set(order.id.replace('orders/', ''), await make(own));
  }
  const middle = await startScriptedServer(async (incoming, response) => {
    if (incoming.path.startsWith('/labels/')) {
      const [order = ''] = incoming.path.slice('/labels/'.length).split('.');
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(documents.get(order));
      return;
    }
    const answer = await passOn(service.address, service.authority, incoming);
    let text = answer.body.toString().replaceAll(service.address, middle.origin);
    for (const [before, after] of replaced) text = text.replaceAll(before, after);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  const open = async (options: Omit<TestAppOptions, 'folder' | 'programs'>): Promise<OpenOffice> => {
    const app = await startApp({ folder: temporaryFolder(), ...options });
    await connect(app, { ...service, address: middle.origin, authority: middle.authority });
    const orderIds = await waitFor(
      'the orders',
      async () => {
        const known = await knownOrders(app);
        return wanted.every(({ name }) => known.has(name)) && known;
      },
      30_000,
    );
    return { app, orderIds };
  };
  return { codes, documents, open };
}

/** Fetches a label. The service may be rate limiting while the lists are read. */
export const fetchLabel = (app: TestApp, orderId: string): Promise<LabelDocument> =>
  waitFor(
    'the label',
    () =>
      app.handlers.labels.fetch({ orderId }).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'service.busy') return null;
        throw error;
      }),
    30_000,
  );
