import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createProxyRoutes,
  isLoopback,
  proxyEnvironment,
  readProxyList,
  type ProxyRoute,
} from '../../../src/main/api/proxy.ts';
import { SignInFallback } from '../../../src/main/api/proxy-sign-in.ts';
import { plainNetwork, transportsOver, type Network } from '../../../src/main/api/transports.ts';
import { HttpsTransport, type Exchange } from '../../../src/main/api/transport.ts';
import { realSystem } from '../../../src/main/system.ts';
import type { ProxySetting } from '../../../src/shared/settings.ts';
import { issue, makeAuthority } from '../../fixtures/certificates.ts';
import { canaryKey, testAuthority } from '../../fixtures/network-paths.ts';
import { refuse, startProxy, type ProxyScript } from '../../fixtures/proxy-server.ts';
import { json, startScriptedServer } from '../../fixtures/scripted-server.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';
import { ownPort } from '../../support/own-port.ts';

const shown = (routes: readonly ProxyRoute[]) =>
  routes.map((route) => (route.kind === 'proxy' ? route.address.href : route.kind));

async function startService() {
  const authority = await testAuthority();
  return startScriptedServer(json(200, { plans: [] }), await issue(authority));
}

/** Sends one write through a network. */
async function send(
  origin: string,
  setting: ProxySetting,
  options: { network?: Network; deadlineMilliseconds?: number } = {},
): Promise<Exchange> {
  const authority = await testAuthority();
  const { open } = transportsOver(options.network ?? plainNetwork, () => setting, realSystem);
  const transport = open({ origin, authorities: [authority.pem] });
  onTestFinished(() => transport.close());
  return transport.exchange({
    method: 'POST',
    path: '/public/v1/plans',
    headers: { authorization: `Bearer ${canaryKey}` },
    body: '{}',
    deadlineMilliseconds: options.deadlineMilliseconds ?? 10_000,
    mostBytes: 100_000,
  });
}

const explicit = (address: string): ProxySetting => ({ kind: 'explicit', address });

describe('a proxy that opens no tunnel: nothing was sent', () => {
  it.each<[string, ProxyScript, string]>([
    ['403', refuse(403), 'PROXY_403'],
    ['407 with a password wanted', refuse(407, { 'Proxy-Authenticate': 'Basic realm="x"' }), 'PROXY_407'],
    ['407 with NTLM', refuse(407, { 'Proxy-Authenticate': 'NTLM' }), 'PROXY_ASKS_NTLM'],
    ['407 with Kerberos', refuse(407, { 'Proxy-Authenticate': 'Negotiate' }), 'PROXY_ASKS_NEGOTIATE'],
    ['502', refuse(502), 'PROXY_502'],
    ['a redirect', refuse(302, { Location: 'https://elsewhere.example/' }), 'PROXY_302'],
    ['a closed connection', (_asked, socket) => void socket.destroy(), 'ECONNRESET'],
    ['no HTTP', (_asked, socket) => void socket.end('nonsense\r\n\r\n'), 'HPE_INVALID_CONSTANT'],
    [
      'bytes of its own in the tunnel',
      (_asked, socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n<html>Sign in</html>'),
      'PROXY_EARLY_BYTES',
    ],
  ])('%s', async (_name, script, cause) => {
    const service = await startService();
    const proxy = await startProxy({ script });
    const exchange = await send(service.origin, explicit(proxy.address));
    const signInAt = cause.startsWith('PROXY_ASKS_') ? { signInAt: proxy.address } : {};
    expect(exchange).toEqual({ kind: 'not-sent', code: 'line.proxy', cause, phase: 'proxy', ...signInAt });
    expect(proxy.asked).toHaveLength(1);
    expect(service.received).toEqual([]);
  });

  it('silence until the deadline', async () => {
    const service = await startService();
    const proxy = await startProxy({ script: () => undefined });
    const exchange = await send(service.origin, explicit(proxy.address), { deadlineMilliseconds: 300 });
    expect(exchange).toEqual({ kind: 'not-sent', code: 'line.timeout', cause: 'deadline', phase: 'proxy' });
  });

  it('nothing listens on its port', async () => {
    const { port, release } = await ownPort();
    onTestFinished(release);
    const service = await startService();
    const exchange = await send(service.origin, explicit(`http://127.0.0.1:${port}`));
    expect(exchange).toEqual({ kind: 'not-sent', code: 'line.proxy', cause: 'ECONNREFUSED', phase: 'connect' });
  });

  it('its certificate is from an unknown issuer', async () => {
    const service = await startService();
    const proxy = await startProxy({ identity: await issue(await makeAuthority('Nobody knows it')) });
    const exchange = await send(service.origin, explicit(proxy.address));
    expect(exchange).toMatchObject({ kind: 'not-sent', code: 'line.proxy', phase: 'proxy' });
    expect(exchange).toMatchObject({ cause: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(proxy.asked).toEqual([]);
  });

  it('the proxy reports the service as unreachable', async () => {
    const proxy = await startProxy({ script: refuse(504) });
    const exchange = await send('https://service.invalid', explicit(proxy.address));
    expect(exchange).toMatchObject({ kind: 'not-sent', cause: 'PROXY_504' });
    expect(proxy.asked[0]?.target).toBe('service.invalid:443');
  });
});

describe('a proxy', () => {
  it.each([
    ['p@ss', 'desk:p@ss'],
    // Addresses keep a percent sign that encodes nothing.
    ['100%sure', 'desk:100%sure'],
  ])('receives the host and its password %j but never the key', async (password, signIn) => {
    const service = await startService();
    const proxy = await startProxy();
    const withPassword = new URL(proxy.address);
    withPassword.username = 'desk';
    withPassword.password = password;
    const environment = { proxy: withPassword, except: [] };
    // The transport gets its proxy directly: local services are otherwise reached without the system's proxy.
    const transport = new HttpsTransport({
      origin: service.origin,
      authorities: [(await testAuthority()).pem],
      proxies: () => Promise.resolve([{ kind: 'proxy', address: environment.proxy }]),
      system: realSystem,
    });
    onTestFinished(() => transport.close());
    const request = { method: 'GET', path: '/x', body: null, deadlineMilliseconds: 5_000, mostBytes: 1_000 } as const;
    await transport.exchange({ ...request, headers: { authorization: `Bearer ${canaryKey}` } });
    const [asked] = proxy.asked;
    expect(asked?.headers['proxy-authorization']).toBe(`Basic ${Buffer.from(signIn).toString('base64')}`);
    expect(JSON.stringify(asked)).not.toContain(canaryKey);
    expect(Buffer.concat(proxy.passed).includes(canaryKey)).toBe(false);
    expect(service.received[0]?.headers.authorization).toBe(`Bearer ${canaryKey}`);
    expect(service.received[0]?.headers['proxy-authorization']).toBeUndefined();
  });
});

describe('a proxy that requires a network sign-in', () => {
  it("is used through Chromium's stack with the same request, and directly from then on", async () => {
    const service = await startService();
    const proxy = await startProxy({ script: refuse(407, { 'Proxy-Authenticate': 'Negotiate' }) });
    const opened: string[] = [];
    const authority = await testAuthority();
    const network: Network = {
      ...plainNetwork,
      openSignedIn(origin, through) {
        opened.push(through);
        return new HttpsTransport({ origin, authorities: [authority.pem], system: realSystem });
      },
    };
    const { open } = transportsOver(network, () => explicit(proxy.address), realSystem);
    const transport = open({ origin: service.origin, authorities: [authority.pem] });
    onTestFinished(() => transport.close());
    const request = { path: '/x', headers: {}, body: '{}', deadlineMilliseconds: 5_000, mostBytes: 1_000 } as const;
    expect((await transport.exchange({ ...request, method: 'POST' })).kind).toBe('answered');
    expect((await transport.exchange({ ...request, method: 'POST' })).kind).toBe('answered');
    expect(service.received.map(({ body }) => body)).toEqual(['{}', '{}']);
    expect(opened).toEqual([proxy.address]);
    expect(proxy.asked).toHaveLength(1);
  });

  it('is the one that was reached, and is chosen again when it fails or the network changes', async () => {
    const service = await startService();
    const wants = refuse(407, { 'Proxy-Authenticate': 'NTLM' });
    const [office, home] = [await startProxy({ script: wants }), await startProxy({ script: wants })];
    const { port, release } = await ownPort();
    onTestFinished(release);
    const authorities = [(await testAuthority()).pem];
    const list = (proxy: string) => `PROXY 127.0.0.1:${port}; PROXY ${new URL(proxy).host}`;
    let routes = list(office.address);
    const opened: string[] = [];
    let isThere = true;
    const transport = new SignInFallback({
      origin: service.origin,
      publicOnly: false,
      transport: new HttpsTransport({
        ...{ origin: service.origin, authorities, system: realSystem },
        proxies: () => Promise.resolve(readProxyList(routes)),
      }),
      openSignedIn(origin, through) {
        opened.push(through);
        const direct = new HttpsTransport({ origin, authorities, system: realSystem });
        return {
          exchange: (request) =>
            isThere
              ? direct.exchange(request)
              : Promise.resolve({ kind: 'in-doubt', code: 'line.timeout', cause: 'deadline', phase: 'handed-over' }),
          close: () => direct.close(),
        };
      },
    });
    onTestFinished(() => transport.close());
    const request = { method: 'GET', path: '/x', headers: {}, body: null } as const;
    const send = async () =>
      (await transport.exchange({ ...request, deadlineMilliseconds: 5_000, mostBytes: 1_000 })).kind;
    expect(await send()).toBe('answered');
    expect(opened).toEqual([office.address]);

    // The office's proxy does not answer any more: the network is another one.
    isThere = false;
    routes = list(home.address);
    expect(await send()).toBe('in-doubt');
    isThere = true;
    expect(await send()).toBe('answered');
    expect(opened).toEqual([office.address, home.address]);

    routes = list(office.address);
    transport.renew();
    expect(await send()).toBe('answered');
    expect([office.asked.length, home.asked.length]).toEqual([2, 1]);
    expect(opened, 'what was opened is used again').toHaveLength(2);
  });

  it('is not asked any more once the settings name no proxy', async () => {
    const service = await startService();
    const proxy = await startProxy({ script: refuse(407, { 'Proxy-Authenticate': 'NTLM' }) });
    const authorities = [(await testAuthority()).pem];
    const through: string[] = [];
    const network: Network = {
      ...plainNetwork,
      openSignedIn(origin, address) {
        const direct = new HttpsTransport({ origin, authorities, system: realSystem });
        return {
          exchange(request) {
            through.push(address);
            return direct.exchange(request);
          },
          close: () => direct.close(),
        };
      },
    };
    let setting = explicit(proxy.address);
    const transports = transportsOver(network, () => setting, realSystem);
    const transport = transports.open({ origin: service.origin, authorities });
    onTestFinished(() => transport.close());
    const request = { method: 'GET', path: '/x', headers: {}, body: null } as const;
    const send = async () =>
      (await transport.exchange({ ...request, deadlineMilliseconds: 5_000, mostBytes: 1_000 })).kind;
    expect(await send()).toBe('answered');
    setting = { kind: 'none' };
    transports.renew();
    expect(await send()).toBe('answered');
    expect(through).toEqual([proxy.address]);
  });
});

describe('the chosen route', () => {
  const away = new URL('https://api.example.com');
  const here = new URL('https://127.0.0.1:8443');
  const system = new VirtualSystem();
  const routes = (setting: ProxySetting, variables: Record<string, string>, answer = 'PROXY system.example:3128') =>
    createProxyRoutes({
      setting: () => setting,
      environment: proxyEnvironment(variables),
      systemProxy: () => Promise.resolve(answer),
      system,
    });

  it.each<[string, ProxySetting, Record<string, string>, URL, string[]]>([
    ['none', { kind: 'none' }, { HTTPS_PROXY: 'http://env:1' }, away, ['direct']],
    ['the environment', { kind: 'system' }, { HTTPS_PROXY: 'http://env:1' }, away, ['http://env:1/']],
    ['small letters first', { kind: 'system' }, { HTTPS_PROXY: 'a:1', https_proxy: 'b:2' }, away, ['http://b:2/']],
    ['ALL_PROXY', { kind: 'system' }, { ALL_PROXY: 'https://all:1' }, away, ['https://all:1/']],
    ['not HTTP_PROXY', { kind: 'system' }, { HTTP_PROXY: 'http://x:1' }, away, ['http://system.example:3128/']],
    ['NO_PROXY with a domain', { kind: 'system' }, { HTTPS_PROXY: 'a:1', NO_PROXY: 'x,.example.com' }, away, ['direct']],
    ['NO_PROXY with a port', { kind: 'system' }, { HTTPS_PROXY: 'a:1', NO_PROXY: 'api.example.com:444' }, away, ['http://a:1/']],
    ['NO_PROXY is no ending of a word', { kind: 'system' }, { HTTPS_PROXY: 'a:1', NO_PROXY: 'ple.com' }, away, ['http://a:1/']],
    ['NO_PROXY with everything', { kind: 'system' }, { HTTPS_PROXY: 'a:1', NO_PROXY: '*' }, away, ['direct']],
    ['the system', { kind: 'system' }, {}, away, ['http://system.example:3128/']],
    ['this computer straight', { kind: 'system' }, { HTTPS_PROXY: 'a:1' }, here, ['direct']],
    ['this computer through a named proxy', explicit('http://named:8080'), {}, here, ['http://named:8080/']],
    ['the named one before the environment', explicit('http://named:8080'), { HTTPS_PROXY: 'a:1' }, away, ['http://named:8080/']],
  ])('%s', async (_name, setting, variables, origin, expected) => {
    expect(shown(await routes(setting, variables)(origin))).toEqual(expected);
  }); // prettier-ignore

  it('does not wait more than a few seconds for the system', async () => {
    const asked = createProxyRoutes({
      setting: () => ({ kind: 'system' }),
      environment: proxyEnvironment({}),
      systemProxy: () => new Promise(() => undefined),
      system,
    })(away);
    await system.advance(4_000);
    expect(shown(await asked)).toEqual(['direct']);
  });

  it.each([
    ['DIRECT', ['direct']],
    ['', ['direct']],
    ['PROXY a:8080; HTTPS b:443 ;DIRECT', ['http://a:8080/', 'https://b/', 'direct']],
    ['SOCKS5 s:1080; PROXY a:8080', ['http://a:8080/']],
    ['SOCKS5 s:1080', ['unusable']],
  ])('follows the answer %j of a proxy script', (answer, expected) => {
    expect(shown(readProxyList(answer))).toEqual(expected);
  });

  it.each([
    ['https://127.4.5.6', true],
    ['https://[::1]:8443', true],
    ['https://localhost', true],
    ['https://a.localhost', true],
    ['https://localhost.example.com', false],
    ['https://128.0.0.1', false],
  ])('treats %s as this computer: %s', (origin, expected) => {
    expect(isLoopback(new URL(origin))).toBe(expected);
  });

  it('falls back to the next proxy when the first is unreachable, but not when it refuses', async () => {
    const service = await startService();
    const refusing = await startProxy({ script: refuse(403) });
    const { port, release } = await ownPort();
    onTestFinished(release);
    const exchangeOver = async (list: string) => {
      const transport = new HttpsTransport({
        origin: service.origin,
        authorities: [(await testAuthority()).pem],
        proxies: () => Promise.resolve(readProxyList(list)),
        system: realSystem,
      });
      onTestFinished(() => transport.close());
      const request = { method: 'GET', path: '/x', headers: {}, body: null } as const;
      return transport.exchange({ ...request, deadlineMilliseconds: 5_000, mostBytes: 1_000 });
    };
    expect((await exchangeOver(`PROXY 127.0.0.1:${port}; DIRECT`)).kind).toBe('answered');
    const { host } = new URL(refusing.address);
    expect(await exchangeOver(`PROXY ${host}; DIRECT`)).toMatchObject({ kind: 'not-sent', cause: 'PROXY_403' });
    expect(await exchangeOver('SOCKS5 a:1080')).toMatchObject({ kind: 'not-sent', cause: 'PROXY_SOCKS5' });
  });
});
