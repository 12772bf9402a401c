/**
 * Names, notes and links that want to be more than text: on the screen, and on the paper of a plan (rows 1 and 2 of the
 * list of attacks). The service has them in its data, past the checks of what can be sent to it.
 */
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { StopRow } from '../../src/shared/stops.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import type { PlainClient } from '../support/plain-client.ts';
import { lost } from '../support/reach.ts';
import { callBackend, choosePlan, openConnected, openPlan, stopRow } from '../support/screens.ts';
import { putStops, type TrainingService } from '../support/training-service.ts';

/** Says where it ran, if it does. */
const script = (place: string) => `document.body.setAttribute('data-ran', '${place}')`;
const markup = (place: string) => `<img src="x" onerror="${script(place)}"><svg onload="${script(place)}"></svg>`;
/** 100 kB: each of the letters that turn the direction of a text has three bytes. */
const overrides = '\u202E'.repeat(34_000);

const stopsTable = (window: Page) => window.getByRole('grid', { name: t('stops.table'), exact: true });
const details = (window: Page) => window.getByRole('complementary');

/** Puts stops beside those of a plan, each like one that is there but for what is given, and opens the plan. */
async function openPlanWith(
  given: readonly Record<string, unknown>[],
  { service, client, start }: { service: TrainingService; client: PlainClient; start: () => Promise<App> },
): Promise<App> {
  const plan = choosePlan(await client.plans());
  const like = (await client.stops(plan.id)).find(({ type }) => type === 'stop');
  if (like === undefined) throw new Error('the plan has no stop');
  await service.kill();
  const stops = given.map((fields, index) => ({ ...like, ...fields, id: `${like.id.slice(0, -4)}000${index}` }));
  putStops(service, stops, Date.UTC(2026, 5, 15, 6));
  const running = await service.startAgain();
  const app = await start();
  await openConnected(app, running);
  await openPlan(app.window, plan.title);
  return app;
}

/** Shows the details of a stop once the plan's stops are read. @param word of its name, and of no other's */
async function showStop(window: Page, word: string): Promise<void> {
  await expect(() => stopRow(window, word)).toPass({ timeout: 60_000 });
  await (await stopRow(window, word)).click();
  await expect(details(window).getByRole('heading', { name: word })).toBeVisible();
}

/** What scripts and markup of a text would leave. */
const tracesIn = (window: Page) =>
  window.evaluate(() => ({
    ran: document.body.dataset['ran'] ?? null,
    made: document.querySelectorAll('img[src="x"], svg[onload], aside a[href]').length,
  }));
const nothing = { ran: null, made: 0 };

test('1: shows markup and 100 kB of right-to-left overrides as text, without breaking the layout', async ({
  service,
  client,
  start,
}) => {
  const name = `Markupson ${markup('name')}`;
  const notes = `${markup('notes')}${overrides}end`;
  const reversed = `Overrideson ${overrides}end`;
  const others = { email: null, phone: null, externalId: null };
  const given = [
    { recipient: { ...others, name, email: markup('email') }, notes, packageLabel: markup('label') },
    { recipient: { ...others, name: reversed }, notes },
  ];
  const { window } = await openPlanWith(given, { service, client, start });
  const rows = stopsTable(window).locator('[role="row"][aria-selected]');
  const usual = (await rows.first().boundingBox())?.height;
  expect(usual).toBeGreaterThan(0);

  for (const [word, recipient] of [
    ['Markupson', name],
    ['Overrideson', reversed],
  ] as const) {
    await showStop(window, word);
    const shown = await details(window).locator('dd').allTextContents();
    expect(shown.includes(recipient), 'the name, letter by letter').toBe(true);
    expect(shown.includes(notes), 'the notes, letter by letter').toBe(true);
    expect(await tracesIn(window)).toEqual(nothing);

    const sideways = await window.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways, 'nothing scrolls the whole window sideways').toBeLessThanOrEqual(0);
    const cut = await details(window).evaluate((pane) =>
      [pane, ...pane.querySelectorAll('.body')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
    expect(Math.max(...cut), 'nothing scrolls the details sideways').toBeLessThanOrEqual(0);
    expect(await lost(details(window)), 'what can be pressed in the details').toEqual([]);
    expect(await lost(window.getByRole('navigation')), 'the navigation').toEqual([]);
    expect((await rows.first().boundingBox())?.height, 'the height of its row').toBe(usual);
  }
});

test('2: shows links of the service as text, whatever they lead to', async ({ service, client, start }) => {
  const links = {
    trackingLink: `javascript:${script('link')}`,
    webAppLink: 'file:///etc/passwd',
    signatureUrl: 'http://127.0.0.1/signature.png',
    photoUrls: ['smb://host/share/photo.jpg', `data:text/html,<script>${script('photo')}</script>`],
  };
  const { trackingLink, webAppLink, ...pictures } = links;
  const deliveryInfo = {
    ...{ attempted: true, attemptedAt: 1_781_500_000, succeeded: true, state: 'delivered_to_recipient' },
    ...{ timeAtStopInfo: { status: 'missing', reason: 'none' }, attemptedLocation: null, signeeName: null },
    ...{ driverProvidedInternalNotes: null, driverProvidedRecipientNotes: null, recipientProvidedNotes: null },
    ...pictures,
  };
  const recipient = { name: 'Linkson', email: null, phone: null, externalId: null };
  const given = [{ recipient, trackingLink, webAppLink, deliveryInfo }];
  const { electron, window } = await openPlanWith(given, { service, client, start });
  const before = window.url();
  await showStop(window, 'Linkson');
  const shown = (await details(window).locator('dd').allTextContents()).join('\n');
  for (const link of Object.values(links).flat()) expect(shown).toContain(link);
  for (const link of [trackingLink, webAppLink, links.signatureUrl])
    await details(window).getByText(link, { exact: true }).click();
  expect(await tracesIn(window)).toEqual(nothing);
  expect(window.url()).toBe(before);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

/** What the window of a paper did. */
interface PaperSeen {
  said: string[];
  loaded: string[];
}

test('1: a paper runs no script and loads nothing, even if markup got into it', async ({
  service,
  client,
  start,
  folder,
}) => {
  const contacts: string[] = [];
  const server = createServer((socket) => {
    contacts.push('a connection');
    socket.on('error', () => undefined);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const plan = choosePlan(await client.plans());
    const app = await start();
    const { electron, window } = app;
    await openConnected(app, service);
    await openPlan(window, plan.title);
    const list = () => callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', { planId: plan.id, cursor: null });
    await expect.poll(async () => (await list()).rows.length, { timeout: 60_000 }).toBeGreaterThan(0);

    const filePath = join(folder('papers'), 'sheet.pdf');
    const hostile = [
      "<script>console.log('a script has run')</script>",
      `<img src="http://127.0.0.1:${port}/x.png">`,
      '<img src="file:///etc/hostname">',
    ].join('');
    await electron.evaluate(
      ({ app: program, dialog, session }, given) => {
        const { readFileSync: read, writeFileSync: write } = process.getBuiltinModule('node:fs');
        const { fileURLToPath } = process.getBuiltinModule('node:url');
        const seen: PaperSeen = { said: [], loaded: [] };
        Object.assign(globalThis, { paperSeen: seen });
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: given.filePath });
        program.on('web-contents-created', (_event, contents) => {
          contents.on('console-message', ({ message }) => seen.said.push(message));
        });
        session.fromPartition('papers').webRequest.onCompleted(({ url }) => seen.loaded.push(url));
        // The document is on the disk by then. Its own policy would stop the script and the pictures too.
        program.on('browser-window-created', (_event, made) => {
          const load = made.loadURL.bind(made);
          made.loadURL = (url, options) => {
            const file = fileURLToPath(url);
            const text = read(file, 'utf8');
            const open = text.replace(/<meta http-equiv="content-security-policy"[^>]*>/, '');
            if (open === text) throw new Error('the paper has no policy of its own');
            write(file, open.replace('</body>', `${given.hostile}</body>`));
            return load(url, options);
          };
        });
      },
      { filePath, hostile },
    );
    const wanted = { planId: plan.id, kind: 'driver-sheet', driverId: null };
    expect(await callBackend(window, 'papers', 'save', wanted)).toEqual({ name: 'sheet.pdf' });
    expect(readFileSync(filePath).subarray(0, 5).toString()).toBe('%PDF-');

    const seen = await electron.evaluate(() => (globalThis as unknown as { paperSeen: PaperSeen }).paperSeen);
    expect(seen.said).not.toContain('a script has run');
    expect(seen.loaded.filter((url) => !url.endsWith('/paper.html'))).toEqual([]);
    expect(contacts).toEqual([]);
  } finally {
    server.close();
  }
});
