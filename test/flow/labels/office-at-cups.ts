/** The app with orders of the training service and a software printer behind a real CUPS. */
import { expect, onTestFinished, vi } from 'vitest';
import { cupsBackEnd } from '../../../src/main/labels/print-cups.ts';
import { startService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { startLabelPrinter, type PrinterKind } from '../../support/label-printer.ts';
import { send, somewhere } from '../training/order-helpers.ts';
import { clientOf, handClock } from '../training/support.ts';

/** @param wanted orders to create on the service, whose ids are returned in the same order */
export async function officeAtCups(
  wanted: readonly { externalId: string; packageCount: number }[],
  kind: Partial<PrinterKind> = {},
) {
  const printer = await startLabelPrinter(temporaryFolder(), { takesMany: true, ...kind });
  onTestFinished(() => printer.stop());
  vi.stubEnv('CUPS_SERVER', printer.server);
  onTestFinished(() => void vi.unstubAllEnvs());
  const service = await startService({ folder: temporaryFolder() });
  onTestFinished(() => service.close());
  const orders = wanted.map((packageInfo) => ({ address: somewhere, packageInfo }));
  expect((await send(clientOf(service, handClock()), 'POST', '/orders:import', { orders })).status).toBe(200);
  const app = await startApp({ folder: temporaryFolder(), keyStore: memoryKeyStore(), backEnd: cupsBackEnd });
  await connect(app, service);
  const orderIds = await waitFor('the orders', async () => {
    const { rows } = await app.handlers.orders.list({ cursor: null });
    const ids = wanted.flatMap((one) => rows.find(({ externalId }) => externalId === one.externalId)?.id ?? []);
    return ids.length === wanted.length && ids;
  });
  return { app, printer, orderIds };
}
