/** External links lead to public hosts only (rows 2, 3 and 9 of the list of attacks). */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Downloads } from '../../../src/main/api/download.ts';
import { isPrivate } from '../../../src/main/api/private-addresses.ts';
import { SignInFallback } from '../../../src/main/api/proxy-sign-in.ts';
import type { Transport } from '../../../src/main/api/transport.ts';
import { plainNetwork, transportsOver } from '../../../src/main/api/transports.ts';
import { realSystem } from '../../../src/main/system.ts';
import type { ProxySetting } from '../../../src/shared/settings.ts';
import { issue } from '../../fixtures/certificates.ts';
import { testAuthority } from '../../fixtures/network-paths.ts';
import { refuse, startProxy } from '../../fixtures/proxy-server.ts';
import { startScriptedServer } from '../../fixtures/scripted-server.ts';

const straight: ProxySetting = { kind: 'none' };

async function openDownloads(origin: string, setting: ProxySetting) {
  const { pem } = await testAuthority();
  const { open: openTransport } = transportsOver(plainNetwork, () => setting, realSystem);
  const transport = openTransport({ origin, authorities: [pem] });
  const downloads = new Downloads({ origin, transport, openTransport, mostBytes: 1_000, accept: '*/*' });
  onTestFinished(async () => {
    await Promise.all([downloads.close(), transport.close()]);
  });
  return downloads;
}

const fetchLink = async (link: string, origin: string, setting: ProxySetting = straight) =>
  (await openDownloads(origin, setting)).get(link);

async function startService() {
  return startScriptedServer(
    (_incoming, response) => void response.end('%PDF-'),
    await issue(await testAuthority(), { host: 'localhost' }),
  );
}

describe('2, 3 and 9: a link', () => {
  it.each([
    'https://127.0.0.1',
    'https://10.1.2.3/label.pdf',
    'https://169.254.169.254/latest',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://2130706433',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://127.1',
    'https://１２７.0.0.1',
    'https://[64:ff9b::127.0.0.1]',
    'https://[2002:7f00:1::]',
    'https://[::127.0.0.1]',
    'https://localhost',
  ])('%s is refused, directly and through a proxy', async (link) => {
    const service = await startService();
    const proxy = await startProxy({ script: refuse(403) });
    const there = new URL(link);
    there.port = new URL(service.origin).port;
    const elsewhere = 'https://api.example.com';
    const refused = { code: 'label.link-refused' };
    await expect(fetchLink(there.href, elsewhere)).rejects.toMatchObject(refused);
    const named: ProxySetting = { kind: 'explicit', address: proxy.address };
    await expect(fetchLink(there.href, elsewhere, named)).rejects.toMatchObject(refused);
    expect(service.received).toEqual([]);
    expect(proxy.asked).toEqual([]);
  });

  it.each(['http://example.com/l.pdf', 'file:///etc/passwd', 'https://a:b@example.com/', 'smb://x/y', 'nonsense'])(
    '%s is refused',
    async (link) => {
      await expect(fetchLink(link, 'https://api.example.com')).rejects.toMatchObject({ code: 'label.link-refused' });
    },
  );

  it('to the workspace’s own address is followed even to a private host, without the key', async () => {
    const service = await startService();
    const own = service.origin.replace('127.0.0.1', 'localhost');
    expect((await fetchLink(`${own}/labels/1.pdf?sig=x`, own)).toString()).toBe('%PDF-');
    expect(service.received[0]?.headers.authorization).toBeUndefined();
  });

  it('that redirects is not followed, and what came with the redirect is no document', async () => {
    const service = await startService();
    const own = service.origin.replace('127.0.0.1', 'localhost');
    service.script = (_incoming, response) =>
      void response.writeHead(302, { location: `${own}/elsewhere.pdf` }).end('%PDF-');
    await expect(fetchLink(`${own}/1.pdf`, own)).rejects.toMatchObject({ detail: { status: 302 } });
    expect(service.received.map(({ path }) => path)).toEqual(['/1.pdf']);
  });

  it('is fetched over kept-alive connections, with one retry when one breaks', async () => {
    const ports = new Set<number>();
    const service = await startService();
    service.script = (_incoming, response, socket) => {
      ports.add(socket.remotePort ?? 0);
      response.end('%PDF-');
    };
    const own = service.origin.replace('127.0.0.1', 'localhost');
    const downloads = await openDownloads(own, straight);
    for (let label = 1; label <= 6; label += 1) await downloads.get(`${own}/${label}`);
    expect(ports.size).toBeLessThanOrEqual(2);

    let broken = 1;
    service.script = (_incoming, response, socket) => {
      broken -= 1;
      if (broken >= 0) socket.destroy();
      else response.end('%PDF-');
    };
    expect((await downloads.get(`${own}/once`)).toString()).toBe('%PDF-');
    broken = 2;
    await expect(downloads.get(`${own}/twice`)).rejects.toMatchObject({ code: 'line.interrupted' });
    const asked = service.received.map(({ path }) => path).slice(6);
    expect(asked).toEqual(['/once', '/once', '/twice', '/twice']);
  });

  it('is not fetched through the browser’s stack from a private host either', async () => {
    const asked: string[] = [];
    const signedIn = { exchange: () => Promise.reject(new Error('asked')), close: () => Promise.resolve() };
    const refusing: Transport = {
      exchange: () =>
        Promise.resolve({
          kind: 'not-sent',
          code: 'line.proxy',
          cause: 'PROXY_ASKS_NTLM',
          phase: 'proxy',
          signInAt: 'http://proxy.example:3128',
        }),
      close: () => Promise.resolve(),
    };
    const fallback = new SignInFallback({
      origin: 'https://localhost:8443',
      publicOnly: true,
      transport: refusing,
      openSignedIn: (origin) => (asked.push(origin), signedIn),
    });
    const request = {
      method: 'GET',
      path: '/',
      headers: {},
      body: null,
      deadlineMilliseconds: 1_000,
      mostBytes: 1,
    } as const;
    for (const _attempt of ['first', 'preferred'])
      expect(await fallback.exchange(request)).toMatchObject({ kind: 'not-sent', code: 'label.link-refused' });
    expect(asked).toEqual(['https://localhost:8443']);
  });

  it('to a public name is resolved by the proxy if it cannot be resolved here', async () => {
    const proxy = await startProxy({ script: refuse(502) });
    const named: ProxySetting = { kind: 'explicit', address: proxy.address };
    const fetched = fetchLink('https://labels.invalid/1.pdf', 'https://api.example.com', named);
    await expect(fetched).rejects.toMatchObject({ code: 'line.proxy', detail: { cause: 'PROXY_502' } });
    expect(proxy.asked.map(({ target }) => target)).toEqual(['labels.invalid:443']);
  });
});

it.each([
  // Each range, and where it has public neighbours both of its ends.
  ['0.1.2.3', true],
  ['10.0.0.1', true],
  ['100.63.255.255', false],
  ['100.64.0.1', true],
  ['100.127.255.255', true],
  ['100.128.0.1', false],
  ['127.1.2.3', true],
  ['169.254.169.254', true],
  ['172.15.255.255', false],
  ['172.16.0.1', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.0.0.1', true],
  ['192.88.99.1', true],
  ['192.168.1.1', true],
  ['198.17.255.255', false],
  ['198.18.0.1', true],
  ['198.19.255.255', true],
  ['198.20.0.1', false],
  ['223.255.255.255', false],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['8.8.8.8', false],
  ['100::1', true],
  ['2001:db8::1', true],
  ['fc00::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['ff02::1', true],
  ['2001:4860:4860::8888', false],
  ['::ffff:10.0.0.1', true],
  // NAT64: of a private address, of a public one, and the local prefix.
  ['64:ff9b::10.0.0.1', true],
  ['64:ff9b::8.8.8.8', false],
  ['64:ff9b:1::8.8.8.8', true],
  // 6to4 of 192.168.1.1 and of 8.8.8.8, and Teredo.
  ['2002:c0a8:101::1', true],
  ['2002:808:808::1', false],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', true],
  // IPv4-compatible, site-local, with a zone.
  ['::127.0.0.1', true],
  ['fec0::1', true],
  ['fe80::1%eth0', true],
  ['2001:4860:4860::8888%1', false],
  ['no address', true],
])('3: %s is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected);
});
