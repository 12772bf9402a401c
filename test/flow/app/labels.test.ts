import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanFileName } from '../../../src/main/labels/file-name.ts';
import type { JobState, PrintBackEnd, PrintRequest } from '../../../src/main/labels/print-back-end.ts';
import { realSystem } from '../../../src/main/system.ts';
import { startService } from '../../../src/training/server.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { json, passOn, startScriptedServer } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { edit } from '../training/order-helpers.ts';
import { clientOf, handClock } from '../training/support.ts';

/** A spooler that keeps its jobs and reports the state that the test sets. */
function spooler() {
  const jobs: PrintRequest[] = [];
  const says = { state: 'waiting' as JobState, refuse: false };
  const backEnd: PrintBackEnd = {
    namesJobsFirst: true,
    placesPages: false,
    printers: () =>
      Promise.resolve([{ name: 'Labels', description: 'Labels', isDefault: true, stopped: null, tried: true }]),
    async print(request, named) {
      if (says.refuse) throw new AppError('printer.failed', { detail: { name: request.printer } });
      jobs.push(request);
      named(`Labels-${jobs.length}`);
    },
    jobState: () => Promise.resolve(says.state),
    takeOut: () => Promise.resolve(true),
  };
  return { backEnd, jobs, says };
}

async function openOrders(options: { saveTo?: string } = {}) {
  const service = await startService({ folder: temporaryFolder(), seed: 1 });
  onTestFinished(() => service.close());
  const printing = spooler();
  const app = await startApp({ folder: temporaryFolder(), backEnd: printing.backEnd, ...options });
  await connect(app, service);
  const orders = await waitFor('the orders', async () => {
    const { rows } = await app.handlers.orders.list({ cursor: null });
    return rows.length > 0 && rows;
  });
  /** Changes an order on the service, as another desk does, and waits until the app knows. */
  const changeElsewhere = async (orderId: string, change: object, isKnown: (row: Row) => boolean) => {
    const client = clientOf(service, handClock());
    // The service may be rate limiting while the lists are read.
    await waitFor('the edit', async () => (await edit(client, orderId, change)).status === 200);
    await waitFor('the change', async () => {
      await app.handlers.orders.refresh().catch(() => undefined);
      return isKnown(await rowOf(app, orderId));
    });
  };
  const renameElsewhere = (orderId: string, name: string) =>
    changeElsewhere(orderId, { recipient: { name } }, ({ recipientName }) => recipientName === name);
  return { service, app, orders, changeElsewhere, renameElsewhere, ...printing };
}

type Row = Awaited<ReturnType<typeof rowOf>>;
const rowOf = async (app: TestApp, orderId: string) => (await app.handlers.orders.get({ orderId })).row;

describe('a label', () => {
  it('is fetched, stored by its hash with a page per package, and its link is not logged', async () => {
    const { app, orders } = await openOrders();
    const order = orders.find((row) => (row.packageCount ?? 0) > 1)!;
    const label = await app.handlers.labels.fetch({ orderId: order.id });
    expect(label.id).toMatch(/^[0-9a-f]{64}$/);
    expect(label.title).toBe(order.externalId);
    const file = join(temporaryFolder(), 'label.pdf');
    writeFileSync(file, label.bytes);
    const information = execFileSync('pdfinfo', [file], { encoding: 'utf8' });
    expect(information).toMatch(new RegExp(`Pages:\\s+${order.packageCount}\\b`));
    expect(information).toMatch(/Page size:\s+297\.\d+ x 419\.\d+ pts/);
    expect(app.log.join('\n')).not.toContain('signature=');
  });

  it('comes from the cache offline', async () => {
    const { app, orders, service } = await openOrders();
    const [order] = orders;
    const before = await app.handlers.labels.fetch({ orderId: order!.id });
    await service.close();
    const after = await app.handlers.labels.fetch({ orderId: order!.id });
    expect(after.id).toBe(before.id);
    const never = orders[1]!;
    await expect(app.handlers.labels.fetch({ orderId: never.id })).rejects.toMatchObject({ code: 'line.unreachable' });
  });

  it('does not come from the cache offline if its order changed since', async () => {
    const { app, orders, service, renameElsewhere } = await openOrders();
    const { id: orderId } = orders.find(({ state }) => state === 'draft')!;
    await app.handlers.labels.fetch({ orderId });
    await renameElsewhere(orderId, 'Somebody Else');
    await service.close();
    await expect(app.handlers.labels.fetch({ orderId })).rejects.toMatchObject({ code: 'line.unreachable' });
  });

  it('is outdated at once if its order changed after it was fetched', async () => {
    const { app, orders, renameElsewhere } = await openOrders();
    const { id: orderId, recipientName } = orders.find(({ state }) => state === 'draft')!;
    const label = await app.handlers.labels.fetch({ orderId });
    await renameElsewhere(orderId, 'Somebody Else');
    const print = { documentId: label.id, orderId, printer: 'Labels', pages: null, anyway: false };
    const [printed] = await app.handlers.labels.print(print);
    expect(printed?.content?.recipient).toContain(recipientName ?? 'no name');
    expect(await rowOf(app, orderId)).toMatchObject({
      labelChanged: ['recipient'],
      labelIssues: ['stale', 'draftPrinted'],
    });
  });

  it('is deleted when it is older than ninety days, with what it said, unless it may still be printed', async () => {
    const service = await startService({ folder: temporaryFolder(), seed: 1 });
    onTestFinished(() => service.close());
    const { backEnd, says } = spooler();
    const folder = temporaryFolder();
    const first = await startApp({ folder, backEnd });
    await connect(first, service);
    const orders = await waitFor('the orders', async () => {
      const { rows } = await first.handlers.orders.list({ cursor: null });
      return rows.length > 2 && rows;
    });
    const [done, waiting, never] = orders.map(({ id }) => id);
    const print = async (app: typeof first, orderId = '') => {
      const { id } = await app.handlers.labels.fetch({ orderId });
      await app.handlers.labels.print({ documentId: id, orderId, printer: 'Labels', pages: [1], anyway: false });
      return id;
    };
    says.state = 'done';
    const printed = await print(first, done);
    const state = async (orderId = '') => (await first.handlers.labels.prints({ orderId }))[0]?.state;
    await waitFor('the page', async () => (await state(done)) === 'done');
    says.state = 'waiting';
    const underWay = await print(first, waiting);
    const unprinted = (await first.handlers.labels.fetch({ orderId: never! })).id;
    await first.close();
    const place = join(folder, 'workspaces', readdirSync(join(folder, 'workspaces'))[0]!, 'labels');
    // What a crash left while a document was stored.
    writeFileSync(join(place, `${'0'.repeat(64)}.pdf.x.part`), '%PDF-');
    const files = () =>
      readdirSync(place)
        .filter((name) => name.includes('.pdf'))
        .sort();

    const after = async (days: number) => {
      const now = () => realSystem.now() + days * 86_400_000;
      const app = await startApp({ folder, backEnd, system: { ...realSystem, now } });
      await app.close();
      return files();
    };
    const all = [printed, underWay, unprinted].map((id) => `${id}.pdf`).sort();
    expect(await after(89)).toEqual(all);
    expect(await after(365), 'the clock is ahead').toEqual(all);
    expect(await after(91)).toEqual([`${underWay}.pdf`]);
    const later = await startApp({ folder, backEnd });
    const prints = async (orderId = '') => later.handlers.labels.prints({ orderId });
    // That it was printed stays known, and what was on it does not.
    expect(await prints(done)).toMatchObject([{ state: 'done', content: null }]);
    expect((await prints(waiting))[0]?.content).not.toBeNull();
  });

  it('goes to the spooler once, and the ledger follows the state of the job', async () => {
    const { app, orders, jobs, says } = await openOrders();
    const [order] = orders;
    const label = await app.handlers.labels.fetch({ orderId: order!.id });
    const print = { documentId: label.id, orderId: order!.id, printer: 'Labels', pages: null, anyway: false };
    expect(await app.handlers.labels.print(print)).toMatchObject([{ state: 'handed-over', job: 'Labels-1', page: 1 }]);
    expect(readFileSync(jobs[0]!.file)).toEqual(Buffer.from(label.bytes));
    const states = async () => (await app.handlers.labels.prints({ orderId: order!.id })).map((one) => one.state);
    expect(await states()).toEqual(['handed-over']);
    says.state = 'done';
    await waitFor('the spooler to be done', async () => (await states())[0] === 'done');
    expect(jobs).toHaveLength(1);
    expect((await app.handlers.settings.get()).labelPrinter).toBe('Labels');
    const { rows } = await app.handlers.orders.list({ cursor: null });
    expect(rows.find((row) => row.id === order!.id)?.printedCount).toBe(1);
  });

  it('of which some pages were printed is open until all of them were', async () => {
    const { app } = await openOrders();
    const unprinted = async () => (await app.handlers.labels.open()).submittedUnprinted.map(({ orderId }) => orderId);
    const { id: orderId } = await waitFor('a submitted order of three packages', async () => {
      const rows = await Promise.all((await unprinted()).map((id) => rowOf(app, id)));
      return rows.find(({ packageCount }) => packageCount === 3);
    });
    const label = await app.handlers.labels.fetch({ orderId });
    const print = (pages: number[]) =>
      app.handlers.labels.print({ documentId: label.id, orderId, printer: 'Labels', pages, anyway: false });
    const seen = async () => [(await unprinted()).includes(orderId), (await rowOf(app, orderId)).isLabelWhole];
    await print([1]);
    expect(await seen()).toEqual([true, false]);
    await print([2, 3]);
    expect(await seen()).toEqual([false, true]);
  });

  it('printed while an edit waits shows the data of the service and is outdated immediately', async () => {
    const { app, orders, service } = await openOrders();
    const order = orders.find(({ state }) => state === 'draft')!;
    const label = await app.handlers.labels.fetch({ orderId: order.id });
    await service.close();
    const edit = { recipient: { name: 'Somebody Else' } };
    const base = { recipient: { name: order.recipientName } };
    await app.handlers.orders.edit({ orderId: order.id, edit, base, draftId: null });
    const print = { documentId: label.id, orderId: order.id, printer: 'Labels', pages: null, anyway: false };
    await app.handlers.labels.print(print);
    const { row } = await app.handlers.orders.get({ orderId: order.id });
    expect([row.recipientName, row.labelChanged]).toEqual(['Somebody Else', ['recipient']]);
    // Printing it again would print the same label, so it counts as outdated only once the edit is on the service.
    expect(row.labelIssues).toEqual(['draftPrinted']);
  });

  it('rejected by the printer is failed in the ledger and does not count as printed', async () => {
    const { app, orders, says } = await openOrders();
    const [order] = orders;
    const label = await app.handlers.labels.fetch({ orderId: order!.id });
    says.refuse = true;
    const print = { documentId: label.id, orderId: order!.id, printer: 'Labels', pages: null, anyway: false };
    await expect(app.handlers.labels.print(print)).rejects.toMatchObject({ code: 'printer.failed' });
    expect((await app.handlers.labels.prints({ orderId: order!.id })).map((one) => one.state)).toEqual(['failed']);
    const { rows } = await app.handlers.orders.list({ cursor: null });
    expect(rows.find((row) => row.id === order!.id)?.printedCount).toBe(0);
  });

  it('names the pages that were sent before the printer rejected one', async () => {
    const { app, orders, backEnd, jobs } = await openOrders();
    const { id: orderId } = orders.find((row) => (row.packageCount ?? 0) > 1)!;
    const label = await app.handlers.labels.fetch({ orderId });
    const accept = backEnd.print.bind(backEnd);
    backEnd.print = async (request, named) => {
      if (jobs.length > 0) throw new AppError('printer.failed', { detail: { name: request.printer } });
      await accept(request, named);
    };
    const print = { documentId: label.id, orderId, printer: 'Labels', pages: null, anyway: false };
    await expect(app.handlers.labels.print(print)).rejects.toMatchObject({
      code: 'printer.failed',
      detail: { name: 'Labels', sentPages: [1] },
    });
    const prints = await app.handlers.labels.prints({ orderId });
    expect(prints.map(({ page, state }) => [page, state])).toEqual([
      [2, 'failed'],
      [1, 'handed-over'],
    ]);
  });

  it('is work in progress until its last page was sent', async () => {
    const { app, orders, backEnd, jobs } = await openOrders();
    const { id: orderId, packageCount } = orders.find((row) => (row.packageCount ?? 0) > 1)!;
    const label = await app.handlers.labels.fetch({ orderId });
    const accept = backEnd.print.bind(backEnd);
    const handedOver = Promise.withResolvers<void>();
    backEnd.print = async (request, named) => {
      await accept(request, named);
      if (jobs.length === 2) await handedOver.promise;
    };
    expect(app.unfinished()).toBeNull();
    const print = { documentId: label.id, orderId, printer: 'Labels', pages: null, anyway: false };
    const printing = app.handlers.labels.print(print);
    await waitFor('the second page', () => jobs.length === 2);
    expect(app.unfinished()).toMatchObject({ labels: null, pages: { printed: 1, of: packageCount } });
    handedOver.resolve();
    expect(await printing).toHaveLength(packageCount ?? 0);
    expect(app.unfinished()).toBeNull();
    // Nothing is left of a label whose page the printer rejected.
    backEnd.print = () => Promise.reject(new AppError('printer.failed', { detail: { name: 'Labels' } }));
    await expect(app.handlers.labels.print(print)).rejects.toMatchObject({ code: 'printer.failed' });
    expect(app.unfinished()).toBeNull();
  });

  it('is not printed under another order', async () => {
    const { app, orders } = await openOrders();
    const label = await app.handlers.labels.fetch({ orderId: orders[0]!.id });
    const mixed = { documentId: label.id, orderId: orders[1]!.id, printer: 'Labels', pages: null, anyway: false };
    await expect(app.handlers.labels.print(mixed)).rejects.toMatchObject({ code: 'record.not-found' });
  });

  it('7: is saved under a name that every file system takes, whatever its order is called', async () => {
    const { app, orders, changeElsewhere } = await openOrders();
    const { id: orderId } = orders.find(({ state }) => state === 'draft')!;
    const externalId = '../../W-1:2';
    await changeElsewhere(orderId, { packageInfo: { externalId } }, (row) => row.externalId === externalId);
    const label = await app.handlers.labels.fetch({ orderId });
    expect(label.title).toBe(externalId);
    // The user cancels.
    expect(await app.handlers.labels.save({ documentId: label.id, orderId, anyway: true })).toBeNull();
    expect(app.suggested).toEqual(['W-1-2.pdf']);
  });

  it('7: is saved where the user chose', async () => {
    const saveTo = join(temporaryFolder(), 'my label.pdf');
    const { app, orders } = await openOrders({ saveTo });
    const label = await app.handlers.labels.fetch({ orderId: orders[0]!.id });
    const saved = { documentId: label.id, orderId: orders[0]!.id, anyway: false };
    expect(await app.handlers.labels.save(saved)).toEqual({ name: 'my label.pdf' });
    expect(readFileSync(saveTo)).toEqual(Buffer.from(label.bytes));
  });
});

describe('9: an invalid label link', () => {
  it.each<[string, (link: string) => unknown, string]>([
    ['points at a file', () => 'file:///etc/hostname', 'label.link-refused'],
    ['is plain http', (link) => link.replace('https:', 'http:'), 'label.link-refused'],
    ['points at another private host', () => 'https://127.0.0.1:9/label.pdf', 'label.link-refused'],
    ['points at link-local', () => 'https://169.254.169.254/label.pdf', 'label.link-refused'],
    ['points at a private address in IPv6 form', () => 'https://[::ffff:10.0.0.1]/label.pdf', 'label.link-refused'],
    ['has run out', (link) => link.replace(/signature=[^&]+/, 'signature=0'), 'label.link-expired'],
    ['is no text', () => 5, 'line.odd-answer'],
  ])('%s', async (_name, change, code) => {
    const service = await startService({ folder: temporaryFolder(), seed: 1 });
    onTestFinished(() => service.close());
    const middle = await startScriptedServer(async (incoming, response) => {
      const answer = await passOn(service.address, service.authority, incoming);
      const type = answer.body.subarray(0, 4).toString() === '%PDF' ? 'application/pdf' : 'application/json';
      if (!incoming.path.endsWith('/shippingLabels') || answer.status !== 200) {
        response.writeHead(answer.status, { 'content-type': type }).end(answer.body);
        return;
      }
      const labels = JSON.parse(answer.body.toString()) as { url: string };
      const own = labels.url.replace(service.address, middle.origin);
      await json(200, { ...labels, url: change(own) })(incoming, response, incoming as never);
    });
    const app = await startApp({ folder: temporaryFolder() });
    await connect(app, { ...service, address: middle.origin, authority: middle.authority });
    const [order] = await waitFor('the orders', async () => {
      const { rows } = await app.handlers.orders.list({ cursor: null });
      return rows.length > 0 && rows;
    });
    // The service may be rate limiting while the lists are read, so the test tries again.
    const said = await waitFor('the link to be looked at', () =>
      app.handlers.labels.fetch({ orderId: order!.id }).then(
        () => 'fetched',
        (error: unknown) => error instanceof AppError && error.code !== 'service.busy' && error.code,
      ),
    );
    expect(said).toBe(code);
  });

  it('is rejected as no PDF when it returns something else', async () => {
    const service = await startService({ folder: temporaryFolder(), seed: 1 });
    onTestFinished(() => service.close());
    const middle = await startScriptedServer(async (incoming, response) => {
      if (incoming.path.startsWith('/labels/')) {
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('<html>no label</html>');
        return;
      }
      const answer = await passOn(service.address, service.authority, incoming);
      const text = answer.body.toString().replaceAll(service.address, middle.origin);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    });
    const app = await startApp({ folder: temporaryFolder() });
    await connect(app, { ...service, address: middle.origin, authority: middle.authority });
    const [order] = await waitFor('the orders', async () => {
      const { rows } = await app.handlers.orders.list({ cursor: null });
      return rows.length > 0 && rows;
    });
    await expect(app.handlers.labels.fetch({ orderId: order!.id })).rejects.toMatchObject({ code: 'label.not-a-pdf' });
  });
});

describe('7: a file name made from text of the service', () => {
  it.each([
    ['WEB-10699', 'WEB-10699'],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', 'label-CON'],
    ['a.pdf:ads', 'a.pdf-ads'],
    [String.raw`\\host\share`, 'host-share'],
    ['nul\u0000byte', 'nul-byte'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['...', 'label'],
    ['', 'label'],
    ['COM¹', 'label-COM¹'],
    ['CONIN$', 'label-CONIN$'],
    ['nul .txt', 'label-nul .txt'],
    ['W-1. ', 'W-1'],
    ['\uD83D', 'label'],
  ])('%j', (title, name) => {
    expect(cleanFileName(title)).toBe(name);
  });

  it('is not reserved either if it is shortened', () => {
    expect(cleanFileName(`CON.${'x'.repeat(60)}`)).toMatch(/^label-CON\.x+-[\da-f]{8}$/);
    expect(cleanFileName(`aux .${'y'.repeat(54)}`)).toMatch(/^label-aux \.y+-[\da-f]{8}$/);
    // No longer than others, although it is longer than what it is made of.
    const name = cleanFileName(`CON.${'📦'.repeat(51)}`);
    expect(name).toMatch(/^label-CON\./);
    expect(Buffer.byteLength(`${name}.pdf`)).toBeLessThan(255);
  });

  it('is shortened between characters and stays distinct from one with the same beginning', () => {
    const titles = ['x'.repeat(300), `${'x'.repeat(300)}y`, '📦'.repeat(100), `${'y'.repeat(45)}. ${'z'.repeat(40)}`];
    const names = titles.map(cleanFileName);
    expect(new Set(names).size).toBe(titles.length);
    for (const name of names) {
      expect(Buffer.byteLength(`${name}.pdf`)).toBeLessThan(255);
      expect(name).not.toMatch(/\p{Cs}|[. ]-|[. ]$/u);
    }
  });
});
