/** The window navigates nowhere, opens nothing, gets no permission and runs only its own code. */
import { createSocket } from 'node:dgram';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { out } from '../../build/project.ts';
import { expect, test } from '../support/fixtures.ts';

/** Calls main as the window's code does, with any arguments. */
function caller(window: Page): (group: string, name: string, argument?: unknown) => Promise<unknown> {
  return (group, name, argument) =>
    window.evaluate(
      ([inGroup, called, given]) =>
        (globalThis as unknown as { backend: { call: (...all: unknown[]) => Promise<unknown> } }).backend.call(
          inGroup,
          called,
          given,
        ),
      [group, name, argument] as const,
    );
}

/** Waits until the window has drawn so many frames. */
const framesIn = (window: Page, count: number): Promise<void> =>
  window.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  }, count);

/** Runs a script in the page after the debugger's evaluation is over, because that is exempt from the policy. */
function later(window: Page, program: string): Promise<string> {
  return window.evaluate(
    (text) =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            const run = globalThis['eval' as 'parseInt'];
            resolve(String(run(text)));
          } catch (error) {
            resolve(error instanceof Error ? error.name : 'thrown');
          }
        }, 0);
      }),
    program,
  );
}

test('4: opens no second window', async ({ start }) => {
  const { electron, window } = await start();
  expect(await window.evaluate(() => globalThis.open('https://example.com/') === null)).toBe(true);
  await window.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'https://example.com/';
    link.target = '_blank';
    document.body.append(link);
    link.click();
    link.remove();
    // The same as a person presses it.
    const pressed = document.createElement('a');
    Object.assign(pressed, { href: 'https://example.com/', id: 'elsewhere', textContent: 'elsewhere' });
    pressed.style.cssText = 'position: fixed; top: 0; left: 0; z-index: 1000';
    document.body.append(pressed);
  });
  const link = window.locator('#elsewhere');
  await link.click({ button: 'middle' });
  await link.click({ modifiers: ['Shift'] });
  await link.click({ modifiers: ['ControlOrMeta'] });
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('4: never navigates away', async ({ start }) => {
  const { electron, window } = await start();
  const before = window.url();
  expect(before).toMatch(/^app:\/\//);
  await window.evaluate(() => document.body.setAttribute('data-still-here', 'yes'));
  const go = (address: string) =>
    window.evaluate((to) => {
      location.href = to;
    }, address);

  for (const address of ['https://example.com/', 'app://other/', 'app://depot-desk/other']) {
    // The app's listener has run before this one, which is added before any navigation.
    await electron.evaluate(({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!;
      (globalThis as { refused?: Promise<boolean> }).refused = new Promise((resolve) => {
        webContents.once('will-frame-navigate', (details) => resolve(details.defaultPrevented));
      });
    });
    await go(address);
    const refused = electron.evaluate(() => (globalThis as { refused?: Promise<boolean> }).refused);
    expect(await refused, address).toBe(true);
  }
  // Chromium itself refuses these and logs it.
  for (const address of ['file:///etc/passwd', 'data:text/html,other']) {
    const said = window.waitForEvent('console', (message) => /not allowed to (load|navigate)/i.test(message.text()));
    await go(address);
    await said;
  }
  expect(await window.evaluate(() => document.body.dataset['stillHere'])).toBe('yes');
  expect(window.url()).toBe(before);
});

test('4: stays as it is when a file is dropped where no form takes one', async ({ start, folder }) => {
  const { electron, window } = await start();
  const file = join(folder('dropped'), 'page.html');
  writeFileSync(file, '<title>dropped</title>');
  const before = window.url();
  await electron.evaluate(({ BrowserWindow }) => {
    const begun: string[] = [];
    Object.assign(globalThis, { begunNavigations: begun });
    BrowserWindow.getAllWindows()[0]!.webContents.on('did-start-navigation', ({ url }) => begun.push(url));
  });
  // As the desktop drops it: Chromium itself would open the file.
  const session = await window.context().newCDPSession(window);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await session.detach();
  await framesIn(window, 2);
  const begun = await electron.evaluate(
    () => (globalThis as unknown as { begunNavigations: string[] }).begunNavigations,
  );
  expect(begun).toEqual([]);
  expect(window.url()).toBe(before);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('25: is granted no permission', async ({ start }) => {
  const { window } = await start();
  const answers = await window.evaluate(async () => {
    const refused = (asked: Promise<unknown>) =>
      asked.then(
        () => 'granted',
        (error: unknown) => String(error),
      );
    return {
      known: (await navigator.permissions.query({ name: 'geolocation' })).state,
      notifications: await Notification.requestPermission(),
      camera: await refused(navigator.mediaDevices.getUserMedia({ video: true })),
      place: await new Promise<string>((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          (error) => resolve(`refused ${error.code}`),
        );
      }),
      clipboard: await refused(navigator.clipboard.readText()),
    };
  });
  expect(answers.known).toBe('denied');
  expect(answers.notifications).toBe('denied');
  expect(answers.camera).toMatch(/NotAllowedError|NotFoundError/);
  expect(answers.place).toBe('refused 1');
  expect(answers.clipboard).toContain('NotAllowedError');
});

test('has no Node access, is sandboxed and isolated, and has one way to call main', async ({ start }) => {
  const { electron, window } = await start();
  const found = await window.evaluate(() => ({
    node: ['process', 'require', 'module', 'Buffer', 'global', '__dirname', 'electron'].filter(
      (name) => name in globalThis,
    ),
    backend: Object.keys((globalThis as unknown as { backend: object }).backend).sort(),
  }));
  expect(found).toEqual({ node: [], backend: ['call', 'on'] });
  const preferences = await electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]!.webContents as unknown as {
      getLastWebPreferences: () => Electron.WebPreferences;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test('evaluates no text as code and loads nothing external', async ({ start }) => {
  const { window } = await start();
  expect(await later(window, '1 + 1')).toBe('EvalError');
  const refused = await window.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
    const until = (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => (violations.length >= count ? resolve() : void setTimeout(look, 20));
        look();
      });
    const script = document.createElement('script');
    script.textContent = 'document.body.dataset.inline = "ran"';
    document.body.append(script);
    await until(1);
    const picture = document.createElement('img');
    picture.src = 'https://example.com/picture.png';
    document.body.append(picture);
    await until(2);
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    document.body.append(frame);
    await until(3);
    const fetched = await fetch('https://example.com/').then(
      () => 'fetched',
      () => 'refused',
    );
    await until(4);
    return { violations, fetched, inline: document.body.dataset['inline'] ?? 'did not run' };
  });
  expect(refused.fetched).toBe('refused');
  expect(refused.inline).toBe('did not run');
  expect(refused.violations).toEqual(['script-src-elem', 'img-src', 'frame-src', 'connect-src']);
});

test('5: main answers its own window only', async ({ start }) => {
  const { electron, window } = await start();
  const call = caller(window);
  expect(await call('session', 'get')).toMatchObject({ ok: true });

  const stranger = await electron.evaluate(
    async ({ BrowserWindow }, preload) => {
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await other.loadURL('about:blank');
      const answer: unknown = await other.webContents.executeJavaScript('backend.call("session", "get")');
      other.destroy();
      return answer;
    },
    join(out, 'preload', 'index.cjs'),
  );
  expect(stranger).toMatchObject({ ok: false, error: { code: 'call.refused' } });

  // A window can always navigate to a blank page, which then counts as a stranger.
  await window.evaluate(() => (location.href = 'about:blank'));
  await window.waitForURL('about:blank');
  expect(await call('session', 'get')).toMatchObject({ ok: false, error: { code: 'call.refused' } });
});

test('6: main rejects calls and arguments that the contract does not define', async ({ start }) => {
  const { window } = await start();
  const call = caller(window);
  for (const [group, name] of [
    ['__proto__', 'toString'],
    ['constructor', 'call'],
    ['session', '__proto__'],
    ['nothing', 'here'],
  ] as const) {
    expect(await call(group, name), `${group}.${name}`).toMatchObject({ ok: false, error: { code: 'call.unknown' } });
  }
  for (const argument of [42, 'text', { planId: 42 }, { planId: 'plans/1', cursor: null, more: 1 }, [], null]) {
    expect(await call('stops', 'list', argument)).toMatchObject({ ok: false, error: { code: 'input.invalid' } });
  }
});

test('25: no packet leaves the window, by whatever protocol', async ({ start }) => {
  const seen: string[] = [];
  const server = createServer((socket) => {
    seen.push('a connection');
    socket.on('error', () => undefined);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const packets = createSocket('udp4');
  packets.on('message', () => seen.push('a packet'));
  await new Promise<void>((resolve) => packets.bind(port, '127.0.0.1', resolve));
  try {
    const { window } = await start();
    const tried = await window.evaluate(async (at) => {
      const told = (asked: Promise<unknown>) =>
        asked.then(
          () => 'done',
          () => 'refused',
        );
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'icon']) {
        const link = document.createElement('link');
        Object.assign(link, { rel, href: `http://127.0.0.1:${at}/` });
        document.head.append(link);
      }
      navigator.sendBeacon(`http://127.0.0.1:${at}/`, 'x');
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${at}` }] });
      peer.createDataChannel('x');
      const gathered = new Promise<void>((resolve) => {
        peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
      });
      await peer.setLocalDescription(await peer.createOffer());
      const fetched = await told(fetch(`http://127.0.0.1:${at}/`));
      const worker = await told(Promise.resolve().then(() => navigator.serviceWorker.register('/index.js')));
      const transport = await told(
        typeof WebTransport === 'undefined'
          ? Promise.reject(new Error('no WebTransport'))
          : Promise.resolve().then(() => new WebTransport(`https://127.0.0.1:${at}/`).ready),
      );
      const socket = await told(
        new Promise((resolve, reject) => {
          try {
            const opened = new WebSocket(`ws://127.0.0.1:${at}/`);
            opened.onopen = resolve;
            opened.onerror = reject;
          } catch (error) {
            reject(error instanceof Error ? error : new Error('thrown'));
          }
        }),
      );
      await gathered;
      peer.close();
      return { fetched, worker, transport, socket };
    }, port);
    expect(tried).toEqual({ fetched: 'refused', worker: 'refused', transport: 'refused', socket: 'refused' });
    expect(seen).toEqual([]);
    // The listeners would have heard it.
    packets.send('x', port, '127.0.0.1');
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await expect.poll(() => [...seen].sort()).toEqual(['a connection', 'a packet']);
  } finally {
    server.close();
    packets.close();
  }
});

/** What Chromium writes of its network. */
interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number; params?: unknown }[];
}

/** The hosts of a domain that were looked up while the log was written. */
function lookedUp(file: string, domain: string): string[] {
  const { constants, events } = JSON.parse(readFileSync(file, 'utf8')) as NetLog;
  const ofResolver = Object.entries(constants.logEventTypes).filter(([name]) => name.startsWith('HOST_RESOLVER'));
  const types = new Set(ofResolver.map(([, type]) => type));
  const said = events.filter(({ type }) => types.has(type)).map(({ params }) => JSON.stringify(params ?? null));
  const hosts = said.flatMap((text) => text.match(new RegExp(`[\\w-]+\\.${domain.replaceAll('.', '\\.')}`, 'g')) ?? []);
  return [...new Set(hosts)].sort();
}

test('25: the window has no name looked up, which could say anything to whoever answers', async ({ start, folder }) => {
  const domain = 'canary.invalid';
  const log = join(folder('net-log'), 'net-log.json');
  const { electron, window } = await start();
  await electron.evaluate(async ({ BrowserWindow }, path) => {
    const { session } = BrowserWindow.getAllWindows()[0]!.webContents;
    await session.netLog.startLogging(path, { captureMode: 'includeSensitive' });
  }, log);
  await window.evaluate(async (ending) => {
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'icon']) {
      const link = document.createElement('link');
      Object.assign(link, { rel, href: `https://${rel}.${ending}/` });
      document.head.append(link);
    }
    navigator.sendBeacon(`https://beacon.${ending}/`, 'x');
    await fetch(`https://fetch.${ending}/`).catch(() => undefined);
  }, domain);
  // Names to prefetch are collected for some milliseconds before they are asked for together.
  await framesIn(window, 30);
  const main = `main.${domain}`;
  await electron.evaluate(async ({ BrowserWindow }, host) => {
    const { session } = BrowserWindow.getAllWindows()[0]!.webContents;
    // Of the cache alone: there may be no network, and the log has it too.
    await session.resolveHost(host, { source: 'localOnly' }).catch(() => undefined);
    await session.netLog.stopLogging();
  }, main);
  expect(lookedUp(log, domain)).toEqual([main]);
});
